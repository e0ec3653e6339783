import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { failureOf } from '../testing/played.ts'
import { anyFailure } from '../testing/records.ts'
import { compared, isDeadlock, setOf } from './comparison.ts'
import { fingerprint } from './fingerprint.ts'

const said = (message: string): string => fingerprint(failureOf('a', { message }))

test.each([
  ['lines', 'Error at src/a.js:12:7', 'Error at src/a.js:98:3'],
  ['lines in brackets', 'src/a.ts(12,7): wrong', 'src/a.ts(1,1): wrong'],
  ['lines in words', 'on line 12, column 3', 'on line 9, column 40'],
  ['durations', 'took 12.5 ms, limit 5s', 'took 900 ms, limit 5s'],
  ['times', 'at 2026-01-01T10:00:00.000Z it broke', 'at 2027-02-03T11:12:13Z it broke'],
  ['times of day', 'at 10:00:00 it broke', 'at 23:59:59.9 it broke'],
  ['addresses', 'object at 0x7f00', 'object at 0xABCDEF'],
  ['colours', '\u001b[31mred\u001b[39m', 'red'],
  ['spaces', 'a  b\n\tc', 'a b c'],
])('%s do not tell failures apart', (_, one, other) => {
  proves('VAL-45', 'VAL-75')
  expect(said(one)).toBe(said(other))
})

test.each([
  ['values', 'expected 1 to be 2', 'expected 1 to be 3'],
  ['words', 'Cannot read a', 'Cannot read b'],
  ['letters', 'Name', 'name'],
])('%s tell them apart', (_, one, other) => {
  proves('VAL-45')
  expect(said(one)).not.toBe(said(other))
})

test('line, severity and suggestion are no part of a failure, and kind, file and name are', () => {
  proves('VAL-45')
  fc.assert(
    fc.property(anyFailure, anyFailure, (one, other) => {
      const { kind, file, name, message } = one
      expect(fingerprint({ ...other, kind, file, name, message })).toBe(fingerprint(one))
      expect(fingerprint({ ...one, kind: `${kind}x` })).not.toBe(fingerprint(one))
      expect(fingerprint({ ...one, file: `${file}x` })).not.toBe(fingerprint(one))
      expect(fingerprint({ ...one, name: `${name}x` })).not.toBe(fingerprint(one))
    }),
  )
})

const failures = fc.array(anyFailure, { maxLength: 8 })

test('a set of failures is the same in any order, with other lines, and with one of them twice', () => {
  proves('VAL-74', 'VAL-75')
  fc.assert(
    fc.property(failures, fc.integer({ min: 1, max: 500 }), (some, line) => {
      const moved = some.toReversed().map((each) => ({ ...each, line }))
      expect(setOf([...moved, ...moved.slice(0, 1)])).toBe(setOf(some))
    }),
  )
})

test('of two iterations each failure is resolved, persisting or new, once', () => {
  proves('VAL-44')
  fc.assert(
    fc.property(failures, failures, (before, now) => {
      const { resolved, persisting, fresh } = compared(before, now)
      const prints = (some: readonly Parameters<typeof fingerprint>[0][]): readonly string[] => some.map(fingerprint)
      expect(new Set(prints([...persisting, ...fresh]))).toEqual(new Set(prints(now)))
      expect(new Set(prints([...resolved, ...persisting])).isSupersetOf(new Set(prints(before)))).toBe(true)
      const all = prints([...resolved, ...persisting, ...fresh])
      expect(new Set(all).size).toBe(all.length)
    }),
  )
})

test('a deadlock is the same set thrice in a row, or two sets in turns over four, and nothing else', () => {
  proves('VAL-74', 'VAL-78')
  fc.assert(
    fc.property(fc.array(fc.constantFrom('A', 'B', 'C'), { maxLength: 6 }), (sets) => {
      const [three, four] = [sets.slice(-3), sets.slice(-4)]
      const isSame = three.length === 3 && new Set(three).size === 1
      const inTurns = four.length === 4 && four[0] === four[2] && four[1] === four[3]
      expect(isDeadlock(sets)).toBe(isSame || inTurns)
    }),
  )
})
