/** Lines of a screen as plain data: what is written where, and in which tone. Colour comes last, and only where there is some. */
import { printable } from '../../printable.ts'
import { cut, widthOf } from './width.ts'

export type Tone = 'plain' | 'strong' | 'dim' | 'good' | 'bad' | 'warn' | 'chosen'

export interface Span {
  readonly text: string
  readonly tone: Tone
}

export type Line = readonly Span[]

export const span = (text: string, tone: Tone = 'plain'): Span => ({ text, tone })

/** At most so wide, and nothing in it that a terminal would obey (T17). */
export function fitted(line: Line, width: number): Line {
  const spans: Span[] = []
  let left = width
  for (const { text, tone } of line) {
    if (left <= 0) break
    const shown = cut(printable(text).replace(/[\t\n]/g, ' '), left)
    left -= widthOf(shown)
    if (shown !== '') spans.push({ text: shown, tone })
  }
  return spans
}

/** The second stands at the right end of the line, if there is room for both. */
export function justified(left: Line, right: Line, width: number): Line {
  const gap = width - widthOfLine(left) - widthOfLine(right)
  if (gap >= 2) return [...left, span(' '.repeat(gap)), ...right]
  const room = width - widthOfLine(right) - 2
  return room < 12 ? fitted(left, width) : [...fitted(left, room), span('  '), ...right]
}

export const widthOfLine = (line: Line): number => line.reduce((sum, { text }) => sum + widthOf(text), 0)

export const textOf = (line: Line): string => line.map(({ text }) => text).join('')

const codes: Readonly<Record<Tone, readonly [on: string, off: string]>> = {
  plain: ['', ''],
  strong: ['\x1b[1m', '\x1b[22m'],
  dim: ['\x1b[2m', '\x1b[22m'],
  good: ['\x1b[32m', '\x1b[39m'],
  bad: ['\x1b[31m', '\x1b[39m'],
  warn: ['\x1b[33m', '\x1b[39m'],
  chosen: ['\x1b[1;36m', '\x1b[22;39m'],
}

/** The line with the codes of its colours. */
export const coloured = (line: Line): string =>
  line
    .map(({ text, tone }) => {
      const [on, off] = codes[tone]
      return `${on}${text}${off}`
    })
    .join('')
