/** What is made by a call is read by its type, where one is written: an alias of the same file, or a comment `@type`. */
import type { Directive, Statement } from 'oxc-parser'
import type { Parsed } from '../syntax/syntax.ts'
import { type Aliases, functionTyped } from './aliases.ts'
import type { Declared } from './declared.ts'

interface Written {
  readonly body: readonly (Directive | Statement)[]
  readonly comments: Parsed['comments']
  readonly text: string
  readonly aliases: Aliases
}

export function withAnnotations(locals: readonly Declared[], written: Written): readonly Declared[] {
  if (!locals.some(({ kind }) => kind === 'unreadable')) return locals
  const noted = notedIn(written)
  return locals.map((local) => {
    if (local.kind !== 'unreadable') return local
    const type = local.type ?? noted.get(local.name)
    return type === undefined
      ? local
      : (functionTyped(local.name, written.aliases.get(type) ?? type) ?? { ...local, type })
  })
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
