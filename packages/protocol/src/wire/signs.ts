/** The signs that stand in plans and σ files beside words, and the references from one file to a section of another. */

/** DPTR-12. */
export const signs = [
  { name: 'flow', sign: '→' },
  { name: 'interact', sign: '↔' },
  { name: 'loop', sign: '⟷' },
  { name: 'iterate', sign: '⟲' },
  { name: 'in', sign: '∈' },
  { name: 'exists', sign: '∃' },
  { name: 'and', sign: '∧' },
  { name: 'or', sign: '∨' },
  { name: 'not', sign: '¬' },
  { name: 'success', sign: '✅' },
  { name: 'failure', sign: '❌' },
  { name: 'warning', sign: '⚠️' },
] as const

export type SignName = (typeof signs)[number]['name']

/** A stretch of text; all of them in a row are the text again, to the byte. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'sign'; readonly name: SignName; readonly text: string }
  | Reference

/** `[↗️σ₂:R3]` (DPTR-13). */
export interface Reference {
  readonly kind: 'reference'
  /** As it stands there. */
  readonly text: string
  /** With subscript digits, as slots have them: `σ₂`; null: what stands there is no reference that can be followed. */
  readonly target: { readonly symbol: string; readonly section: string } | null
}

/** An arrow without its variation selector is the same arrow; a backslash before the bracket makes it ordinary text. */
const piece = /(?<!\\)\[↗\ufe0f?[^\]\n]*(?:\]|$)|[→↔⟷⟲∈∃∧∨¬✅❌⚠]\ufe0f?/gmu

export function readPieces(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(piece)) {
    if (index > end) pieces.push({ kind: 'text', text: text.slice(end, index) })
    const known = signs.find(({ sign }) => plain(sign) === plain(found))
    pieces.push(known === undefined ? referenceIn(found) : { kind: 'sign', name: known.name, text: found })
    end = index + found.length
  }
  return end === text.length ? pieces : [...pieces, { kind: 'text', text: text.slice(end) }]
}

export const printPieces = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('')

const longest = 300

/** Behind a bar stands a context, which other tools write and Sigma does not read: `[↗️σ₁:R₁|Γ₃]`. */
function referenceIn(text: string): Reference {
  if (text.length > longest) return { kind: 'reference', text, target: null }
  const [, symbol, section] = /^\[↗\ufe0f?\s*(σ[^:\s]*)\s*:\s*([^|]*?)\s*(?:\|.*)?\]$/su.exec(text) ?? []
  if (symbol === undefined || section === undefined || section === '') return { kind: 'reference', text, target: null }
  return { kind: 'reference', text, target: { symbol: lowered(symbol), section } }
}

const lowered = (symbol: string): string =>
  symbol.replace(/[0-9]/gu, (digit) => String.fromCodePoint(0x2080 + Number(digit)))

const plain = (sign: string): string => sign.replace('\ufe0f', '')
