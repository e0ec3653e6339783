/** How many columns of a terminal text takes. What terminals disagree about counts as the most that any of them takes. */
import { eastAsianWidth } from 'get-east-asian-width'

const ascii = /^[ -~]*$/
/** Drawn over what stands before it. */
const marks = /^[\p{Mn}\p{Me}]$/u
/** Half a flag; alone, a terminal may show it as wide as a whole one. */
const flags = /^\p{Regional_Indicator}$/u

/** The columns that printable text on one line takes. */
export function widthOf(text: string): number {
  if (ascii.test(text)) return text.length
  let width = 0
  for (const character of text) width += widthOfCharacter(character)
  return width
}

function widthOfCharacter(character: string): number {
  if (marks.test(character)) return 0
  return flags.test(character) ? 2 : eastAsianWidth(character.codePointAt(0) ?? 0)
}

/** At most so wide; what is cut off is told by `…`. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  let left = width - 1
  for (const character of text) {
    left -= widthOfCharacter(character)
    if (left < 0) break
    kept += character
  }
  return width < 1 ? '' : `${kept}…`
}

/** Exactly so wide, or wider where the text is. */
export const padEnd = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)))

export const padStart = (text: string, width: number): string => ' '.repeat(Math.max(0, width - widthOf(text))) + text

/** Broken at blanks, and within words that are wider than a line; never wider than it. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((each) => pieces(each, width))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= width) {
      line = longer
      continue
    }
    lines.push(line)
    line = word
  }
  return [...lines, line]
}

function pieces(word: string, width: number): readonly string[] {
  if (widthOf(word) <= width) return [word]
  const found: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece !== '' && widthOf(piece) + widthOfCharacter(character) > width) {
      found.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...found, piece]
}
