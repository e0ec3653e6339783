/** When a person is asked, what they are told, and what follows from each answer. */
import { answered, decided, failed, judged, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { PlayedValidation } from '../testing/played.ts'
import { type SampleValidation, sampleValidationInput } from './sample.ts'

const played = (sample: SampleValidation = {}): PlayedValidation =>
  new PlayedValidation(sampleValidationInput({ specialists: 1, ...sample })).surveyed()

/** Each iteration fails in its own way. */
function spent(sample: SampleValidation = {}, iterations = 5): PlayedValidation {
  const run = played({ iterations, ...sample }).failing('unit-test', 'first')
  for (let at = 2; at <= iterations; at += 1) run.mends('unit-test').failing('unit-test', `other-${at}`)
  return run
}

const causes = (run: PlayedValidation): readonly unknown[] =>
  run.heard.flatMap(({ record }) => (record.kind === 'escalation' ? [[record.body.cause, ...record.body.others]] : []))

test('the fifth iteration that fails is escalated, and no sixth starts', () => {
  proves('VAL-18', 'VAL-54', 'VAL-73', 'VAL-77')
  const run = spent()
  expect(causes(run)).toEqual([['max-iterations']])
  expect(run.one('unit-test')).toMatchObject({ status: 'ESCALATED', iteration: 5, left: 0 })
  expect(run.open).toEqual(['unit-test.decision'])
  expect(run.ids.filter((id) => id.startsWith('REVAL-'))).toHaveLength(4)
  const last = run.heard.find(({ record }) => record.kind === 'escalation')
  expect(last).toMatchObject({
    told: { entry: { recipient: 'User', summary: 'unit-test: Max iterations exceeded.' } },
    record: { body: { iteration: 5, max: 5, rows: [{}, {}, {}, {}, {}] } },
  })
})

test('it is reported, the run pauses, and a decision with a safe default and an expiry is waited for', () => {
  proves('VAL-19', 'VAL-20', 'VAL-21')
  const run = spent({ specialists: 2 })
  const { options, fallback, expiryMs, status } = run.consult('unit-test.decision')
  expect(options.map(({ name }) => name)).toEqual(['manual', 'skip', 'abort', 'extend'])
  for (const { consequence } of options) expect(consequence).toMatch(/^[A-Z].{20,}\.$/)
  expect([fallback, expiryMs, status]).toEqual(['abort', 604_800_000, 'escalated'])
  expect(run.timers).toEqual([])
  run.waits(24 * 3_600_000)
  expect(run.open).toEqual(['unit-test.decision'])
})

test('others who check meanwhile may end, but nothing starts and no time counts', () => {
  proves('VAL-20')
  const run = played({ specialists: 2, order: 'parallel', iterations: 1 }).failing('unit-test', 'one')
  expect(run.open).toEqual(['integration-test.check', 'unit-test.decision'])
  expect(run.timers).toEqual([])
  run.waits(3_600_000).decides('unit-test', 'skip')
  expect(run.timers).toEqual(['integration-test.iteration', 'integration-test.time'])
  run.waits(29 * 60_000)
  expect(run.kinds('reminder')).toEqual([])
})

test('the same failures in three iterations in a row, in whatever order and on whatever lines, are a deadlock', () => {
  proves('VAL-73', 'VAL-74')
  const run = played().failing('unit-test', 'a', 'b').mends('unit-test').failing('unit-test', 'b', 'a')
  expect(causes(run)).toEqual([])
  run.mends('unit-test').failing('unit-test', 'a', 'b', 'a')
  expect(causes(run)).toEqual([['deadlock']])
})

test.each([
  ['shrinks', [['a', 'b', 'c'], ['a', 'b'], ['a']]],
  ['changes', [['a'], ['b'], ['c'], ['a']]],
])('a set that %s is progress', (_, sets) => {
  proves('VAL-74')
  const run = played().failing('unit-test', ...(sets[0] ?? []))
  for (const set of sets.slice(1)) run.mends('unit-test').failing('unit-test', ...set)
  expect(causes(run)).toEqual([])
})

test('two sets that take turns over four iterations are a deadlock', () => {
  proves('VAL-78')
  const run = played().failing('unit-test', 'a')
  for (const name of ['b', 'a']) run.mends('unit-test').failing('unit-test', name)
  expect(causes(run)).toEqual([])
  expect(causes(run.mends('unit-test').failing('unit-test', 'b'))).toEqual([['deadlock']])
})

test('where both hold there is one escalation, by the iterations, and the deadlock is listed in it', () => {
  proves('VAL-68', 'VAL-76')
  const run = played({ iterations: 3 }).failing('unit-test', 'a')
  for (const name of ['a', 'a']) run.mends('unit-test').failing('unit-test', name)
  expect(causes(run)).toEqual([['max-iterations', 'deadlock']])
})

test('an escalation tells what fails now, also where no failure was there in every iteration', () => {
  proves('VAL-40')
  const run = played({ iterations: 2 }).failing('unit-test', 'a', 'b').mends('unit-test').failing('unit-test', 'b', 'c')
  expect(run.kinds('escalation')).toMatchObject([
    {
      body: {
        persistent: [{ name: 'b' }],
        notes: ['still-fails: unit-test found: test c in test/slugs.test.js: c fails. Fix what unit-test found.'],
      },
    },
  ])
  expect(run.consult('unit-test.decision').reasons).toHaveLength(2)
})

test('extended without a word there is one iteration more, of this specialist alone, and as often as a person likes', () => {
  proves('VAL-58')
  const run = spent().decides('unit-test', 'extend')
  expect(run.one('unit-test')).toMatchObject({ status: 'AWAITING_FIX', left: 1 })
  run.mends('unit-test').failing('unit-test', 'again')
  expect(causes(run)).toHaveLength(2)
  run.decides('unit-test', 'extend', { more: { iterations: 2 } })
  run.mends('unit-test').failing('unit-test', 'once').mends('unit-test')
  expect(run.one('unit-test')).toMatchObject({ iteration: 8, left: 0 })
  expect(run.kinds('decision')).toMatchObject([
    { body: { option: 'extend', by: 'ann' } },
    { body: { option: 'extend' } },
  ])
  const two = played({ specialists: 2, iterations: 1 })
    .failing('unit-test', 'one')
    .decides('unit-test', 'extend', { more: { iterations: 3 } })
  expect(two.one('integration-test').left).toBe(1)
})

test('fixed by hand: a workspace is laid, the person says that it is done, and it is checked again as an iteration', () => {
  proves('VAL-80')
  const run = played().failing('unit-test', 'a').mends('unit-test').failing('unit-test', 'a').mends('unit-test')
  run.failing('unit-test', 'a').decides('unit-test', 'manual')
  expect(run.effect('unit-test.laying')).toMatchObject({
    kind: 'restore',
    for: 'person',
    workspace: 'fix',
    commit: 'commit-2',
  })
  run.lays('unit-test')
  expect(run.consult('unit-test.by-hand')).toMatchObject({
    status: 'waiting',
    fallback: 'abort',
    at: { workspace: 'fix' },
  })
  run.happen(decided('unit-test.by-hand', 'fix', { input: { commit: 'mine' } }))
  expect(run.one('unit-test')).toMatchObject({ status: 'RE_CHECKING', iteration: 4, left: 1 })
  expect(run.effect('unit-test.check')).toMatchObject({ commit: 'mine' })
})

test('by hand after the last iteration there is exactly one more', () => {
  proves('VAL-80', 'VAL-110')
  const run = spent().decides('unit-test', 'manual').lays('unit-test')
  run.happen(decided('unit-test.by-hand', 'fix', { input: { commit: 'mine' } }))
  expect(run.one('unit-test')).toMatchObject({ iteration: 6, left: 0 })
  run.failing('unit-test', 'still')
  expect(causes(run)).toHaveLength(2)
  expect(run.open).toEqual(['unit-test.decision'])
})

test('a workspace that cannot be laid leaves the decision open', () => {
  proves('VAL-80')
  const run = spent().decides('unit-test', 'manual').fails('unit-test.laying')
  expect(run.open).toEqual(['unit-test.decision'])
  expect(causes(run)).toHaveLength(1)
})

test('skipped: the next starts, and the end is never plain success', () => {
  proves('VAL-81')
  const run = spent({ specialists: 2 }).decides('unit-test', 'skip')
  expect(run.one('unit-test')).toMatchObject({ status: 'COMPLETED', outcome: 'skipped' })
  expect(run.open).toEqual(['integration-test.check'])
  run.passing('integration-test').surveyed()
  expect(run.end).toMatchObject({
    outcome: 'completed',
    summary: expect.stringContaining('Skipped: unit-test'),
    result: { outcome: 'success with skipped checks' },
  })
})

test.each(['ann', 'expiry'])('aborted by %s: the status stays, nothing starts, nothing is delivered', (by) => {
  proves('VAL-49')
  const run = spent({ specialists: 2 }).happen(decided('unit-test.decision', 'abort', { by }))
  expect(run.end).toMatchObject({
    outcome: 'aborted',
    result: { outcome: 'aborted', specialists: [{ status: 'ESCALATED' }, {}] },
  })
  expect(run.end.result).not.toHaveProperty('commit')
  expect(run.end.reasons).toMatchObject([{ rule: by === 'ann' ? 'aborted' : 'decision-expired' }])
})

test('a run in which nobody decides reports what all of them find, and ends escalated', () => {
  proves('VAL-111')
  const run = played({ specialists: 2, decides: 'nobody', iterations: 1 }).failing('unit-test', 'a')
  expect(run.open).toEqual(['integration-test.check'])
  run.passing('integration-test')
  expect(run.end).toMatchObject({
    outcome: 'escalated',
    result: { outcome: 'escalated' },
    reasons: [{ rule: 'still-fails' }],
  })
  const broken = played({ decides: 'nobody', errors: 0 }).fails('unit-test.check')
  expect(broken.end).toMatchObject({ outcome: 'refused', result: { outcome: 'error' } })
})

test('a survey that breaks is made again, and then a person looks into it', () => {
  proves('VAL-111')
  const run = new PlayedValidation(sampleValidationInput({ specialists: 1 })).fails('survey').fails('survey')
  expect(run.consult('halted')).toMatchObject({ status: 'halted', fallback: 'abort' })
  const unread = new PlayedValidation(sampleValidationInput({ specialists: 1, errors: 0 }))
  unread.happen(judged('survey', 'pass'))
  expect(unread.consult('halted').reasons).toMatchObject([{ rule: 'survey-unreadable' }])
  run.happen(decided('halted', 'resume')).fails('survey').fails('survey').happen(decided('halted', 'abort'))
  expect(run.end).toMatchObject({ result: { outcome: 'error' } })
})

test('a spent budget is a question of its own, which what is given answers', () => {
  const run = played().failing('unit-test', 'a')
  const finding = { rule: 'asks-spent', message: 'Spent.', remedy: 'Extend it.' }
  run.happen(failed('unit-test.report', 'budget', { findings: [finding] }))
  expect(run.consult('unit-test.decision').reasons[0]).toEqual(finding)
  run.decides('unit-test', 'extend')
  expect(run.open).toEqual(['unit-test.report'])
  expect(run.ids.filter((id) => id === 'VFR-42-unit-test-1')).toHaveLength(1)
})

test('a main agent that gives up is escalated as unresponsive, with a completion that says No', () => {
  proves('VAL-84')
  const run = played().failing('unit-test', 'a').acknowledges('unit-test')
  run.happen(answered('unit-test.fix', 'BL', { message: 'I cannot.' }))
  expect(run.kinds('fix-completion')).toMatchObject([{ body: { ready: false } }])
  expect(causes(run)).toEqual([['unresponsive']])
})
