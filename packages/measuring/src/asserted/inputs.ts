/** Inputs that a test gives to the code that it is about, as far as the test's text shows them. */
import type { Node } from 'oxc-parser'
import { sourceOf, valuesOf } from './source-of.ts'
import { callAtPlace, readTestCode, type TestCode } from './test-code.ts'
import { bodyOf, reachedFrom } from './tested.ts'
import { bare, chainOf, isFunction, within } from './tree.ts'

export interface Inputs {
  /**
   * The test gives the code at least one argument of which there are others: nothing, `[]` or `true` stand for themselves, and
   * what the code gave before is its own.
   */
  readonly hasInputs: boolean
  /** Names, as they are imported, of what is called of it. */
  readonly called: readonly string[]
  /** The same, and of what is called on objects that are made with `new` each method: `Tally`, `Tally.add`. */
  readonly asked: readonly string[]
  /** Names of what is used of it, called or not, as of an object that a hook made. */
  readonly used: readonly string[]
  /** Each call of it, as text. */
  readonly calls: readonly string[]
  /** Every value that is written out in the test or in the table that its rows come from, lists and objects as well, as text. */
  readonly values: readonly string[]
  /** Titles of the groups around the test and of the test itself as the text writes them, e.g. `%s is read`, whatever the rows are. */
  readonly titles: readonly string[]
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
  const whole = tablesOf(call, code)
  const tables = whole.flatMap((each) => [...within(each)])
  const rowsAreAlone = tables.length > 0 && tables.every((each) => isAlone(each) || each.type === 'ArrayExpression')
  const isRow = (node: Node): boolean => code.of(node)?.origin.kind === 'given'
  const called = new Set<string>()
  const asked = new Set<string>()
  const calls = new Set<string>()
  let hasInputs = false
  for (const node of nodes) {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression' && node.type !== 'TaggedTemplateExpression')
      continue
    const isTagged = node.type === 'TaggedTemplateExpression'
    const callee = isTagged ? node.tag : node.callee
    const source = sourceOf(callee, code)
    if (source === null) continue
    const { name, isMade } = source
    called.add(name)
    const [method] = chainOf(callee).names.filter((each, at) => at > 0 || each !== name)
    asked.add(isMade && method !== undefined && method !== null ? `${name}.${method}` : name)
    calls.add(text.slice(node.start, node.end))
    const isInput = (each: Node): boolean =>
      !isAlone(each) &&
      !(rowsAreAlone && isRow(each)) &&
      !isGivenBack(each, code) &&
      !isEmptyFolder(each, { code, nodes })
    hasInputs ||= isTagged || (!looksAtList(node) && node.arguments.some((each) => isInput(bare(each))))
  }
  const used = nodes.flatMap((node) => (isNamed(node, code) ? (sourceOf(node, code)?.name ?? []) : []))
  // Rows in another order are the same rows.
  const values = [...nodes, ...tables.filter((node) => !whole.includes(node))].flatMap((node) =>
    isWritten(node) ? [written(node, text)] : [],
  )
  // Rows of another file are others than those of this one.
  const loaded = [...nodes, ...tables].flatMap((node) => {
    const origin = code.of(node)?.origin
    return origin?.kind === 'import' && isData.test(origin.from) ? [origin.from] : []
  })
  const titles = [...around(call, code), call].flatMap((each) => titleOf(each, text))
  return {
    hasInputs,
    called: [...called],
    asked: [...asked],
    used: [...new Set(used)],
    calls: [...calls],
    values: [...new Set([...values, ...loaded])],
    titles,
  }
}

/** A name that stands for what it names, and is no name of a field. */
function isNamed(node: Node, { parents }: TestCode): boolean {
  const parent = parents.get(node)
  if (node.type !== 'Identifier') return false
  if (parent?.type === 'MemberExpression') return parent.object === node || parent.computed
  return parent?.type !== 'Property' || parent.value === node
}

/** `given().filter((each) => each !== '')`: a test looks at a part of what it was given. */
function looksAtList(call: Node): boolean {
  if (call.type !== 'CallExpression' || bare(call.callee).type !== 'MemberExpression') return false
  const name = chainOf(call.callee).names.at(-1) ?? ''
  const [first] = call.arguments
  if (/^(join|slice|at|flat)$/.test(name)) return true
  return first !== undefined && isFunction(bare(first)) && ofLists.test(name)
}
/** Methods of lists that ask a function of each element. */
const ofLists = /^(filter|map|flatMap|find|findIndex|findLast|some|every|sort|toSorted|reduce|forEach)$/

/** A value that is a behaviour of its own, as `[]` is where it is about nothing at all. */
function isAlone(node: Node): boolean {
  switch (node.type) {
    case 'Literal':
      return node.value === null || node.value === '' || node.value === 0 || typeof node.value === 'boolean'
    case 'Identifier':
      return node.name === 'undefined'
    case 'ArrayExpression':
      return node.elements.length === 0
    case 'ObjectExpression':
      return node.properties.length === 0
    case 'NewExpression':
      return node.arguments.length === 0 && node.callee.type === 'Identifier' && /^(Map|Set)$/.test(node.callee.name)
    default:
      return false
  }
}

/** Is this argument a value that the code itself gave earlier in the test? Only what the code was given for it is an input. */
function isGivenBack(node: Node, code: TestCode): boolean {
  const origin = node.type === 'Identifier' ? code.of(node)?.origin : null
  const value = bare(origin?.kind === 'value' ? origin.value : node)
  const call = value.type === 'AwaitExpression' ? bare(value.argument) : value
  return (call.type === 'CallExpression' || call.type === 'NewExpression') && sourceOf(call.callee, code) !== null
}

/** `load(folder)`, of a folder for temporary files in which the test lays nothing: of these there are no others. */
function isEmptyFolder(
  node: Node,
  { code, nodes }: { readonly code: TestCode; readonly nodes: readonly Node[] },
): boolean {
  const binding = node.type === 'Identifier' ? code.of(node) : null
  if (binding === null) return false
  const isMade = valuesOf(binding.origin, binding.writes).some((value) => /^mkdtemp/.test(lastNameOf(bare(value))))
  const uses = nodes.filter((each) => isNamed(each, code) && code.of(each) === binding)
  return isMade && uses.every((use) => isGivenToSource(use, code))
}

const lastNameOf = (node: Node): string => {
  if (node.type !== 'CallExpression') return ''
  const { root, names } = chainOf(node.callee)
  return names.at(-1) ?? (root.type === 'Identifier' ? root.name : '')
}

function isGivenToSource(node: Node, code: TestCode): boolean {
  const parent = code.parents.get(node)
  return parent?.type === 'CallExpression' && parent.callee !== node && sourceOf(parent.callee, code) !== null
}

const isData = /\.(json5?|jsonc|ya?ml|csv|txt|md)$/

/** Is this a value that is written out? Lists and objects are values as a whole, since their order counts, and so is a number with its sign. */
const isWritten = ({ type }: Node): boolean =>
  /^(Literal|TemplateElement|UnaryExpression|ArrayExpression|ObjectExpression)$/.test(type)

/** A written value as text, which is the same in every layout. */
function written(node: Node, text: string): string {
  switch (node.type) {
    case 'ArrayExpression':
      return `[${node.elements.map((each) => (each === null ? '' : written(each, text))).join(', ')}]`
    case 'ObjectExpression':
      return `{ ${node.properties.map((each) => written(each, text)).join(', ')} }`
    case 'Property':
      return `${written(node.key, text)}: ${written(node.value, text)}`
    default:
      return text.slice(node.start, node.end)
  }
}

/** The nodes that a call stands in, outermost first. */
function around(call: Node, code: TestCode): readonly Node[] {
  const parent = code.parents.get(call)
  return parent === undefined ? [] : [...around(parent, code), parent]
}

function titleOf(node: Node, text: string): readonly string[] {
  const [title] = node.type === 'CallExpression' ? node.arguments : []
  if (title?.type === 'Literal' && typeof title.value === 'string') return [title.value]
  if (title?.type === 'BinaryExpression') return [text.slice(title.start, title.end)]
  return title?.type === 'TemplateLiteral' ? [text.slice(title.start + 1, title.end - 1)] : []
}

/** The tables from which a test and the groups around it have their rows: the argument of an `each`, or what a loop goes through. */
function tablesOf(call: Node, code: TestCode): readonly Node[] {
  return [...around(call, code), call].flatMap((node) => {
    if (node.type === 'ForOfStatement') return [writtenAs(node.right, code)]
    if (node.type !== 'CallExpression') return []
    const { callee } = node
    if (callee.type === 'CallExpression') return callee.arguments.map((each) => writtenAs(each, code))
    if (callee.type === 'TaggedTemplateExpression') return [callee.quasi]
    return callee.type === 'MemberExpression' ? [writtenAs(callee.object, code)] : []
  })
}

/** The value that a name of the file was declared with; a node that is no such name stays itself. */
function writtenAs(node: Node, code: TestCode): Node {
  const origin = code.of(bare(node))?.origin
  return origin?.kind === 'value' && !origin.isPart ? origin.value : node
}
