/** From what a test file calls to the export of the project that it came out of: through names, hooks, helpers and `require`. */
import type { Node } from 'oxc-parser'
import type { Binding, Origin } from './bindings.ts'
import type { TestCode } from './test-code.ts'
import { bare, chainOf, type FunctionNode, isFunction, within } from './tree.ts'

interface Source {
  /** Under which a file of the project offers it. */
  readonly name: string
  /** True: the call is one on something that was made with `new`. */
  readonly isMade: boolean
}

/** The export of the project that is called, or that made what is called; null: what is called is somebody else's. */
export function sourceOf(callee: Node, code: TestCode, seen: Set<Binding> = new Set()): Source | null {
  const { root, names } = chainOf(callee)
  const binding = code.of(root)
  if (binding === null || seen.has(binding)) return null
  seen.add(binding)
  const { origin, writes } = binding
  const isMade = isMadeIn(callee)
  if (origin.kind === 'import') {
    if (!/^\.{1,2}(\/|$)|^[@~#]\//.test(origin.from)) return null
    return { name: origin.name === '*' ? (names[0] ?? '*') : origin.name, isMade }
  }
  const found = valuesOf(origin, writes).map((value) => sourceOfValue(bare(value), origin))
  const [first = null] = found.filter((each) => each !== null)
  return first === null ? null : { name: first.name, isMade: isMade || first.isMade }

  function sourceOfValue(value: Node, taken: Origin): Source | null {
    const { isPart, path } = taken.kind === 'value' ? taken : { isPart: false, path: '' }
    const part = path.replace(/^\./, '')
    if (value.type === 'CallExpression' && value.callee.type === 'Identifier' && value.callee.name === 'require') {
      const [from] = value.arguments
      const isOwn = from?.type === 'Literal' && typeof from.value === 'string' && /^\.{1,2}(\/|$)/.test(from.value)
      return isOwn ? { name: isPart ? part : (names[0] ?? '*'), isMade: false } : null
    }
    if (!/^(Identifier|CallExpression|NewExpression|MemberExpression)$/.test(value.type)) return null
    const own = sourceOf(value, code, seen)
    if (own === null) return null
    if (value.type === 'Identifier') return own.name === '*' && isPart ? { ...own, name: part } : own
    return { ...own, isMade: own.isMade || value.type === 'NewExpression' }
  }
}

/** Values that a name may stand for: its first one, those that are assigned later, as in `beforeEach`, or what a function gives back. */
export function valuesOf(origin: Origin, writes: Binding['writes']): readonly Node[] {
  const values =
    origin.kind === 'value' ? [origin.value] : origin.kind === 'nothing' ? writes.filter((each) => each !== null) : []
  const [declared] = origin.kind === 'function' ? [origin.node] : values.map(bare)
  return declared !== undefined && isFunction(declared) ? givenBackBy(declared) : values
}

/** As `new List().add` is, and `list.add` is not. */
function isMadeIn(callee: Node): boolean {
  const at = bare(callee)
  if (at.type === 'NewExpression') return true
  if (at.type === 'MemberExpression') return isMadeIn(at.object)
  return at.type === 'CallExpression' && isMadeIn(at.callee)
}

function givenBackBy({ body }: FunctionNode): readonly Node[] {
  if (body === null) return []
  if (body.type !== 'BlockStatement') return [body]
  return [...within(body, (node) => !isFunction(node))].flatMap((node) =>
    node.type === 'ReturnStatement' && node.argument !== null ? [node.argument] : [],
  )
}
