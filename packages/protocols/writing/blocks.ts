/**
 * Text of several lines that others wrote, where it must not be taken for Sigma's own (T37): on a terminal every line of
 * it but the first is set in, and the first stands behind what Sigma says of it; in Markdown it is a quotation in which
 * nothing means anything but itself.
 */
import { escapedLine, hidden } from './lines.ts'

const breaks = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

/** The lines of a text, without what a terminal would obey or not show. */
export function plainLines(text: string): readonly string[] {
  const lines = text.toWellFormed().split(breaks)
  return lines.map((line) => line.replaceAll('\t', '  ').replace(hidden, '').trimEnd())
}

/** `heading` is Sigma's, on a line; the text follows it, and goes on set in. */
export function textBlock(heading: string, text: string): readonly string[] {
  const [first = '', ...rest] = plainLines(text)
  return [`${plainLines(heading).join(' ')}: ${first}`, ...rest.map((line) => `    ${line}`)]
}

/** The lines of a quotation, each as long as it was. */
export function quotation(text: string): readonly string[] {
  const lines = text.toWellFormed().split(breaks).map(quoted)
  return lines.map((line, at) => {
    if (line === '') return '>'
    const isBroken = (lines[at + 1] ?? '') !== ''
    return `> ${line}${isBroken ? '\\' : ''}`
  })
}

/** What begins a list, a rule or a heading at the start of a line is escaped too. */
const quoted = (line: string): string =>
  escapedLine(line)
    .replace(/^[-+=]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')

/** All of a text on one line, at most `width` characters long. */
export function oneLine(text: string, width: number): string {
  const line = plainLines(text).join(' ').replace(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length <= width ? line : `${characters.slice(0, width - 1).join('')}…`
}
