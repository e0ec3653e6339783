/** What is made by a call is read by its type, where one is written: an alias of the same file, or a comment `@type`. */
import type { Directive, Statement } from 'oxc-parser'
import { type Parsed, parse } from '../syntax/syntax.ts'
import { type Declared, declaredBy } from './declared.ts'

interface Written {
  readonly body: readonly (Directive | Statement)[]
  readonly comments: Parsed['comments']
  readonly text: string
}

export function withAnnotations(locals: readonly Declared[], written: Written): readonly Declared[] {
  if (!locals.some(({ kind }) => kind === 'unreadable')) return locals
  const noted = notedIn(written)
  return locals.map((local) => {
    if (local.kind !== 'unreadable') return local
    const type = local.type ?? noted.get(local.name)
    return type === undefined ? local : (functionOf(local.name, type, written) ?? { ...local, type })
  })
}

/** Null: the type is no function's, as far as this file says. */
function functionOf(name: string, type: string, { body, text }: Written): Declared | null {
  const alias = body
    .map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
    .find((node) => node?.type === 'TSTypeAliasDeclaration' && node.id.name === type)
  const meant =
    alias?.type === 'TSTypeAliasDeclaration' ? text.slice(alias.typeAnnotation.start, alias.typeAnnotation.end) : type
  const code = `declare const ${name}: ${meant}`
  const { program, errors } = parse('type.ts', code)
  const [first] = errors.length > 0 ? [] : program.body.flatMap((node) => declaredBy(node, code))
  return first?.kind === 'function' ? first : null
}

/** Types of constants by their comments, `/** @type {(text: string) => string} * /`. */
function notedIn({ body, comments, text }: Written): ReadonlyMap<string, string> {
  if (!text.includes('@type')) return new Map()
  return new Map(
    body.flatMap((node) => {
      const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node
      if (declared?.type !== 'VariableDeclaration') return []
      const [first] = declared.declarations
      const comment = comments.find(({ type, end }) => type === 'Block' && text.slice(end, node.start).trim() === '')
      const noted = comment === undefined ? null : /@type\s*\{(.*)\}/s.exec(comment.value)
      return first?.id.type === 'Identifier' && noted?.[1] !== undefined
        ? [[first.id.name, noted[1].trim()] as const]
        : []
    }),
  )
}
