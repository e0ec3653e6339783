import { expect, test } from 'vitest'
import { formatDuration } from '../render/duration-text.ts'
import { durationSchema } from './duration.ts'
import { wordsOf } from './words.ts'

test.each([
  ['500ms', 500],
  ['30s', 30_000],
  ['30m', 1_800_000],
  ['2h', 7_200_000],
  ['7d', 604_800_000],
])('%s is %i milliseconds', (text, ms) => {
  expect(durationSchema.parse(text)).toBe(ms)
})

test.each(['30', 'm', '1.5h', '-1s', '0s', '9999d', '1h30m'])('%j is no duration', (text) => {
  expect(durationSchema.safeParse(text).success).toBe(false)
})

test.each([
  [0, '0.0s'],
  [4_321, '4.3s'],
  [42_400, '42s'],
  [60_000, '1m'],
  [125_000, '2m 5s'],
  [3_900_000, '1h 5m'],
  [604_800_000, '7d'],
])('%i milliseconds are shown as %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

test('a command is split into words as a shell does it', () => {
  expect(wordsOf(`node 'my agent.mjs' --say "a \\"b\\"" c\\ d ''`)).toEqual([
    'node',
    'my agent.mjs',
    '--say',
    'a "b"',
    'c d',
    '',
  ])
  expect(() => wordsOf('node "agent')).toThrow('the quote " is not closed')
  expect(() => wordsOf('  ')).toThrow('a command is wanted')
})
