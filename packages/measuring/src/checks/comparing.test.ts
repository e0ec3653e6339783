import { expect, test } from 'vitest'
import { compared } from './comparing.ts'
import { readPrinted } from './printed.ts'

const files = new Set(['src/a.ts', 'src/b.ts', 'src/new.ts', 'lint.mjs'])
const changed = new Set(['src/new.ts'])

const ran = (printed: string, more: object = {}) => ({
  run: { command: 'x', outcome: 'failed', why: null, exit: 1, durationMs: 1, printed, isWhole: true, ...more } as const,
  lines: readPrinted(printed, files, ''),
})
const [a, b] = ['src/a.ts(1,1): error: one', 'src/b.ts(2,2): error: two']
const eslint = (...messages: readonly string[]): string =>
  JSON.stringify([{ filePath: 'src/a.ts', messages: messages.map((message, line) => ({ line, message })) }])

test.each<[string, string, string, object, string]>([
  ['the same at other lines', `${a}\n${b}`, 'src/a.ts(3,4): error: one\nsrc/b.ts(5,6): error: two', {}, 'comparable'],
  ['something new in the same file', a, `${a}\nsrc/a.ts(9,9): error: three`, {}, 'comparable'],
  ['no file any more', a, 'Oops! Something went wrong.', {}, 'broken'],
  ['nothing any more', a, '', {}, 'broken'],
  ['no file, from JSON', eslint('one'), 'Oops! Something went wrong.', {}, 'broken'],
  ['all that it said until a limit', a, a, { outcome: 'cannot-run' }, 'broken'],
  ['a file less, and a trace', `${a}\n${b}`, `${a}\nTypeError: x\n    at lint.mjs:3:4`, {}, 'broken'],
  ['a file less, and another exit', `${a}\n${b}`, a, { exit: 2 }, 'broken'],
  ['a file less that was mended from elsewhere', `${a}\n${b}\n2 errors`, `${a}\n1 error`, {}, 'unclear'],
  [
    'a file less, and what new files have as all have',
    `${a}\n${b}`,
    `${a}\nsrc/new.ts(1,1): error: one`,
    {},
    'unclear',
  ],
  ['all that it said, and another end', a, `${a}\nSomething went wrong.`, { exit: 2 }, 'broken'],
  ['all that it said, and a trace', a, `${a}\nTypeError: x\n    at run (lint.mjs:3:4)`, {}, 'broken'],
  ['all that it said, and an error of no file', a, `${a}\nerror TS6053: File 'x' not found.`, {}, 'broken'],
  [
    'another number of findings as its exit',
    `${a}\n2 errors`,
    `${a}\nsrc/a.ts(9,9): error: 3\n3 errors`,
    { exit: 3 },
    'comparable',
  ],
  ['other words of what is left', `[warn] src/a.ts\nin 2 files`, `[warn] src/a.ts\nin the above file`, {}, 'unclear'],
  ['what is new, explained', `${a}\n  why`, `${a}\n  why\nsrc/b.ts(1,1): error: 2\n  because`, {}, 'comparable'],
  ['another time', `${a}\ntook 34ms`, `${a}\ntook 1.2s`, {}, 'comparable'],
  ['an output that is cut', a, a, { isWhole: false }, 'unclear'],
  ['other words that name no file', 'bad: x', 'bad: y', {}, 'unclear'],
  ['the same words that name no file', 'took 3 s: bad', 'took 4 s: bad', {}, 'comparable'],
  ['JSON with the same', eslint('one'), eslint('one'), {}, 'comparable'],
])('a check that failed before, and now prints %s', (_what, before, after, more, kind) => {
  expect(compared(ran(before), ran(after, more), changed).kind).toBe(kind)
})

test('a file that the work changed may say nothing any more', () => {
  expect(compared(ran(`${a}\n${b}`), ran(a), new Set(['src/b.ts'])).kind).toBe('comparable')
})
