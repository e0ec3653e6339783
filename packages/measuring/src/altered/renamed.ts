/** Other names for what is known within functions alone, where that changes nothing but the text. */
import { type Binding, bindingsOf } from '../asserted/bindings.ts'
import { bare, isFunction, type Node, within } from '../asserted/tree.ts'
import type { Edit } from '../syntax/edits.ts'

/** Text that may be made code of, where names are asked for by what they are. */
const asksByName = /\beval\s*\(|\bwith\s*\(|\bFunction\s*\(/

/** Variables, constants and parameters of functions; `text` is what `program` was read from. */
export function renamesIn(program: Node, text: string): readonly Edit[] {
  if (asksByName.test(text)) return []
  const { parents, of } = bindingsOf(program)
  const nodes = [...within(program)]
  const kept = keptNames(nodes)
  const names = new Map<Binding, string>()
  const prefix = unusedIn(text)
  return nodes.flatMap((node): readonly Edit[] => {
    if (node.type !== 'Identifier' || kept.has(node.name) || isNoVariable(node, parents.get(node))) return []
    const binding = of(node)
    if (binding === null || !isPlain(binding)) return []
    const name = names.get(binding) ?? `${prefix}${names.size + 1}`
    names.set(binding, name)
    const end = node.start + node.name.length
    return [{ start: node.start, end, instead: isShort(node, parents) ? `${node.name}: ${name}` : name }]
  })
}

function unusedIn(text: string): string {
  let prefix = 'own'
  while (text.includes(prefix)) prefix += 'x'
  return prefix
}

/** Functions and classes are called as what they are given to, and what is at the top is anybody's. */
function isPlain({ scope, origin, writes }: Binding): boolean {
  if (scope.type === 'Program' || (origin.kind !== 'value' && origin.kind !== 'given')) return false
  const values = origin.kind === 'value' && !origin.isPart ? [origin.value, ...writes] : writes
  return values.every((each) => each === null || !isNamedBy(bare(each)))
}

const isNamedBy = (node: Node): boolean => isFunction(node) || node.type === 'ClassExpression'

/** Names that are more than variables of functions: in types and elements, of `var`, and those that an expression gives itself. */
function keptNames(nodes: readonly Node[]): ReadonlySet<string> {
  const kept = new Set(['arguments', 'this', 'undefined'])
  for (const node of nodes) {
    if (node.type === 'JSXIdentifier') kept.add(node.name)
    const isOwnName = node.type === 'FunctionExpression' || node.type === 'ClassExpression'
    if (isOwnName && node.id !== null) kept.add(node.id.name)
    const isWhole = (node.type.startsWith('TS') && !wrapping.test(node.type)) || isHoisted(node)
    const takesName = node.type === 'AssignmentPattern' && isNamedBy(bare(node.right))
    for (const each of isWhole ? within(node) : takesName ? within(node.left) : [])
      if (each.type === 'Identifier') kept.add(each.name)
  }
  return kept
}

/** Kinds of nodes for types that are about an expression. */
const wrapping = /^TS(As|Satisfies|NonNull|Instantiation)Expression$|^TSTypeAssertion$|^TSModuleBlock$/

const isHoisted = (node: Node): boolean => node.type === 'VariableDeclaration' && node.kind === 'var'

function isNoVariable(node: Node, parent: Node | undefined): boolean {
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.property === node && !parent.computed
    case 'Property':
    case 'PropertyDefinition':
    case 'MethodDefinition':
    case 'AccessorProperty':
      return parent.key === node && !parent.computed
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'MetaProperty':
      return true
    default:
      return false
  }
}

/** `{ a }` and `{ a = 1 }` name a property as well. */
function isShort(node: Node, parents: ReadonlyMap<Node, Node>): boolean {
  const parent = parents.get(node)
  const whole = parent?.type === 'AssignmentPattern' && parent.left === node ? parents.get(parent) : parent
  return whole?.type === 'Property' && whole.shorthand && whole.value.start === node.start
}
