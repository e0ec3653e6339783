/** Texts of others within the lines of a message: whatever they hold, they begin no line and end none (VAL-28, VAL-30). */

import { hidden } from '../../writing/lines.ts'

const coded = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/** On one line. Markdown reads a doubled backslash as one. */
export const inLine = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replace(hidden, coded)

export function fromLine(line: string): string {
  return line.replace(/\\(\\|n|\||u\{([0-9a-f]+)\})/g, (_, what: string, code: string | undefined) => {
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16))
    return what === 'n' ? '\n' : what
  })
}

/** In a cell of a table. */
export const inCell = (text: string): string => inLine(text).replaceAll('|', '\\|')

/** In a cell with several, parted by commas. */
export const inList = (text: string): string => inCell(text).replaceAll(',', '\\u{2c}')

/** Each line of the text behind `> `. */
export const quoted = (text: string): readonly string[] => text.split('\n').map((line) => `> ${inLine(line)}`)

export const unquoted = (lines: readonly string[]): string => lines.map((line) => fromLine(line.slice(2))).join('\n')
