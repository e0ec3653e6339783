/** Reminders, escalations for time, and what comes late; on a clock of the test's own. */
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { minute, PlayedValidation } from '../testing/played.ts'
import { iterationMsOf } from './input.ts'
import { hoursMinutesAndSeconds, minutesAndSeconds, timeInId, timestampOf } from './records/times.ts'
import { type SampleValidation, sampleValidationInput } from './sample.ts'

const played = (sample: SampleValidation = {}, iterationMs: number | null = null): PlayedValidation => {
  const input = sampleValidationInput({ specialists: 1, ...sample })
  return new PlayedValidation({ ...input, limits: { ...input.limits, iterationMs } }).surveyed()
}

const causes = (run: PlayedValidation): readonly unknown[] =>
  run.heard.flatMap(({ record }) => (record.kind === 'escalation' ? [record.body.cause] : []))

const waiting: readonly (readonly [string, string, () => PlayedValidation])[] = [
  ['validation', 'IN_PROGRESS', () => played()],
  ['fix', 'AWAITING_FIX', () => played().failing('unit-test', 'a')],
  ['fix', 'FIXING', () => played().failing('unit-test', 'a').acknowledges('unit-test')],
  ['re-validation', 'RE_CHECKING', () => played().failing('unit-test', 'a').mends('unit-test')],
]

test.each(waiting)(
  '%s in %s: at 30 minutes one reminder, at 35 one escalation, and nothing counts after it',
  (operation, status, begin) => {
    proves('VAL-59', 'VAL-62', 'VAL-63', 'VAL-64', 'VAL-65', 'VAL-69', 'VAL-107')
    const run = begin().waits(30 * minute - 1)
    expect(run.kinds('reminder', 'timeout')).toEqual([])
    run.waits(1)
    expect(run.kinds('timeout')).toMatchObject([{ body: { operation, elapsed: '30:00', expected: '30:00' } }])
    expect(run.kinds('reminder')).toMatchObject([
      { header: { elapsed: '30:00', limit: '30:00' }, body: { operation, status, grace: '05:00' } },
    ])
    run.waits(5 * minute - 1)
    expect(causes(run)).toEqual([])
    run.waits(1)
    expect(causes(run)).toEqual(['timeout'])
    run.waits(600 * minute)
    expect([causes(run).length, run.kinds('reminder').length, run.timers]).toEqual([1, 1, []])
    expect(run.open).toEqual(['unit-test.decision'])
  },
)

test('what comes in the five minutes after the reminder counts as if in time', () => {
  proves('VAL-66')
  const run = played()
    .waits(34 * minute)
    .passing('unit-test')
  expect(run.end.result).toMatchObject({ outcome: 'success' })
  expect(causes(run)).toEqual([])
})

test('with a limit of 30 minutes for the whole iteration it escalates at once, without a reminder', () => {
  proves('VAL-60', 'VAL-107')
  const run = played({}, 30 * minute).waits(30 * minute)
  expect(causes(run)).toEqual(['timeout'])
  expect(run.kinds('reminder')).toEqual([])
  const within = played({}, 30 * minute)
    .failing('unit-test', 'a')
    .waits(20 * minute)
    .mends('unit-test')
    .waits(10 * minute - 1)
  expect(causes(within)).toEqual([])
  expect(causes(within.waits(1))).toEqual(['timeout'])
})

test('the limit of an iteration is by default what a fix and a re-validation may take', () => {
  proves('VAL-61')
  const { limits } = sampleValidationInput()
  expect(iterationMsOf(limits)).toBe(70 * minute)
  expect(iterationMsOf({ ...limits, fixMs: 10 * minute, reminderMs: minute })).toBe(42 * minute)
  expect(iterationMsOf({ ...limits, iterationMs: 30 * minute })).toBe(30 * minute)
})

test('an operation and its iteration that are over at the same moment give one escalation', () => {
  proves('VAL-68')
  const run = played()
    .failing('unit-test', 'a')
    .waits(35 * minute - 1)
    .mends('unit-test')
    .waits(35 * minute)
  expect(causes(run)).toEqual(['timeout'])
  expect(run.waits(60 * minute).open).toEqual(['unit-test.decision'])
  expect(causes(run)).toHaveLength(1)
})

test('waiting for the acknowledgement is time of the fix', () => {
  proves('VAL-69')
  const run = played()
    .failing('unit-test', 'a')
    .waits(20 * minute)
    .acknowledges('unit-test')
    .waits(10 * minute)
  expect(run.kinds('reminder')).toMatchObject([{ body: { operation: 'fix' } }])
})

test('what is late is stopped with the escalation, and its result is nothing any more', () => {
  proves('VAL-72')
  const run = played().waits(35 * minute)
  expect(run.stops).toEqual(['unit-test.check'])
  run.passing('unit-test')
  expect([run.late, run.one('unit-test').status]).toEqual([1, 'ESCALATED'])
})

test('where it is set to be left, its result is kept and told, and resumes nothing', () => {
  proves('VAL-67', 'VAL-72')
  const run = played({ late: 'leave' }).waits(35 * minute)
  expect(run.stops).toEqual([])
  expect(run.open).toEqual(['unit-test.check', 'unit-test.decision'])
  run.passing('unit-test')
  expect(run.one('unit-test')).toMatchObject({ status: 'ESCALATED', work: { late: 'pass', running: null } })
  expect(run.kinds('late-result')).toMatchObject([{ body: { operation: 'validation', words: 'pass' } }])
  expect(run.open).toEqual(['unit-test.decision'])
  expect(run.consult('unit-test.decision').reasons).toMatchObject([
    { rule: 'late-result', message: 'It came to its end after the escalation: pass' },
  ])
  const early = played({ late: 'leave' })
    .waits(35 * minute)
    .decides('unit-test', 'extend', { more: { minutes: 10 } })
  expect(early.stops).toEqual(['unit-test.check'])
  expect(early.open).toEqual(['unit-test.check'])
})

test('extended by minutes, this specialist has so many more', () => {
  proves('VAL-58')
  const run = played()
    .waits(35 * minute)
    .decides('unit-test', 'extend', { more: { minutes: 10 } })
    .waits(40 * minute - 1)
  expect(run.kinds('reminder')).toHaveLength(1)
  expect(run.waits(1).kinds('reminder')).toHaveLength(2)
})

test('times run on beyond 59 minutes and 99 hours, and are written in UTC', () => {
  proves('VAL-25', 'VAL-43', 'VAL-71')
  expect(minutesAndSeconds(70 * minute + 5_999)).toBe('70:05')
  expect(hoursMinutesAndSeconds(100 * 60 * minute + 61_000)).toBe('100:01:01')
  expect(timestampOf('2026-11-21T10:15:00.123Z')).toBe('2026-11-21 10:15:00')
  expect(timeInId('2026-11-21T10:15:00.123Z')).toBe('20261121T101500Z')
})
