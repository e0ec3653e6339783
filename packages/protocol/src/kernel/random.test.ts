/** Properties over random walks: answers that fit, answers that do not, calls, repeated keys, in any order. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closers } from '../closers.ts'
import type { FailureCause, Retry } from '../effect.ts'
import type { EventBody, Recorded } from '../event.ts'
import { answersTo } from '../explore/answers.ts'
import { answered, begun, called, decided, elapsed, failed, judged, restored, started } from '../testing/builders.ts'
import { type ErrandState, errand } from '../testing/errand.ts'
import { record } from '../testing/play.ts'
import { proves } from '../testing/proves.ts'
import { advance } from './advance.ts'
import { budgetOfAsks } from './budgets.ts'
import type { Advance, Kernel } from './kernel.ts'
import { replyTo } from './replies.ts'

type ErrandKernel = Kernel<ErrandState>

/** What to do next, chosen before it is known what will be open. */
type Move =
  | { readonly kind: 'fit'; readonly pick: number }
  | { readonly kind: 'fail'; readonly pick: number; readonly cause: FailureCause }
  | { readonly kind: 'noise'; readonly event: EventBody; readonly attempt: string | null }
  | { readonly kind: 'call'; readonly verb: string; readonly key: string; readonly caller: string }

interface Taken {
  readonly before: ErrandKernel
  readonly recorded: Recorded
  readonly taken: Advance<ErrandState>
}

const ids = fc.constantFrom('draft', 'check', 'merge', 'mend', 'child', 'halt', 'reminder', '__proto__', 'toString')
const causes = fc.constantFrom<FailureCause>('crash', 'invalid', 'timeout', 'late', 'limited', 'interrupted')
const noise = ids.chain((id) =>
  fc.constantFrom<EventBody>(
    answered(id, 'PC'),
    answered(id, 'XX'),
    failed(id),
    judged(id),
    decided(id, 'resume'),
    decided(id, 'sing'),
    decided(id, 'abort', { by: 'expiry' }),
    elapsed(id),
    restored(id),
    begun(id, { session: 's' }),
    started({}),
  ),
)
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('fit' as const), pick: fc.nat(1_000) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fail' as const), pick: fc.nat(9), cause: causes }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('noise' as const),
      event: noise,
      attempt: fc.constantFrom('own', null, 'draft@1', 'draft@2', 'halt@3', 'nonsense'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('call' as const),
      verb: fc.constantFrom('look', 'wait', 'sing'),
      key: fc.constantFrom('k1', 'k2', '__proto__'),
      caller: fc.constantFrom('ann', 'draft@1'),
    }),
  },
)
const rules = fc.array(
  fc.record({
    causes: fc.constantFrom([['crash' as const]], [['invalid' as const, 'timeout' as const]]).map(([c]) => c),
    times: fc.nat(3),
  }),
  { maxLength: 2 },
)
const run = fc.record({
  tries: fc.integer({ min: 1, max: 3 }),
  retry: rules,
  asks: fc.nat(5),
  moves: fc.array(move, { maxLength: 60, size: 'max' }),
})
type Run = typeof run extends fc.Arbitrary<infer Value> ? Value : never

function walk({ asks, moves, ...input }: Run): readonly Taken[] {
  const machine = { protocol: errand, budgets: budgetOfAsks(asks) }
  let kernel = advance(machine, null, record(machine, started(input), 1, null)).kernel
  return moves.flatMap((next, at) => {
    const recorded = recordOf(next, at + 2, kernel, asks)
    if (recorded === null) return []
    const taken = advance(machine, kernel, recorded)
    const turn = { before: kernel, recorded, taken }
    kernel = taken.kernel
    return [turn]
  })
}

function asksLeft({ budgets }: ErrandKernel): number {
  return budgets[0]?.left ?? Number.NaN
}

function recordOf(next: Move, sequence: number, kernel: ErrandKernel, asks: number): Recorded | null {
  const machine = { protocol: errand, budgets: budgetOfAsks(asks) }
  const open = Object.values(kernel.open)
  const stamped = (event: EventBody): Recorded =>
    record(machine, { ...event, tick: sequence, nonce: 'n' }, sequence, kernel)
  switch (next.kind) {
    case 'fit': {
      const fitting = open.flatMap(({ effect }) => answersTo(effect))
      const event = fitting[next.pick % fitting.length]
      return event === undefined ? null : stamped(event)
    }
    case 'fail': {
      const failing = open[next.pick % open.length]
      return failing === undefined ? null : stamped(failed(failing.effect.id, next.cause))
    }
    case 'noise': {
      const recorded = stamped(next.event)
      if (next.attempt === 'own') return recorded
      return { ...recorded, envelope: { ...recorded.envelope, attempt: next.attempt } }
    }
    case 'call': {
      const recorded = stamped(called(next.verb, {}, { call: `call-${sequence}`, caller: next.caller }))
      return { ...recorded, envelope: { ...recorded.envelope, key: next.key } }
    }
  }
}

function holds(check: (turns: readonly Taken[], run: Run) => void): void {
  fc.assert(
    fc.property(run, (sample) => check(walk(sample), sample)),
    { numRuns: 300 },
  )
}

test('the walks come everywhere, so that the properties below are not empty', () => {
  const turns = fc.sample(run, { numRuns: 300, seed: 2 }).flatMap(walk)
  const dispositions = new Set<string>(turns.map(({ taken }) => taken.disposition))
  const kinds = new Set(turns.map(({ taken }) => taken.kernel.state.kind))
  const all = ['applied', 'noted', 'retried', 'late', 'repeated', 'attached', 'refused']
  expect(dispositions).toEqual(new Set(all))
  expect(kinds.size).toBe(7)
})

test('the same events make the same run, also from a kernel that was stored and read back (rule 12)', () => {
  proves('SIG-12', 'DPTR-02')
  holds((turns, sample) => {
    expect(walk(sample)).toEqual(turns)
    for (const { before, recorded, taken } of turns) {
      const restored: ErrandKernel = JSON.parse(JSON.stringify(before))
      const again = advance({ protocol: errand, budgets: budgetOfAsks(sample.asks) }, restored, recorded)
      expect(JSON.stringify(again)).toBe(JSON.stringify(taken))
    }
  })
})

test('every pair of situation and event has one target, or is turned away with what would be legal (SIG-10)', () => {
  proves('SIG-10')
  holds((turns) => {
    for (const { before, recorded, taken } of turns) {
      const moved = taken.disposition !== 'late' && taken.disposition !== 'refused'
      expect(taken.refusal === null || !moved || recorded.event.kind === 'called').toBe(true)
      if (taken.disposition !== 'late') continue
      expect(taken.refusal?.message).toContain(before.state.kind)
      expect(taken.refusal?.message).toContain(recorded.event.kind)
      for (const id of Object.keys(before.open)) expect(taken.refusal?.remedy).toContain(id)
    }
  })
})

test('what is late, refused, repeated or attached does not reach the protocol, and moves nothing (rules 2, 9)', () => {
  holds((turns) => {
    for (const { before, taken } of turns) {
      if (taken.disposition === 'applied') continue
      expect(taken.effects).toEqual([])
      expect(taken.kernel.state).toBe(before.state)
      if (taken.disposition === 'late' || taken.disposition === 'refused') expect(taken.kernel).toEqual(before)
    }
  })
})

test('the first event closes an attempt and every later one is late (rules 2, 8)', () => {
  proves('F22', 'F23')
  holds((turns) => {
    const over = new Set<string>()
    for (const { recorded, taken } of turns) {
      const { attempt } = recorded.envelope
      if (attempt === null || taken.disposition === 'noted') continue
      if (taken.disposition !== 'applied' && taken.disposition !== 'retried') continue
      expect(over).not.toContain(attempt)
      over.add(attempt)
    }
  })
})

test('what is open is what was performed and neither answered nor cancelled; no attempt is performed twice (rule 1)', () => {
  holds((turns, { asks, moves: _, ...input }) => {
    const machine = { protocol: errand, budgets: budgetOfAsks(asks) }
    const first = advance(machine, null, record(machine, started(input), 1, null))
    const performed = new Set<string>()
    let open = new Set<string>()
    for (const taken of [first, ...turns.map((turn) => turn.taken)]) {
      for (const action of taken.actions) {
        if (action.kind === 'perform') {
          expect(performed).not.toContain(action.open.attempt)
          performed.add(action.open.attempt)
          open.add(action.open.attempt)
        }
        if (action.kind === 'cancel') expect(open.delete(action.open.attempt)).toBe(true)
      }
      const now = new Set(Object.values(taken.kernel.open).map(({ attempt }) => attempt))
      expect(now.isSubsetOf(open)).toBe(true)
      open = now
    }
  })
})

test('what fits an open effect always reaches the protocol, but for the failures that a retry follows (rule 3)', () => {
  holds((turns) => {
    for (const { before, recorded, taken } of turns) {
      const { event, envelope } = recorded
      if (!('id' in event) || event.kind === 'begun' || event.kind === 'decided') continue
      const open = Object.hasOwn(before.open, event.id) ? before.open[event.id] : undefined
      if (open?.attempt !== envelope.attempt || !closers[open.effect.kind].includes(event.kind)) continue
      expect(['applied', 'retried']).toContain(taken.disposition)
      expect(taken.kernel.open[event.id]).not.toBe(open)
    }
  })
})

test('a retry spends what its rule grants, and `interrupted` and `limited` spend nothing (rules 6, 7)', () => {
  proves('SIG-11')
  holds((turns, { retry }) => {
    for (const { before, recorded, taken } of turns) {
      if (recorded.event.kind !== 'failed') continue
      const { cause, id } = recorded.event
      const free = cause === 'interrupted' || cause === 'limited'
      if (taken.disposition === 'retried' && !free) {
        // Who was late hung, too.
        const covers = (one: Retry | undefined, failure: string): boolean =>
          one?.causes.some((ruled) => ruled === failure || (ruled === 'timeout' && failure === 'late')) === true
        const rule = retry.find((one) => covers(one, cause))
        const spent = before.open[id]?.failures.filter((past) => covers(rule, past.cause))
        expect(spent?.length).toBeLessThan(rule?.times ?? 0)
      }
      if (free && taken.disposition === 'applied') expect(asksLeft(before)).toBe(0)
    }
  })
})

test('nobody is asked beyond the budget, which only a decision refills (rule 11)', () => {
  holds((turns, { asks }) => {
    for (const { before, recorded, taken } of turns) {
      const asked = taken.actions.filter(
        ({ kind, ...action }) => kind === 'perform' && 'open' in action && action.open.effect.kind === 'ask',
      )
      const { event } = recorded
      const extended = event.kind === 'decided' && event.option === 'extend' && taken.disposition === 'applied'
      const free = event.kind === 'failed' && event.cause === 'interrupted'
      const budget = extended ? asks : asksLeft(before)
      expect(asksLeft(taken.kernel)).toBe(free ? budget : budget - asked.length)
      expect(asksLeft(taken.kernel)).toBeGreaterThanOrEqual(0)
    }
  })
})

test('each call gets one answer, the same for all with its key (rule 9)', () => {
  holds((turns) => {
    const answers = new Map<string, string>()
    const keyOf = new Map<string, string>()
    for (const { recorded, taken } of turns) {
      if (recorded.event.kind === 'called') keyOf.set(recorded.event.call, recorded.envelope.key)
      for (const action of taken.actions) {
        if (action.kind !== 'respond') continue
        expect(answers.has(action.call)).toBe(false)
        answers.set(action.call, JSON.stringify(action.result))
        const recordedReply = replyTo(taken.kernel.keys, keyOf.get(action.call) ?? '')
        const gone = action.result.kind === 'refused' && ['caller-gone', 'run-ended'].includes(action.result.rule)
        if (!gone) expect(action.result).toEqual(recordedReply)
      }
    }
  })
})

test('an end leaves nothing open and nobody waiting, once and for all (rule 5)', () => {
  holds((turns) => {
    for (const { before, taken } of turns) {
      const finishes = taken.actions.filter(({ kind }) => kind === 'finish').length
      expect(finishes).toBe(before.status === 'running' && taken.kernel.status === 'ended' ? 1 : 0)
      if (finishes === 1) expect(taken.actions.at(-1)?.kind).toBe('finish')
      if (taken.kernel.status === 'running') continue
      expect(taken.kernel).toMatchObject({ open: {}, calls: {} })
      if (before.status === 'ended') expect(taken.kernel).toEqual(before)
    }
  })
})
