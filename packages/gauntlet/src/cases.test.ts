import { expect, test } from 'vitest'
import { cheats, rulesOf } from './cases.ts'

const idsRefusedBy = (rule: string, runner: string): readonly string[] =>
  cheats.filter((cheat) => rulesOf(cheat, runner).includes(rule)).map(({ id }) => id)

test('a cheat whom a runner stops in its own way is refused by the rule of that runner, and no other', () => {
  expect(idsRefusedBy('ended-early', 'node:test')).toEqual(['exits', 'prints-report'])
  expect(idsRefusedBy('ended-early', 'jest')).toEqual(['exits', 'prints-report'])
  expect(idsRefusedBy('ended-early', 'vitest')).toEqual(['writes-report'])
  expect(idsRefusedBy('report-missing', 'jest')).toEqual(['writes-report'])
  expect(idsRefusedBy('report-missing', 'node:test')).toEqual([])
})
