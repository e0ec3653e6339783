/** The tests of a file as they are written, with what each asserts: read from the syntax, without running anything. */
import type { CallExpression, Node } from 'oxc-parser'
import type { TestCode } from '../asserted/test-code.ts'
import { functionOf } from '../asserted/tested.ts'
import { chainOf, isFunction, optionsOf } from '../asserted/tree.ts'
import { type Demands, demandsOf } from './asserted-in.ts'
import { tidy } from './spelling.ts'
import type { TestTree } from './test-tree.ts'

export interface WrittenTest extends Demands {
  readonly file: string
  /** `describe › title`, as written. */
  readonly name: string
  readonly mode: Mode
  /** The code that the test runs, in one spelling; empty where it runs none. */
  readonly body: string
}

export type Mode = 'runs' | 'skipped' | 'todo' | 'focused'

const roots = /^[fx]?(test|it|specify)$/
const suites = /^[fx]?(describe|suite|context)$/

/** Expressions by which a test may run a function that is made or named elsewhere. */
const made = new Set<string>(['Identifier', 'MemberExpression', 'CallExpression'])

/** In the order of the text; of doubles the later ones get ` #2`, ` #3`. */
export function writtenTests(code: TestCode, tree: TestTree): readonly WrittenTest[] {
  const seen = new Map<string, number>()
  return code.calls.flatMap((call) => {
    if (!isTest(call, code)) return []
    const around = callsAround(call, code)
    const title = [...around.map((each) => each.call), call].map((each) => titleOf(each, code)).join(' › ')
    const count = (seen.get(title) ?? 0) + 1
    seen.set(title, count)
    const own = call.arguments.map((each) => functionOf(each, code)).find((found) => found !== null) ?? null
    const run = own ?? call.arguments.slice(1).find(({ type }) => made.has(type)) ?? null
    const test: WrittenTest = {
      file: code.file,
      name: count === 1 ? title : `${title} #${count}`,
      mode: modeOf(call, around, run, code),
      body: run === null ? '' : tidy(code.text.slice(run.start, run.end)),
      ...(run === null ? { asserted: [], calls: [] } : demandsOf(run, call, code, tree)),
    }
    return [test]
  })
}

export function isTest(call: CallExpression, code: TestCode): boolean {
  const { root, names } = chainOf(call)
  if (root.type !== 'Identifier') return false
  const isRoot = roots.test(root.name)
  const isSubtest =
    names.length > 0 &&
    names.some((name) => name !== null && roots.test(name)) &&
    code.of(root)?.origin.kind === 'given'
  if (!isRoot && !isSubtest) return false
  // `test.each(table)` of `test.each(table)(name, run)`, `test.describe`, `test.extend`, hooks
  const parent = code.parents.get(call)
  if (parent?.type === 'CallExpression' && parent.callee === call) return false
  return names.every((name) => name !== null && modifiers.test(name)) && call.arguments.length > 0
}

const modifiers = /^(only|skip|todo|each|for|concurrent|sequential|fails|failing|skipIf|runIf|test|it|prop)$/

interface Around {
  readonly call: CallExpression
  readonly isSuite: boolean
}

/** Suites that a test stands in, and tests that it is a part of, from the outside in. */
export function callsAround(call: CallExpression, code: TestCode): readonly Around[] {
  const around: Around[] = []
  for (let at = code.parents.get(call); at !== undefined; at = code.parents.get(at)) {
    if (at.type !== 'CallExpression' || !at.arguments.some(isFunction)) continue
    const { root } = chainOf(at)
    const isSuite = root.type === 'Identifier' && suites.test(root.name)
    if (isSuite || isTest(at, code)) around.unshift({ call: at, isSuite })
  }
  return around
}

function titleOf(call: CallExpression, code: TestCode): string {
  const [title] = call.arguments
  if (title === undefined) return ''
  if (title.type === 'Literal') return String(title.value)
  return tidy(code.text.slice(title.start, title.end))
}

function modeOf(call: CallExpression, around: readonly Around[], run: Node | null, { text }: TestCode): Mode {
  const marked = [call, ...around.flatMap((each) => (each.isSuite ? [each.call] : []))]
  const own = new Set(marked.flatMap((each) => marksOf(each, text)))
  if (own.has('todo')) return 'todo'
  if (own.has('skip') || [...own].some((name) => name !== null && /^x(it|test|describe)$/.test(name))) return 'skipped'
  if (own.has('only') || own.has('fit') || own.has('fdescribe')) return 'focused'
  return run === null && call.arguments.length < 2 ? 'todo' : 'runs'
}

function marksOf(call: CallExpression, text: string): readonly (string | null)[] {
  const { root, names } = chainOf(call)
  return [root.type === 'Identifier' ? root.name : '', ...names, ...optionsOf(call, text)]
}
