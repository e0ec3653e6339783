import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { statusCodes } from './codes.ts'
import { printReply, readReply } from './reply.ts'

const code = fc.constantFrom(...statusCodes.map((row) => row.code))
const message = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\s,[\]{}\\nrut→0-9a-f]*$/))

test('reading what was written gives the same code and message, whatever the message holds', () => {
  proves('DPTR-25')
  fc.assert(
    fc.property(code, message, (written, words) => {
      const line = printReply(written, words)
      expect(line).not.toMatch(/[\n\r]/)
      expect(readReply(line)).toEqual({ kind: 'reply', code: written, message: words })
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['→[PC,Plan with 4 cycles in 2 batches]', 'PC', 'Plan with 4 cycles in 2 batches'],
  ['→[PC]', 'PC', ''],
  ['→PC', 'PC', ''],
  ['→[RC, ]', 'RC', ''],
  ['→[RC,]', 'RC', ''],
  ['  →[RC,  two words ]  ', 'RC', 'two words'],
  ['→[RC, tests [a, b] fail]', 'RC', 'tests [a, b] fail'],
  ['→[RC, pattern \\d+ and C:\\dir]', 'RC', 'pattern \\d+ and C:\\dir'],
  ['→[RC, see →[GC]]', 'RC', 'see →[GC]'],
  ['→RC →RC', 'RC', ''],
])('%s is read as %s', (line, wanted, words) => {
  proves('DPTR-25', 'DPTR-26')
  expect(readReply(line)).toEqual({ kind: 'reply', code: wanted, message: words })
})

test.each([
  ['RC', 'no-reply'],
  ['', 'no-reply'],
  ['Done: →[RC]', 'no-reply'],
  ['→', 'unreadable'],
  ['→[]', 'unreadable'],
  ['→[RC', 'unreadable'],
  ['→[RC, open', 'unreadable'],
  ['→[RC, escaped \\]', 'unreadable'],
  ['→[RC] done', 'unreadable'],
  ['→[RC message]', 'unreadable'],
  ['→[RC,', 'unreadable'],
  ['→[RC] →[GC]', 'ambiguous'],
  ['→RC→GC', 'ambiguous'],
  ['→[RC, a]→[TA]', 'ambiguous'],
  ['→[RC, a]x', 'unreadable'],
  ['→[RC, a] →RC →[TA, b]', 'ambiguous'],
])('%s is refused as %s', (line, rule) => {
  proves('DPTR-26')
  expect(readReply(line)).toMatchObject({ kind: 'fault', rule })
})
