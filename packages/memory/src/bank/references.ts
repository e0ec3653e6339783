import { type Reference, readPieces } from '@sigma/protocol'
import { type ProseLine, withoutCode } from './prose.ts'

/** A reference where it stands. */
export interface Placed {
  readonly reference: Reference
  readonly line: number
  /** From 1, in UTF-16 units. */
  readonly column: number
}

/** A name with an index below its letters, `[↗️σₓ:Rₓ]`, is the form and no reference. */
const isForm = (text: string): boolean => /[ₓₙ]/u.test(text)

export function referencesIn(prose: readonly ProseLine[]): readonly Placed[] {
  return prose.flatMap(({ line, text }) => {
    if (!text.includes('[↗')) return []
    let column = 1
    return readPieces(withoutCode(text)).flatMap((piece) => {
      const at = column
      column += piece.text.length
      return piece.kind === 'reference' && !isForm(piece.text) ? [{ reference: piece, line, column: at }] : []
    })
  })
}
