/**
 * Draws lines on the whole of a terminal, on its other screen, and gives the first one back as it was. Writes only what
 * changed since the last time. Lines never wrap, even where terminal and width disagree about a character.
 */
import { coloured, fitted, type Line, textOf, widthOfLine } from './line.ts'
import type { Size } from './list-screen.ts'

export interface Painter {
  draw(lines: readonly Line[], size: Size): void
  /** The next drawing is a whole one: something else may have been written. */
  forget(): void
}

/** To the other screen, and what is needed there: no cursor, no wrapping, pasted text told apart from keys. */
export const enterText = '\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h'
/** Restores the terminal from any state that a drawing may leave it in. */
export const leaveText = '\x1b[0m\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l'

export function painterOn(write: (text: string) => void, hasColour: boolean): Painter {
  let drawn: readonly string[] | null = null
  let width = 0
  return {
    draw: (lines, { columns, rows }) => {
      const shown = lines.slice(0, rows).map((line) => {
        const whole = fitted(line, columns)
        const text = hasColour ? coloured(whole) : textOf(whole)
        // Behind the last column a terminal's cursor stands on it still, and would take it away.
        return widthOfLine(whole) < columns ? `${text}\x1b[K` : text
      })
      const before = width === columns && drawn?.length === shown.length ? drawn : null
      const changed = shown.flatMap((text, at) => (before?.[at] === text ? [] : [`\x1b[${at + 1};1H${text}`]))
      const whole = before === null ? '\x1b[2J' : ''
      if (changed.length > 0) write(`${whole}${changed.join('')}`)
      drawn = shown
      width = columns
    },
    forget: () => {
      drawn = null
    },
  }
}
