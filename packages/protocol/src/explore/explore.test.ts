import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Ask, Effect } from '../effect.ts'
import type { Event } from '../event.ts'
import type { Protocol, Step } from '../protocol.ts'
import { type ErrandInput, type ErrandState, errand } from '../testing/errand.ts'
import { proves } from '../testing/proves.ts'
import { ask, consult, end } from '../testing/sample-effects.ts'
import { explore } from './explore.ts'
import type { ExploreReport, Fault, FaultKind } from './report.ts'

const input: ErrandInput = { tries: 2, retry: [{ causes: ['crash'], times: 1 }] }

type ErrandStep = Step<ErrandState>

/** The errand with one place changed: `null` leaves a step as it is. */
function planted(change: (state: ErrandState, event: Event, step: ErrandStep) => ErrandStep | null): ExploreReport {
  const step = (state: ErrandState, event: Event): ErrandStep => {
    const right = errand.step(state, event)
    return change(state, event, right) ?? right
  }
  return explore({ ...errand, step }, input, { maxStates: 1_000 })
}

/** The faults, each with the last of its trace; the length of the trace says that it is the shortest. */
function seen({ faults }: ExploreReport): readonly [FaultKind, number, string | undefined][] {
  return faults.map(({ kind, trace }) => [kind, trace.length, trace.at(-1)])
}

test('a sound protocol has no fault, and its agent calls between two outside inputs are counted with their retries', () => {
  proves('SIG-10', 'SIG-11')
  const report = explore(errand, input, { now: clock() })
  expect(report).toEqual({
    protocol: 'errand',
    version: 1,
    states: 26,
    transitions: 200,
    ms: 1,
    complete: true,
    faults: [],
    mostAsks: 4,
  })
})

test('a dead end is found: nothing is open, no call is possible, and the run has not ended', () => {
  proves('SIG-11')
  const quiet = { ...errand, calls: () => [], step: stepOf((event) => event.kind === 'integrated') }
  expect(explore(quiet, input).faults).toEqual([
    {
      kind: 'dead-end',
      message: 'Nothing is open in mending.',
      trace: ['start', 'answered draft PC with a commit', 'judged check pass', 'integrated merge'],
    },
  ])
})

/** The errand, but stuck in `mending` after such an event. */
function stepOf(stuck: (event: Event) => boolean): Protocol<ErrandInput, ErrandState>['step'] {
  return (state, event) =>
    stuck(event) ? { state: { ...state, kind: 'mending' }, effects: [] } : errand.step(state, event)
}

test('a situation that calls keep busy but that never ends is found', () => {
  proves('SIG-11')
  const report = explore({ ...errand, step: stepOf((event) => event.kind === 'integrated') }, input)
  expect(seen(report)).toEqual([['no-way-out', 4, 'integrated merge']])
})

test('an answer that changes nothing is found', () => {
  proves('SIG-10')
  const report = planted((state, event) => (event.kind === 'elapsed' ? { state, effects: [] } : null))
  expect(report.faults[0]).toEqual({
    kind: 'unhandled',
    message: 'elapsed reminder in drafting changes nothing.',
    trace: ['start', 'elapsed reminder'],
  })
})

test('an answer that is refused is found: work is lost that way', () => {
  const refuse: Effect = { kind: 'refuse', call: 'none', rule: 'r', reason: '', remedy: '' }
  const report = planted((_, event, { state, effects }) =>
    event.kind === 'answered' && event.code === 'BL' ? { state, effects: [refuse, ...effects] } : null,
  )
  expect(seen(report)).toEqual([['refused-answer', 2, 'answered draft BL']])
})

test('a step that throws is found', () => {
  const report = planted((_, event) => {
    if (event.kind === 'conflicted') throw new Error('no merge today')
    return null
  })
  expect(report.faults).toEqual([
    {
      kind: 'threw',
      message: 'conflicted merge makes it throw: no merge today',
      trace: ['start', 'answered draft PC with a commit', 'judged check pass', 'conflicted merge'],
    },
  ])
})

test('a loop that spends no budget is found, with the way into it and once round it', () => {
  proves('SIG-11')
  const report = planted((_, event, { state, effects }) =>
    event.kind === 'judged' && event.verdict !== 'pass' && state.kind === 'drafting'
      ? { state: { ...state, left: 2 }, effects }
      : null,
  )
  expect(report.mostAsks).toBeNull()
  expect(report.faults).toEqual([
    {
      kind: 'unbounded-loop',
      message: 'Nothing bounds a loop of 2 steps.',
      trace: ['start', 'answered draft PC with a commit', 'judged check fail'],
    },
  ])
})

test('a broken invariant is found', () => {
  const report = planted((_, event, { state, effects }) =>
    event.kind === 'restored' ? { state: { ...state, left: state.left - 1 }, effects } : null,
  )
  expect(seen(report)[0]).toEqual(['invariant', 5, 'restored mend'])
})

test('a call that is neither answered nor remembered is found', () => {
  const report = planted((state, event) =>
    event.kind === 'called' && event.verb === 'sing' ? { state, effects: [] } : null,
  )
  expect(new Set(report.faults.map(({ kind }) => kind))).toEqual(new Set(['unanswered-call']))
  expect(report.faults[0]?.trace).toEqual(['start', 'called sing'])
})

const duplicate: Ask = ask('draft')
test.for<[FaultKind, readonly Effect[]]>([
  ['duplicate-id', [{ ...duplicate, workspace: 'W2' }, consult('draft')]],
  ['unknown-id', [{ kind: 'stop', id: 'nothing', graceMs: 0 }]],
  ['busy-workspace', [ask('a', { workspace: 'W2' }), ask('b', { workspace: 'W2' })]],
  ['bad-fallback', [{ ...consult('c'), fallback: 'jump' }]],
  ['after-end', [{ kind: 'end', outcome: 'aborted', summary: '', reasons: [], result: {} }, ask('a')]],
])('%s is found among the effects of a step', ([kind, effects]) => {
  const report = planted((_, event, right) => {
    const here = event.kind === 'judged' && event.verdict === 'unknown'
    return here
      ? { state: right.state, effects: [...right.effects.filter((effect) => effect.kind === 'tell'), ...effects] }
      : null
  })
  const fault = report.faults.find((one) => one.kind === kind)
  expect(fault?.trace).toEqual(['start', 'answered draft PC with a commit', 'judged check unknown'])
})

test('a timer may do no more than remind somebody', () => {
  const remind: Effect = { kind: 'tell', message: { type: 'reminder', data: {} } }
  const report = planted((state, event) => (event.kind === 'elapsed' ? { state, effects: [remind] } : null))
  expect(report.faults.map(({ kind }) => kind)).not.toContain('unhandled')
})

test('an answer may open the next effect under the same name', () => {
  expect(explore(countdown([ask('red')], 'answered'), {})).toMatchObject({ faults: [], mostAsks: 3 })
})

test('the same call may be needed again and again', () => {
  expect(explore(countdown([], 'called'), {})).toMatchObject({ faults: [], states: 4, transitions: 3, mostAsks: 0 })
})

/** Ends after the third such event; calls are possible always, the end included. */
function countdown(
  effects: readonly Effect[],
  kind: 'answered' | 'called',
): Protocol<unknown, { readonly kind: 'counting'; readonly left: number }> {
  return {
    name: 'countdown',
    version: 1,
    input: z.unknown(),
    start: () => ({ state: { kind: 'counting', left: 3 }, effects }),
    step: ({ left }, event) => {
      const reply: readonly Effect[] = event.kind === 'called' ? [{ kind: 'reply', call: event.call, data: left }] : []
      const next = left > 1 ? effects : [end()]
      return { state: { kind: 'counting', left: left - 1 }, effects: [...reply, ...next] }
    },
    calls: () => (kind === 'called' ? [{ verb: 'go', samples: [null] }] : []),
  }
}

test('a walk that is cut short says so, and blames nobody for what it did not see', () => {
  expect(explore(errand, { ...input, tries: 500 }, { maxStates: 100 })).toMatchObject({ complete: false, faults: [] })
})

test('a protocol that cannot start is a fault with a trace of one', () => {
  const broken: Fault[] = [{ kind: 'threw', message: 'start makes it throw: no', trace: ['start'] }]
  const start = (): ErrandStep => {
    throw new Error('no')
  }
  expect(explore({ ...errand, start }, input).faults).toEqual(broken)
})

function clock(): () => number {
  let ms = 0
  return () => {
    ms += 1
    return ms
  }
}
