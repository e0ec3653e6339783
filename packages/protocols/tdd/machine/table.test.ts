/** The transitions of one cycle, whole: every situation, every answer (DPTR-93, SIG-10). */

import type { Event } from '@sigma/protocol'
import { failureCodes, statusCodes } from '@sigma/protocol'
import { answered, called, conflicted, failed, integrated, judged, proves, restored } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { sampleTddInput } from './sample.ts'
import { tdd } from './tdd.ts'
import { decide, type Journey, journey } from './testing/journey.ts'

const begun = journey(sampleTddInput({ batches: [1], tries: 2, rounds: 2, exchanges: 3 }))
const run = begun.until('phase0')
const raised = (id: string): Journey => run.until(id).happen(answered(id, 'TI', { commit: 'half' }))

const flaky = { findings: [{ rule: 'flaky', message: 'passed, then failed', remedy: 'none' }] }

const asks: readonly (readonly [name: string, id: string, from: Journey])[] = [
  ['Phase0', 'phase0', run],
  ['RED', 'C1.red.qa', run.until('C1.red.qa')],
  ['GREEN', 'C1.green.dev', run.until('C1.green.dev')],
  ['GREEN, test issue', 'C1.green.qa', raised('C1.green.dev')],
  ['REFACTOR tests', 'C1.refactor-tests.qa', run.until('C1.refactor-tests.qa')],
  ['REFACTOR impl', 'C1.refactor-impl.dev', run.until('C1.refactor-impl.dev')],
  ['REFACTOR impl, test issue', 'C1.refactor-impl.qa', raised('C1.refactor-impl.dev')],
  ['review of the tests', 'C1.review.dev', run.until('C1.review.dev')],
  ['review of the implementation', 'C1.review.qa', run.until('C1.review.qa')],
]

const others: readonly (readonly [name: string, from: Journey, events: readonly Event[]])[] = [
  ['base measured', begun, verdicts('baseline.check')],
  [
    'old failures',
    begun.happen(judged('baseline.check', 'fail')),
    ['go-on', 'again', 'abort'].map((option) => decide('baseline', option)),
  ],
  [
    'base not measured',
    begun.happen(failed('baseline.check')),
    ['resume', 'abort'].map((option) => decide('baseline', option)),
  ],
  ['RED measured', run.until('C1.red.check'), verdicts('C1.red.check')],
  ['GREEN measured', run.until('C1.green.check'), verdicts('C1.green.check')],
  [
    'TA measured',
    raised('C1.green.dev').happen(answered('C1.green.qa', 'TA', { commit: 'ta' })),
    verdicts('C1.green.check'),
  ],
  ['RTC measured', run.until('C1.refactor-tests.check'), verdicts('C1.refactor-tests.check')],
  ['RIC measured', run.until('C1.refactor-impl.check'), verdicts('C1.refactor-impl.check')],
  [
    'rolled back',
    run.until('C1.refactor-impl.dev').happen(failed('C1.refactor-impl.dev', 'trespass')),
    [restored('C1.refactor-impl.restore'), failed('C1.refactor-impl.restore')],
  ],
  [
    'all approved',
    run.until('slice1.integrate'),
    [integrated('slice1.integrate', 'm'), conflicted('slice1.integrate'), failed('slice1.integrate')],
  ],
  ['combined', run.until('slice1.check'), verdicts('slice1.check')],
  ['accepted tests run', run.until('slice1.demands.check'), verdicts('slice1.demands.check')],
  [
    'they fail',
    run.until('slice1.demands.check').happen(judged('slice1.demands.check', 'fail')),
    ['accept', 'restore', 'abort'].map((option) => decide('slice1.demands', option)),
  ],
  [
    'they cannot be run',
    run.until('slice1.demands.check').happen(failed('slice1.demands.check')),
    ['resume', 'abort'].map((option) => decide('slice1.demands', option)),
  ],
  [
    'blocked',
    run.until('C1.red.qa').happen(answered('C1.red.qa', 'BL')),
    [
      decide('C1.red.qa', 'fix', { commit: 'by-hand' }),
      ...['extend', 'skip', 'abort'].map((option) => decide('C1.red.qa', option)),
    ],
  ],
  [
    'halted',
    run.until('C1.red.qa').happen(answered('C1.red.qa', 'EX')),
    ['resume', 'abort'].map((option) => decide('C1.red.qa', option)),
  ],
]

function verdicts(id: string): readonly Event[] {
  return [judged(id, 'pass'), judged(id, 'fail'), judged(id, 'unknown'), failed(id), judged(id, 'fail', flaky)]
}

test('every legal answer has its one target', () => {
  proves('DPTR-93', 'SIG-10', 'SIG-08', 'SIG-09', 'DPTR-28')
  const rows = asks.flatMap(([name, id, from]) =>
    [...from.ask(id).codes, ...failureCodes].map((code) => [
      name,
      code,
      target(from, answered(id, code, { commit: 'x' })),
    ]),
  )
  expect(tableOf(rows)).toMatchInlineSnapshot(`
    "Phase0                        P0C           phase0.check
    Phase0                        ME            phase0
    Phase0                        TO            phase0.decision
    Phase0                        EX            phase0.decision
    Phase0                        BL            phase0.decision
    RED                           RC            C1.red.check
    RED                           ME            C1.red.qa
    RED                           TO            C1.red.qa.decision
    RED                           EX            C1.red.qa.decision
    RED                           BL            C1.red.qa.decision
    GREEN                         GC            C1.green.check
    GREEN                         TI            C1.green.qa
    GREEN                         ME            C1.green.dev
    GREEN                         TO            C1.green.dev.decision
    GREEN                         EX            C1.green.dev.decision
    GREEN                         BL            C1.green.dev.decision
    GREEN, test issue             TA            C1.green.check
    GREEN, test issue             RC            C1.green.dev
    GREEN, test issue             ME            C1.green.qa
    GREEN, test issue             TO            C1.green.qa.decision
    GREEN, test issue             EX            C1.green.qa.decision
    GREEN, test issue             BL            C1.green.qa.decision
    REFACTOR tests                RTC           C1.refactor-tests.check
    REFACTOR tests                ME            C1.refactor-tests.qa
    REFACTOR tests                TO            C1.refactor-tests.qa.decision
    REFACTOR tests                EX            C1.refactor-tests.qa.decision
    REFACTOR tests                BL            C1.refactor-tests.qa.decision
    REFACTOR impl                 RIC           C1.refactor-impl.check
    REFACTOR impl                 TI            C1.refactor-impl.qa
    REFACTOR impl                 ME            C1.refactor-impl.dev
    REFACTOR impl                 TO            C1.refactor-impl.dev.decision
    REFACTOR impl                 EX            C1.refactor-impl.dev.decision
    REFACTOR impl                 BL            C1.refactor-impl.dev.decision
    REFACTOR impl, test issue     TA            C1.refactor-impl.check
    REFACTOR impl, test issue     RC            C1.refactor-impl.dev
    REFACTOR impl, test issue     ME            C1.refactor-impl.qa
    REFACTOR impl, test issue     TO            C1.refactor-impl.qa.decision
    REFACTOR impl, test issue     EX            C1.refactor-impl.qa.decision
    REFACTOR impl, test issue     BL            C1.refactor-impl.qa.decision
    review of the tests           APPROVED      C1.review.qa
    review of the tests           NEEDS_CHANGE  C1.review.qa
    review of the tests           ME            C1.review.qa, C1.review.dev
    review of the tests           TO            C1.review.qa, C1.review.dev.decision
    review of the tests           EX            C1.review.qa, C1.review.dev.decision
    review of the tests           BL            C1.review.qa, C1.review.dev.decision
    review of the implementation  APPROVED      C1.review.dev
    review of the implementation  NEEDS_CHANGE  C1.review.dev
    review of the implementation  ME            C1.review.dev, C1.review.qa
    review of the implementation  TO            C1.review.dev, C1.review.qa.decision
    review of the implementation  EX            C1.review.dev, C1.review.qa.decision
    review of the implementation  BL            C1.review.dev, C1.review.qa.decision"
  `)
})

test('every verdict, merge and decision has its one target', () => {
  proves('DPTR-93', 'SIG-10', 'DPTR-112', 'DPTR-113', 'DPTR-115')
  const rows = others.flatMap(([name, from, events]) =>
    events.map((event) => [name, wordOf(event), target(from, event)]),
  )
  expect(tableOf(rows)).toMatchInlineSnapshot(`
    "base measured       pass        phase0
    base measured       fail        baseline.decision
    base measured       unknown     end refused
    base measured       failed      baseline.decision
    base measured       flaky       baseline.decision
    old failures        go-on       phase0
    old failures        again       baseline.check
    old failures        abort       end aborted
    base not measured   resume      baseline.check
    base not measured   abort       end aborted
    RED measured        pass        C1.green.dev
    RED measured        fail        C1.red.qa
    RED measured        unknown     C1.red.qa
    RED measured        failed      C1.red.qa.decision
    RED measured        flaky       C1.red.qa
    GREEN measured      pass        C1.refactor-tests.qa
    GREEN measured      fail        C1.green.dev
    GREEN measured      unknown     C1.green.dev
    GREEN measured      failed      C1.green.dev.decision
    GREEN measured      flaky       C1.green.qa
    TA measured         pass        C1.green.dev
    TA measured         fail        C1.green.qa
    TA measured         unknown     C1.green.qa
    TA measured         failed      C1.green.qa.decision
    TA measured         flaky       C1.green.qa
    RTC measured        pass        C1.refactor-impl.dev
    RTC measured        fail        C1.refactor-tests.restore
    RTC measured        unknown     C1.refactor-tests.restore
    RTC measured        failed      C1.refactor-tests.qa.decision
    RTC measured        flaky       C1.refactor-tests.restore
    RIC measured        pass        C1.review.dev, C1.review.qa
    RIC measured        fail        C1.refactor-impl.restore
    RIC measured        unknown     C1.refactor-impl.restore
    RIC measured        failed      C1.refactor-impl.dev.decision
    RIC measured        flaky       C1.refactor-impl.restore
    rolled back         restored    C1.refactor-impl.dev
    rolled back         failed      C1.refactor-impl.dev.decision
    all approved        integrated  slice1.check
    all approved        conflicted  C1.refactor-tests.qa
    all approved        failed      slice1.decision
    combined            pass        slice1.demands.check
    combined            fail        C1.refactor-tests.qa
    combined            unknown     C1.refactor-tests.qa
    combined            failed      slice1.decision
    combined            flaky       C1.refactor-tests.qa
    accepted tests run  pass        end completed
    accepted tests run  fail        slice1.demands.decision
    accepted tests run  unknown     slice1.demands.decision
    accepted tests run  failed      slice1.demands.decision
    accepted tests run  flaky       slice1.demands.decision
    they fail           accept      end completed
    they fail           restore     C1.green.dev
    they fail           abort       end aborted
    they cannot be run  resume      slice1.demands.check
    they cannot be run  abort       end aborted
    blocked             fix         C1.red.check
    blocked             extend      C1.red.qa
    blocked             skip        end refused
    blocked             abort       end aborted
    halted              resume      C1.red.qa
    halted              abort       end aborted"
  `)
})

test.each(asks)('in %s every other code is refused, by name, with the legal ones', (_name, id, from) => {
  proves('DPTR-93', 'SIG-10', 'SIG-09')
  const legal = [...from.ask(id).codes, ...failureCodes]
  const illegal = statusCodes.map(({ code }) => code).filter((code) => !legal.includes(code))
  expect(illegal).toHaveLength(statusCodes.length - legal.length)
  for (const code of illegal) {
    const { last } = from.happen(answered(id, code, { commit: 'x' }))
    expect(last.disposition).toBe('retried')
    expect(last.kernel.state).toEqual(from.state)
    expect(last.kernel.open[id]?.refused).toMatchObject([{ rule: 'answer-illegal' }])
    expect(last.kernel.open[id]?.refused[0]?.remedy).toContain(legal.join(', '))
  }
})

test.each([
  ...asks.map(([name, , from]) => [name, from] as const),
  ...others.map(([name, from]) => [name, from] as const),
])('in %s a call is refused, and an event about something else changes nothing', (_name, { state }) => {
  proves('SIG-10')
  expect(tdd.step(state, called('say'))).toMatchObject({ state, effects: [{ kind: 'refuse', rule: 'out-of-turn' }] })
  const elsewhere = [answered('x', 'RC'), judged('x'), failed('x'), integrated('x'), conflicted('x'), restored('x')]
  for (const event of [...elsewhere, decide('x', 'abort')]) {
    expect(tdd.step(state, event)).toEqual({ state, effects: [] })
  }
})

/** Where it goes: what is open then, or how the run ended. */
function target(from: Journey, event: Event): string {
  const { open, last } = from.happen(event)
  return last.kernel.outcome === null ? open.join(', ') : `end ${last.kernel.outcome.outcome}`
}

function wordOf(event: Event): string {
  switch (event.kind) {
    case 'judged':
      return event.findings.some(({ rule }) => rule === 'flaky') ? 'flaky' : event.verdict
    case 'decided':
      return event.option
    default:
      return event.kind
  }
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const width = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  return rows.map(([a = '', b = '', c = '']) => `${a.padEnd(width(0))}  ${b.padEnd(width(1))}  ${c}`).join('\n')
}
