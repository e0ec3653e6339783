/** What people say in σ₅ is done: an item or a heading that names a module first, and bears a ✅ or a tick. */
import { printPieces, readPieces } from '@sigma/protocol'
import type { ProseLine } from './prose.ts'

export interface Claim {
  readonly module: string
  readonly line: number
}

export function claimsIn(prose: readonly ProseLine[], modules: readonly string[]): readonly Claim[] {
  const known = new Set(modules)
  return prose.flatMap(({ line, text }) => {
    const [, tick, said] = /^\s*(?:#{1,6}[ \t]+|[-*+][ \t]+(\[[xX]\][ \t]+)?)(.*)$/u.exec(text) ?? []
    if (said === undefined || said.length > longest) return []
    const isDone =
      tick !== undefined || readPieces(said).some((piece) => piece.kind === 'sign' && piece.name === 'success')
    const module = isDone ? nameIn(said) : null
    return module !== null && known.has(module) ? [{ module, line }] : []
  })
}

const longest = 2000

/** The first word that is set off as a name: code, bold, the text of a link, or the path of a document. */
function nameIn(said: string): string | null {
  const pieces = readPieces(said)
  const begin = pieces.findIndex((piece) => piece.kind !== 'sign' && piece.text.trim() !== '')
  const text = printPieces(pieces.slice(begin < 0 ? pieces.length : begin)).replace(/^[\s:–—-]+/u, '')
  const [, code, bold, linked, path] =
    /^(?:`([^`]+)`|\*\*([^*]+)\*\*|\[`?([^\]`]+)`?\]\(|\/?(?:[\w.-]+\/)*modules\/(\S+?)\/(?:design|tdd_plan)\.md)/u.exec(
      text,
    ) ?? []
  const name = code ?? bold ?? linked ?? path ?? /^(\S+)\s*(?:✅|:|$)/u.exec(text)?.[1] ?? null
  return name?.replace(/:$/, '').trim() ?? null
}
