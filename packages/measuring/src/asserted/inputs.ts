/** Inputs that a test gives to the code that it is about, as far as the test's text shows them. */
import type { Node } from 'oxc-parser'
import { callAtPlace, readTestCode, type TestCode } from './test-code.ts'
import { bodyOf, reachedFrom } from './tested.ts'
import { chainOf, within } from './tree.ts'

export interface Inputs {
  /** The test gives the code at least one argument. */
  readonly hasInputs: boolean
  /** Names, as they are imported, of what is called of it. */
  readonly called: readonly string[]
  /** Each call of it, as text. */
  readonly calls: readonly string[]
  /** Every value that is written out in the test, as text. */
  readonly literals: readonly string[]
}

export interface At {
  readonly file: string
  readonly text: string
  readonly line: number
  readonly column: number
}

/** Null: the text cannot be read, or the test is not found in it. */
export function inputsOf({ file, text, line, column }: At): Inputs | null {
  const code = readTestCode(file, text)
  const call = code === null ? null : callAtPlace(code, line, column)
  const body = code === null || call === null ? null : bodyOf(call, code)
  if (code === null || call === null || body === null) return null
  const nodes = reachedFrom(body, code).flatMap((each) => [...within(each)])
  const called = new Set<string>()
  const calls = new Set<string>()
  let hasInputs = false
  for (const node of nodes) {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression' && node.type !== 'TaggedTemplateExpression')
      continue
    const isTagged = node.type === 'TaggedTemplateExpression'
    const name = sourceOf(isTagged ? node.tag : node.callee, code, 0)
    if (name === null) continue
    called.add(name)
    calls.add(text.slice(node.start, node.end))
    hasInputs ||= isTagged || node.arguments.length > 0
  }
  const literals = nodes.flatMap((node) =>
    node.type === 'Literal' || node.type === 'TemplateElement' ? [text.slice(node.start, node.end)] : [],
  )
  return { hasInputs, called: [...called], calls: [...calls], literals: [...new Set(literals)] }
}

const mostSteps = 8

/** The name under which a file of the project offers what is called, or what it came out of; null: another's. */
function sourceOf(callee: Node, code: TestCode, depth: number): string | null {
  if (depth > mostSteps) return null
  const { root, names } = chainOf(callee)
  const binding = code.of(root)
  if (binding === null) return null
  const { origin } = binding
  if (origin.kind === 'import')
    return /^\.{1,2}\/|^[@~#]\//.test(origin.from) ? (origin.name === '*' ? (names[0] ?? '*') : origin.name) : null
  if (origin.kind !== 'value') return null
  const value = origin.value.type === 'AwaitExpression' ? origin.value.argument : origin.value
  if (value.type === 'CallExpression' && value.callee.type === 'Identifier' && value.callee.name === 'require') {
    const [from] = value.arguments
    const isOwn = from?.type === 'Literal' && typeof from.value === 'string' && /^\.{1,2}\//.test(from.value)
    return isOwn ? (origin.isPart ? origin.path.replace(/^\./, '') : (names[0] ?? '*')) : null
  }
  return value.type === 'CallExpression' || value.type === 'NewExpression' || value.type === 'MemberExpression'
    ? sourceOf(value.type === 'MemberExpression' ? value : value.callee, code, depth + 1)
    : null
}
