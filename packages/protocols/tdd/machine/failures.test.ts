import { type Event, lateRule } from '@sigma/protocol'
import { answered, failed, judged, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { sampleTddInput } from './sample.ts'
import { decide, journey } from './testing/journey.ts'

const two = sampleTddInput({ batches: [2] })

const failures: readonly (readonly [string, (id: string) => Event])[] = [
  ['EX', (id) => answered(id, 'EX', { commit: 'half' })],
  ['TO', (id) => answered(id, 'TO')],
  ['a crash', (id) => failed(id, 'crash')],
  ['a time limit', (id) => failed(id, 'timeout')],
  ['an agent that is not there', (id) => failed(id, 'unavailable')],
]

test.each(failures)('%s: logged, snapshot taken, halted, and the other cycles go on', (_name, fails) => {
  proves('DPTR-28', 'DPTR-109', 'DPTR-110', 'SIG-08')
  const green = journey(two).until('C1.green.dev')
  const halted = green.happen(fails('C1.green.dev'))
  const place = {
    role: 'dev',
    session: 'TDD_20261121T101500Z_C1_k3f9',
    round: 0,
    cycle: 1,
    phase: 'GREEN',
    workspace: 'C1',
  }
  const { cycle: _, ...words } = place
  const at = { ...words, unit: 'C1', called: 'cycle 1', step: 'green', part: 'dev' }
  expect(halted.effects).toMatchObject([
    { kind: 'tell', message: { type: 'log', data: place } },
    { kind: 'tell', message: { type: 'snapshot', data: { ...place, slice: 1, cycles: [{ cycle: 1 }, { cycle: 2 }] } } },
    { kind: 'consult', status: 'halted', at, fallback: 'abort', expiryMs: null },
  ])
  expect(halted.consult('C1.green.dev.decision').options.map(({ name }) => name)).toEqual(['resume', 'abort'])
  expect(halted.open).toEqual(['C2.green.dev', 'C1.green.dev.decision'])
  const other = halted.happen(answered('C2.green.dev', 'GC', { commit: 'g' }), judged('C2.green.check'))
  expect(other.open).toEqual(['C1.green.dev.decision'])
})

test.each(failures)(
  '%s: resuming repeats the failed turn only, in the same session, from the same base',
  (_name, fails) => {
    proves('DPTR-111')
    const green = journey(two).until('C1.green.dev')
    const asked = green.ask('C1.green.dev')
    const resumed = green.happen(fails('C1.green.dev'), decide('C1.green.dev', 'resume'))
    expect(resumed.effects).toEqual([asked])
  },
)

const late = (id: string): Event =>
  failed(id, 'late', {
    findings: [{ rule: lateRule, message: 'It took longer than 35 min.', remedy: 'Give it more.' }],
  })

test('a turn that was late: logged, snapshot taken, escalated with all ways on, and the other cycles go on', () => {
  proves('DPTR-120')
  const halted = journey(two).until('C1.green.dev').happen(late('C1.green.dev'))
  expect(halted.effects).toMatchObject([
    { kind: 'tell', message: { type: 'log', data: { role: 'dev', phase: 'GREEN', rule: lateRule } } },
    { kind: 'tell', message: { type: 'snapshot', data: { slice: 1 } } },
    { kind: 'consult', status: 'escalated', fallback: 'abort', expiryMs: 604_800_000 },
  ])
  const { options } = halted.consult('C1.green.dev.decision')
  expect(options.map(({ name }) => name)).toEqual(['extend', 'resume', 'fix', 'skip', 'abort'])
  expect(halted.open).toEqual(['C2.green.dev', 'C1.green.dev.decision'])
})

test.each(['extend', 'resume'])('%s after a late turn repeats this turn only', (option) => {
  proves('DPTR-120')
  const green = journey(two).until('C1.green.dev')
  const asked = green.ask('C1.green.dev')
  expect(green.happen(late('C1.green.dev'), decide('C1.green.dev', option)).effects).toEqual([asked])
})

test.each(['phase0', 'C1.red.qa', 'C1.refactor-tests.qa', 'C1.refactor-impl.dev', 'C1.review.dev', 'C1.review.qa'])(
  'a failure at %s halts there, and an abort delivers nothing',
  (id) => {
    proves('DPTR-110', 'DPTR-28')
    const halted = journey(two).until(id).happen(answered(id, 'EX'))
    const aborted = halted.happen(decide(id, 'abort'))
    expect(aborted.last.kernel.outcome).toMatchObject({ outcome: 'aborted', result: { cycles: [] } })
    expect(aborted.last.kernel.outcome?.result).not.toHaveProperty('commit')
  },
)

test('an answer that cannot be read is asked for once more by the kernel, then it is an exception', () => {
  proves('DPTR-28')
  const red = journey(two).until('C1.red.qa')
  expect(red.ask('C1.red.qa').retry).toEqual([{ causes: ['invalid'], times: 1 }])
  const once = red.happen(failed('C1.red.qa', 'invalid'))
  expect(once.last.disposition).toBe('retried')
  expect(once.happen(failed('C1.red.qa', 'invalid')).consult('C1.red.qa.decision').status).toBe('halted')
})

test('a crash and a hang are tried again as often as the project grants it, together, each journalled', () => {
  proves('SIG-08', 'DPTR-110')
  const red = journey(sampleTddInput({ batches: [2], crashes: 2 })).until('C1.red.qa')
  const asked = red.ask('C1.red.qa')
  expect(asked.retry).toEqual([
    { causes: ['invalid'], times: 1 },
    { causes: ['crash', 'timeout'], times: 2 },
  ])
  const once = red.happen(failed('C1.red.qa', 'crash'))
  expect([once.last.disposition, once.open]).toEqual(['retried', red.open])
  const twice = once.happen(failed('C1.red.qa', 'timeout'))
  expect(twice.last.disposition).toBe('retried')
  expect(twice.happen(failed('C1.red.qa', 'invalid')).last.disposition).toBe('retried')
  const spent = twice.happen(failed('C1.red.qa', 'crash')).consult('C1.red.qa.decision')
  expect(spent).toMatchObject({ status: 'halted', reasons: [{ rule: 'crash' }] })
  expect(journey(two).until('C1.red.qa').happen(failed('C1.red.qa', 'timeout')).open).toContain('C1.red.qa.decision')
  const unavailable = red.happen(failed('C1.red.qa', 'unavailable'))
  expect(unavailable.open).toContain('C1.red.qa.decision')
})

test('a memory error repeats the turn once, a second one is an agent failure', () => {
  proves('DPTR-121', 'SIG-08')
  const red = journey(two).until('C1.red.qa')
  const asked = red.ask('C1.red.qa')
  const once = red.happen(answered('C1.red.qa', 'ME'))
  expect(once.effects).toEqual([asked])
  const twice = once.happen(answered('C1.red.qa', 'ME', { message: 'store is read-only' }))
  expect(twice.consult('C1.red.qa.decision')).toMatchObject({ status: 'halted', reasons: [{ rule: 'ME' }] })
  expect(twice.consult('C1.red.qa.decision').reasons[0]?.message).toContain('store is read-only')
})

test.each([
  [
    'the next turn',
    [judged('C1.red.check'), answered('C2.red.qa', 'RC', { commit: 'r2' }), judged('C2.red.check')],
    'C1.green.dev',
  ],
  ['a try after a refusal', [judged('C1.red.check', 'fail')], 'C1.red.qa'],
])('%s has its own repetition after a memory error', (_name, then, id) => {
  proves('DPTR-121')
  const red = journey(two).until('C1.red.qa')
  const before = red.happen(answered('C1.red.qa', 'ME'), answered('C1.red.qa', 'RC', { commit: 'r1' }), ...then)
  expect(before.happen(answered(id, 'ME')).open).toContain(id)
})

test('so has the developer when QA gives the turn back', () => {
  proves('DPTR-121')
  const me = answered('C1.green.dev', 'ME')
  const back = journey(two)
    .until('C1.green.dev')
    .happen(me, answered('C1.green.dev', 'TI'), answered('C1.green.qa', 'RC'))
  expect(back.happen(me).open).toContain('C1.green.dev')
})

test('a blocked agent waits for a person, alone, and is then asked the same again', () => {
  proves('DPTR-119', 'SIG-08')
  const red = journey(two).until('C1.red.qa')
  const asked = red.ask('C1.red.qa')
  const blocked = red.happen(answered('C1.red.qa', 'BL', { message: 'no network' }))
  expect(blocked.open).toEqual(['C2.red.qa', 'C1.red.qa.decision'])
  expect(blocked.consult('C1.red.qa.decision')).toMatchObject({
    status: 'waiting',
    options: [{ name: 'fix' }, { name: 'extend' }, { name: 'skip' }, { name: 'abort' }],
    reasons: [{ rule: 'blocked', message: 'The agent is blocked: no network' }],
  })
  expect(blocked.happen(decide('C1.red.qa', 'extend')).effects).toEqual([asked])
})

test('a spent budget of agent calls goes to a person', () => {
  proves('DPTR-118')
  const spent = journey({ ...two, limits: { ...two.limits, asks: 2 } }).until('C1.red.qa')
  expect(spent.open).toEqual(['C1.red.qa', 'C2.red.qa.decision'])
  expect(spent.consult('C2.red.qa.decision')).toMatchObject({
    status: 'escalated',
    options: [{ name: 'extend' }, { name: 'abort' }],
  })
  expect(spent.happen(decide('C2.red.qa', 'extend')).open).toEqual(['C1.red.qa', 'C2.red.qa'])
})

test.each([
  ['C1.red.check', 'C1.red.qa'],
  ['C1.refactor-impl.restore', 'C1.refactor-impl.dev'],
])('when Sigma itself breaks at %s, resuming does that again and asks no agent', (id, ask) => {
  proves('DPTR-111')
  const before = id.endsWith('check')
    ? journey(two).until(id)
    : journey(two).until('C1.refactor-impl.dev').happen(failed('C1.refactor-impl.dev', 'trespass'))
  const halted = before.happen(failed(id, 'crash'))
  expect(halted.consult(`${ask}.decision`)).toMatchObject({ status: 'halted', reasons: [{ rule: 'crash' }] })
  const resumed = halted.happen(decide(ask, 'resume'))
  expect(resumed.effects).toEqual([before.last.kernel.open[id]?.effect])
})

test('the person who decides reads the way out that was found; of what an agent did wrong, none', () => {
  const remedyAfter = (cause: 'unavailable' | 'crash' | 'invalid', ...remedies: readonly string[]) => {
    const findings = remedies.map((remedy) => ({ rule: 'r', message: 'Not logged in.', remedy }))
    const halted = journey(two)
      .until('phase0')
      .happen(failed('phase0', cause, { findings }))
    const open = cause === 'invalid' ? halted.happen(failed('phase0', cause, { findings })) : halted
    return open.consult('phase0.decision').reasons[0]?.remedy
  }
  const plain = 'Remove the cause, then resume: only this turn is repeated.'
  expect(remedyAfter('unavailable', 'Log in with it', 'Log in with it')).toBe(
    'Log in with it. Then resume: only this turn is repeated.',
  )
  expect(remedyAfter('crash', 'sigma doctor')).toBe('sigma doctor. Then resume: only this turn is repeated.')
  expect(remedyAfter('crash', 'sigma resume')).toBe(plain)
  expect(remedyAfter('crash')).toBe(plain)
  expect(remedyAfter('invalid', 'End with one line.')).toBe(plain)
})

test('a bug that no test shows ends as not reproduced, with what was tried, and nothing is handed over', () => {
  const bug = { ...sampleTddInput({ batches: [1], tries: 2 }), reproduces: true as const }
  const point = {
    rule: 'already-passes',
    message: 'The test passes on the code as it is.',
    remedy: 'Test what is wrong.',
  }
  const refusal = judged('C1.red.check', 'fail', { findings: [point] })
  const tried = journey(bug)
    .until('C1.red.qa')
    .happen(answered('C1.red.qa', 'RC', { commit: 'one' }), refusal)
  expect(tried.open).toEqual(['C1.red.qa'])
  const outcomes = [
    tried.happen(answered('C1.red.qa', 'RC', { commit: 'two' }), refusal),
    tried.happen(answered('C1.red.qa', 'BL', { message: 'It works as it should.' })),
  ].map(({ last }) => last.kernel.outcome)
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ outcome: 'refused', reasons: [{ rule: 'not-reproduced' }, point, {}] })
    expect(outcome?.result).not.toHaveProperty('commit')
  }
  const usual = journey(sampleTddInput({ batches: [1], tries: 1 })).until('C1.red.qa')
  expect(usual.happen(answered('C1.red.qa', 'RC', { commit: 'one' }), refusal).open).toEqual(['C1.red.qa.decision'])
})
