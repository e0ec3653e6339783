import { randomBytes } from 'node:crypto'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { sessionName } from './session-name.ts'

const now = Date.parse('2026-11-21T10:15:00.123Z')

test('a dialogue is named by its kind, the time of its beginning, and chance that no other has', () => {
  proves('DPTR-54')
  const names = Array.from({ length: 20_000 }, () =>
    sessionName('PLAN', { now, random: (count) => randomBytes(count) }),
  )
  for (const name of names.slice(0, 100)) expect(name).toMatch(/^PLAN_20261121T101500Z_[a-z2-9]{17}$/)
  expect(new Set(names).size).toBe(names.length)
  // Of 31 characters each: more than 80 bits in all.
  expect(17 * Math.log2(31)).toBeGreaterThan(80)
})
