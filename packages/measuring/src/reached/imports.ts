/**
 * Which files a file leads to, read from its text, so that it errs on the side of too many: every text in it that names
 * a file counts, whether it is imported, required, mocked or read. What cannot be read from the text makes the file
 * `open`: it may lead to anything.
 */
import { type Node, Visitor } from 'oxc-parser'
import { parse } from '../syntax/syntax.ts'

export interface Leads {
  /** As written, `./a.js` or `../a`. */
  readonly relative: readonly string[]
  /** Names of packages, and what only a configuration can tell from them, such as `@/a`. */
  readonly bare: readonly string[]
  /** Ends of paths that are put together, or counted from elsewhere: `cli.js`, `src/cli.js`. */
  readonly ends: readonly string[]
  readonly open: boolean
  /** It loads by names that are put together, or by patterns: also what is new may be meant. */
  readonly computed: boolean
}

export function leadsOf(file: string, text: string): Leads {
  const relative = new Set<string>()
  const bare = new Set<string>()
  const ends = new Set<string>()
  let open = false
  let computed = false
  const { program, errors } = parse(file, text)
  if (errors.length > 0) return { relative: [], bare: [], ends: [], open: true, computed: true }
  const name = (value: string): void => {
    if (/^\.\.?(\/|$)/.test(value)) relative.add(value)
    else if (/^[^\s:]+\.[cm]?[jt]sx?$/.test(value)) ends.add(value.replace(/^\/+/, ''))
  }
  const load = (value: string): void => {
    if (/^\.\.?(\/|$)/.test(value)) relative.add(value)
    else if (starting.has(value.replace(/^node:/, ''))) open = true
    else bare.add(value)
  }
  const compute = (): void => {
    open = true
    computed = true
  }
  new Visitor({
    ImportDeclaration: ({ source }) => load(source.value),
    ExportAllDeclaration: ({ source }) => load(source.value),
    ExportNamedDeclaration: ({ source }) => {
      if (source !== null) load(source.value)
    },
    ImportExpression: ({ source }) => {
      if (source.type === 'Literal' && typeof source.value === 'string') load(source.value)
      else compute()
    },
    CallExpression: ({ callee, arguments: given }) => {
      const [first] = given
      if (isLoading(callee)) {
        if (first?.type === 'Literal' && typeof first.value === 'string') load(first.value)
        else compute()
      }
      if (callee.type === 'MemberExpression' && !callee.computed) {
        if (gathering.has(callee.property.name)) compute()
        else if (finding.has(callee.property.name)) open = true
      }
    },
    Literal: ({ value }) => {
      if (typeof value === 'string') name(value)
    },
    TemplateLiteral: ({ quasis, expressions }) => {
      const [first] = quasis
      if (expressions.length === 0) name(first?.value.cooked ?? '')
      else if (/^\.\.?\//.test(first?.value.raw ?? '')) compute()
    },
  }).visit(program)
  return { relative: [...relative], bare: [...bare], ends: [...ends], open, computed }
}

/** Modules by which a file runs or loads what it need not name. */
const starting: ReadonlySet<string> = new Set(['child_process', 'worker_threads', 'cluster', 'module', 'vm'])

/** `import.meta.glob`, `require.context`: they load files that nobody names. */
const gathering: ReadonlySet<string> = new Set(['glob', 'globSync', 'context'])

/** They find files that nobody names. */
const finding: ReadonlySet<string> = new Set(['readdir', 'readdirSync', 'createRequire'])

/** `require`, `require.resolve`, `import.meta.resolve`, `jest.requireActual`, `vi.importActual` … */
function isLoading(callee: Node): boolean {
  if (callee.type === 'Identifier') return callee.name === 'require'
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
  const { object, property } = callee
  if (!/^(resolve|require(Actual|Mock)|import(Actual|Mock)|mock|doMock|unmock|dontMock|module)$/.test(property.name))
    return false
  return (
    object.type === 'MetaProperty' || (object.type === 'Identifier' && /^(require|jest|vi|mock)$/.test(object.name))
  )
}
