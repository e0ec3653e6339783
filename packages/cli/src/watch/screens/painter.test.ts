import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Line, span } from './line.ts'
import { enterText, leaveText, painterOn } from './painter.ts'

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: escape sequences are what a terminal reads
const parts = /\x1b\[[\d;]*[A-Za-z]|[^\x1b]/g
const order = /^\x1b\[([\d;]*)([A-Za-z])$/
const modeChange = /\x1b\[\?(\d+)([hl])/g
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: as above

/** A terminal that knows what the painter writes: where to stand, what to take away, and characters of one column. */
function terminal(columns: number, rows: number) {
  let cells: string[][] = []
  let [row, column] = [0, 0]
  const blank = (): string[] => Array.from({ length: columns }, () => ' ')
  const clear = (): void => {
    cells = Array.from({ length: rows }, blank)
  }
  clear()
  return {
    clear,
    shown: () => cells.map((line) => line.join('').trimEnd()),
    write: (text: string) => {
      for (const [part] of text.matchAll(parts)) {
        const [, place = '', does = ''] = order.exec(part) ?? []
        if (does === 'H') [row, column] = [Number(place.split(';')[0]) - 1, Number(place.split(';')[1]) - 1]
        else if (does === 'J') clear()
        else if (does === 'K') cells[row]?.fill(' ', Math.min(column, columns - 1))
        else if (does === '') {
          const line = cells[row]
          if (line !== undefined) line[Math.min(column, columns - 1)] = part
          column = Math.min(column + 1, columns)
        }
      }
    },
  }
}

const lines = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 30 }), {
  minLength: 6,
  maxLength: 6,
})

test('whatever was drawn before, the terminal shows what is drawn now', () => {
  fc.assert(
    fc.property(fc.array(lines, { minLength: 1, maxLength: 6 }), fc.boolean(), (drawings, hasColour) => {
      const screen = terminal(20, 6)
      const painter = painterOn(screen.write, hasColour)
      for (const texts of drawings) {
        painter.draw(
          texts.map((text) => [span(text, 'warn')]),
          { columns: 20, rows: 6 },
        )
        const wanted = texts.map((text) => (text.length > 20 ? `${text.slice(0, 19)}…` : text).trimEnd())
        expect(screen.shown()).toEqual(wanted)
      }
    }),
  )
})

test('writes what changed, and nothing where nothing did', () => {
  const written: string[] = []
  const painter = painterOn((text) => written.push(text), false)
  const at = (second: string): readonly Line[] => [[span('first')], [span(second)]]
  const size = { columns: 20, rows: 2 }
  painter.draw(at('a'), size)
  painter.draw(at('a'), size)
  painter.draw(at('b'), size)
  expect(written).toEqual(['\x1b[2J\x1b[1;1Hfirst\x1b[K\x1b[2;1Ha\x1b[K', '\x1b[2;1Hb\x1b[K'])
  painter.draw(at('b'), { columns: 10, rows: 2 })
  expect(written.at(-1)).toContain('\x1b[2J')
  painter.forget()
  painter.draw(at('b'), { columns: 10, rows: 2 })
  expect(written).toHaveLength(4)
})

test('has no colour where none is wanted, and ends each that it begins', () => {
  const written: string[] = []
  const line: Line = [span('a', 'chosen'), span('b', 'bad')]
  painterOn((text) => written.push(text), true).draw([line], { columns: 9, rows: 1 })
  painterOn((text) => written.push(text), false).draw([line], { columns: 9, rows: 1 })
  expect(written).toEqual(['\x1b[2J\x1b[1;1H\x1b[1;36ma\x1b[22;39m\x1b[31mb\x1b[39m\x1b[K', '\x1b[2J\x1b[1;1Hab\x1b[K'])
})

test('everything that is taken of the terminal is given back', () => {
  const modes = (text: string): readonly string[] =>
    [...text.matchAll(modeChange)].map(([, mode, on]) => `${mode}${on}`)
  const opposite = (mode: string): string => (mode.endsWith('h') ? `${mode.slice(0, -1)}l` : `${mode.slice(0, -1)}h`)
  expect(modes(leaveText).toSorted()).toEqual(modes(enterText).map(opposite).toSorted())
})
