import type { Advance, Answered, Event } from '@sigma/protocol'
import { advance, budgetOfAsks, jsonOf } from '@sigma/protocol'
import {
  answered,
  answersTo,
  begun,
  called,
  conflicted,
  decided,
  elapsed,
  ended,
  failed,
  integrated,
  judged,
  proves,
  record,
  restored,
  started,
} from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { abstract } from './abstraction.ts'
import { invariants } from './invariants.ts'
import { type SampleTdd, sampleTddInput } from './sample.ts'
import type { TddState } from './state.ts'
import { tdd } from './tdd.ts'

const plan: fc.Arbitrary<SampleTdd> = fc.record(
  {
    batches: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
    parallel: fc.constantFrom(1, 2, 3),
    rounds: fc.integer({ min: 1, max: 5 }),
    tries: fc.integer({ min: 1, max: 3 }),
    exchanges: fc.integer({ min: 0, max: 3 }),
    refactor: fc.constantFrom('all', 'unconverged'),
    tolerate: fc.constantFrom('ask', 'known'),
    target: fc.constant('refs/heads/main'),
    held: fc.boolean(),
  },
  { requiredKeys: ['batches', 'parallel', 'rounds', 'tries', 'exchanges', 'refactor'] },
)

type Choices = readonly (readonly [open: number, answer: number])[]

/** Mostly the first of the possible answers, which is the good one, so that walks get far. */
const choices: fc.Arbitrary<Choices> = fc.array(
  fc.tuple(fc.nat(20), fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat(30))),
  {
    minLength: 1,
    maxLength: 120,
  },
)

/** Plays the answers that the choices pick; gives every step to `see`. */
function wander(
  sample: SampleTdd,
  picks: Choices,
  see: (taken: Advance<TddState>, event: Event) => void,
  said: (body: Answered) => Answered = (body) => body,
): TddState {
  const machine = { protocol: tdd, budgets: budgetOfAsks(10_000) }
  const first = started(jsonOf(sampleTddInput(sample)))
  let now = advance(machine, null, record(machine, first, 1, null))
  see(now, first)
  picks.forEach(([which, answer], at) => {
    const open = Object.values(now.kernel.open)
    const effect = open[which % Math.max(1, open.length)]?.effect
    if (effect === undefined) return
    const answers = answersTo(effect)
    const body = answers[answer % answers.length]
    if (body === undefined) return
    const spoken = body.kind === 'answered' ? said(body) : body
    const event: Event = { ...spoken, tick: at, nonce: 'n' }
    now = advance(machine, now.kernel, record(machine, event, at + 2, now.kernel))
    see(now, event)
  })
  return now.kernel.state
}

test('whatever happens: no invariant breaks, nobody waits for nothing, and an end is an end', () => {
  proves('DPTR-85', 'DPTR-92', 'DPTR-95', 'DPTR-114', 'SIG-11')
  fc.assert(
    fc.property(plan, choices, (sample, picks) => {
      wander(sample, picks, ({ kernel }) => {
        for (const { name, holds } of invariants) expect(holds(kernel.state), name).toBe(true)
        const over = kernel.state.kind === 'over'
        expect(Object.keys(kernel.open).length > 0).toBe(!over)
        expect(kernel.status).toBe(over ? 'ended' : 'running')
      })
    }),
    { numRuns: 150 },
  )
})

test('the words of an answer never change where the run goes', () => {
  proves('DPTR-15')
  fc.assert(
    fc.property(plan, choices, fc.string(), (sample, picks, words) => {
      const worded = (body: Answered): Answered => ({ ...body, message: `${body.message}${words}` })
      expect(abstract(wander(sample, picks, () => undefined, worded))).toBe(
        abstract(wander(sample, picks, () => undefined)),
      )
    }),
    { numRuns: 60 },
  )
})

test('whatever kind of agent gives the answers, the same answers lead the same way', () => {
  proves('DPTR-07')
  /** All by which kinds of agents differ: what they know of their usage, and what they print, which is named as evidence. */
  const kind = fc.record({
    usage: fc.oneof(fc.constant('unknown' as const), fc.record({ inputTokens: fc.nat(), outputTokens: fc.nat() })),
    output: fc.option(fc.constant('sha256:0'), { nil: undefined }),
  })
  const bare = (key: string, value: unknown): unknown => (key === 'evidence' ? undefined : value)
  fc.assert(
    fc.property(plan, choices, kind, (sample, picks, other) => {
      const asked = (said?: (body: Answered) => Answered): readonly string[] => {
        const effects: string[] = []
        wander(sample, picks, (taken) => effects.push(JSON.stringify(taken.effects, bare)), said)
        return effects
      }
      expect(asked((body) => ({ ...body, ...other }))).toEqual(asked())
    }),
    { numRuns: 40 },
  )
})

const oneCycle: SampleTdd = { batches: [1], parallel: 1, rounds: 1, tries: 2, exchanges: 0, refactor: 'all' }

/** The check of the tests' refactoring fails; the next attempt at it leaves them as they are. */
const unchangedAfterRefusal: Choices = [0, 0, 0, 0, 0, 0, 0, 6, 0, 13, 0].map((pick) => [0, pick])

/** GREEN and the tests' refactoring fail their checks; a person's fix of the second brings back what GREEN's fix had brought. */
const putBackByFix: Choices = [0, 0, 0, 0, 0, 26, 0, 0, 0, 6, 0].map((pick) => [0, pick])

test('completed only when the last check of every gate was passed and no cycle is missing', () => {
  proves('SIG-32', 'DPTR-30', 'DPTR-88', 'DPTR-81')
  fc.assert(
    fc.property(plan, choices, (sample, picks) => {
      const verdicts = new Map<string, string>()
      wander(sample, [...picks, ...Array.from({ length: 400 }, () => [0, 0] as const)], ({ kernel }, event) => {
        // What is found out about the branch may be answered by keeping the work where it is, and old failures by going on.
        if (event.kind === 'judged' && !/^base(line)?\./.test(event.id)) verdicts.set(event.id, event.verdict)
        // A refactoring that was refused is taken back, and whoever then changes nothing is not checked again.
        if (event.kind === 'restored' && event.id.includes('.refactor-'))
          verdicts.delete(event.id.replace('.restore', '.check'))
        // A person may accept tests though the accepted ones fail.
        if (event.kind === 'decided' && event.option === 'accept')
          verdicts.delete(event.id.replace('.decision', '.check'))
        if (kernel.outcome?.outcome !== 'completed') return
        expect(kernel.outcome.result['cycles']).toHaveLength(sampleTddInput(sample).cycles.length)
        expect([...verdicts.values()].every((verdict) => verdict === 'pass')).toBe(true)
      })
    }),
    { numRuns: 60, examples: [[oneCycle, unchangedAfterRefusal]] },
  )
})

test('what is delivered is a commit on which the whole suite passed, wherever its branch went', () => {
  proves('SIG-32', 'DPTR-88')
  fc.assert(
    fc.property(plan, choices, (sample, picks) => {
      const passed = new Set<string>()
      const good = Array.from({ length: 400 }, () => [0, 0] as const)
      let combined: { readonly id: string; readonly commit: string } | null = null
      wander({ ...sample, target: 'refs/heads/main' }, [...picks, ...good], ({ kernel, effects }, event) => {
        if (event.kind === 'judged' && event.id === combined?.id && event.verdict === 'pass')
          passed.add(combined.commit)
        const check = effects.find((effect) => effect.kind === 'check' && effect.gate === 'combined')
        if (check?.kind === 'check') combined = check
        const delivered = kernel.outcome?.result['commit']
        if (delivered !== undefined) expect(passed).toContain(delivered)
      })
    }),
    { numRuns: 60 },
  )
})

test('a state that went through the journal goes on like the one that did not', () => {
  proves('SIG-12')
  fc.assert(
    fc.property(plan, choices, (sample, picks) => {
      let before: TddState | null = null
      wander(sample, picks, ({ kernel, disposition }, event) => {
        if (before !== null && disposition === 'applied') {
          const restoredState: TddState = JSON.parse(JSON.stringify(before))
          expect(tdd.step(restoredState, event)).toEqual(tdd.step(before, event))
          expect(tdd.step(before, event).state).toEqual(kernel.state)
        }
        before = kernel.state
      })
    }),
    { numRuns: 40 },
  )
})

/** Half of the walks dispute the first tests of each cycle; half refactor no tests, which would hide what became of those. */
const untidied = fc.record({ isDisputed: fc.boolean(), isTidied: fc.boolean() })

test('tests that are not those of RED end no run, unless those passed once more or a person accepted the others', () => {
  proves('SIG-41', 'SIG-45')
  fc.assert(
    fc.property(plan, choices, untidied, (sample, picks, { isDisputed, isTidied }) => {
      const good = Array.from({ length: 400 }, () => [0, 0] as const)
      const disputed = new Set<string>()
      const said = (body: Answered): Answered => {
        if (!isTidied && body.id.endsWith('.refactor-tests.qa')) return { ...body, commit: null, changed: [] }
        if (!isDisputed || disputed.has(body.id)) return body
        disputed.add(body.id)
        if (body.id.endsWith('.green.dev')) return { ...body, code: 'TI' }
        return body.id.endsWith('.green.qa') ? { ...body, code: 'TA' } : body
      }
      /** Cycles whose last answer brought other tests, and those of this slice of which such tests were accepted since RED. */
      const bringing = new Set<string>()
      const others = new Set<string>()
      /** Commits that the tests were refactored on. A person's fix may bring such a commit back: its tests are RED's. */
      const before = new Set<string>()
      let slice = -1
      const see = ({ kernel: { state } }: Advance<TddState>, event: Event): void => {
        const [cycle = '', step] = 'id' in event ? event.id.split('.') : []
        if (event.kind === 'answered') {
          const isBrought = event.code === 'TA' || (step === 'refactor-tests' && event.commit !== null)
          bringing[isBrought ? 'add' : 'delete'](cycle)
          if (step === 'refactor-tests') before.add(JSON.stringify({ commit: event.base }))
        }
        if (event.kind === 'decided' && event.option === 'fix' && before.has(JSON.stringify(event.input)))
          bringing.delete(cycle)
        const isPassed = event.kind === 'judged' && event.verdict === 'pass'
        if (isPassed && bringing.has(cycle)) others.add(cycle)
        const isAccepted = event.kind === 'decided' && event.option === 'accept'
        if (step === 'demands' && (isPassed || isAccepted)) others.clear()
        if (event.kind === 'decided' && event.option === 'skip') others.delete(cycle)
        const now = state.kind === 'over' ? null : state.run.slice
        if (now === slice || (state.kind === 'over' && state.outcome === 'aborted')) return
        expect([...others]).toEqual([])
        slice = now ?? slice
      }
      wander(sample, [...picks, ...good], see, said)
    }),
    { numRuns: 100, examples: [[{ ...oneCycle, tries: 1 }, putBackByFix, { isDisputed: false, isTidied: true }]] },
  )
})

const ids = fc.constantFrom(
  ...[
    'baseline.check',
    'baseline.decision',
    'phase0',
    'phase0.check',
    'phase0.decision',
    'C1.red.qa',
    'C1.red.check',
    'C1.red.qa.decision',
  ],
  ...['C1.green.dev', 'C1.green.qa', 'C1.refactor-impl.restore', 'C1.review.dev', 'slice1.integrate', 'slice1.check'],
  ...['slice1.lay', 'slice1.decision', 'slice1.demands.check', 'slice1.demands.decision', 'C9.red.qa', '', 'x'],
)
const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  fc
    .record({ id: ids, code: fc.constantFrom('RC', 'GC', 'TI', 'TA', 'EX', 'ME', 'BL', 'XX') })
    .map(({ id, code }) => answered(id, code)),
  ids.map((id) => failed(id, 'trespass')),
  ids.map((id) => judged(id, 'unknown')),
  fc
    .record({
      id: ids,
      option: fc.constantFrom('fix', 'merged', 'skip', 'abort', 'resume', 'accept', 'restore', 'go-on', 'again', 'x'),
    })
    .map(({ id, option }) => decided(id, option)),
  ids.chain((id) =>
    fc.constantFrom<Event>(begun(id), elapsed(id), integrated(id), conflicted(id), restored(id), ended(id)),
  ),
  fc.constant(called('say')),
)

test('answers any event in any state without throwing, and never leaves a final one', () => {
  proves('SIG-10', 'SIG-12')
  fc.assert(
    fc.property(plan, choices, anyEvent, (sample, picks, event) => {
      const state = wander(sample, picks, () => undefined)
      const next = tdd.step(state, event)
      if (state.kind === 'over') expect(next.state).toBe(state)
      for (const { name, holds } of invariants) expect(holds(next.state), name).toBe(true)
    }),
    { numRuns: 200 },
  )
})
