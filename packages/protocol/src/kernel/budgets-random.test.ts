/** Properties of budgets over random runs of several agents: what they say they used, and what they do not say. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Effect } from '../effect.ts'
import type { Event, EventBody, Recorded, Usage } from '../event.ts'
import { answered, begun, decided, failed, started } from '../testing/builders.ts'
import { record } from '../testing/play.ts'
import { proves } from '../testing/proves.ts'
import { ask, consult, type Heard, scripted } from '../testing/sample-effects.ts'
import { advance } from './advance.ts'
import type { Allowance, Budget, BudgetUnit } from './allowance.ts'
import type { Advance, Kernel, Machine } from './kernel.ts'

const turns = [
  { id: 'red', role: 'qa', phase: 'RED' },
  { id: 'green', role: 'dev', phase: 'GREEN' },
  { id: 'review', role: 'qa', phase: 'GREEN' },
] as const
type Id = (typeof turns)[number]['id']
const askAgain = (id: string): Effect => {
  const { role, phase } = turns.find((turn) => turn.id === id) ?? turns[0]
  return ask(id, { role, phase, retry: [{ causes: ['crash', 'invalid'], times: 1 }] })
}

/** Three agents that are asked for ever; a person is asked where one fails. */
const mill = scripted(
  turns.map(({ id }) => askAgain(id)),
  (event): readonly Effect[] => {
    if (event.kind === 'answered') return [askAgain(event.id)]
    if (event.kind === 'decided') return [askAgain(event.id.slice('halt '.length))]
    return event.kind === 'failed' ? [{ ...consult(`halt ${event.id}`, ['extend']), reasons: event.findings }] : []
  },
)

const figure = fc.option(fc.oneof(fc.nat(400), fc.constantFrom(-3, 1e300)), { nil: undefined })
const usage: fc.Arbitrary<Usage | 'unknown'> = fc.oneof(
  fc.constant('unknown' as const),
  fc.record({
    inputTokens: figure,
    outputTokens: figure,
    costUsd: fc.option(
      fc.nat(300).map((cents) => cents / 100),
      { nil: undefined },
    ),
  }),
)
const cause = fc.constantFrom('crash', 'invalid', 'limited', 'interrupted', 'budget' as const)
const id: fc.Arbitrary<Id> = fc.constantFrom(...turns.map((turn) => turn.id))
const more = fc.option(fc.record({ more: fc.record({ tokens: fc.integer({ min: 1, max: 500 }) }) }), { nil: null })
const move: fc.Arbitrary<EventBody> = fc.oneof(
  { weight: 4, arbitrary: id.map((which) => begun(which)) },
  { weight: 4, arbitrary: fc.tuple(id, usage).map(([which, said]) => answered(which, 'RC', { usage: said })) },
  { weight: 1, arbitrary: fc.tuple(id, usage).map(([which, said]) => answered(which, 'XX', { usage: said })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(id, cause, fc.option(usage, { nil: undefined }))
      .map(([which, why, said]) => failed(which, why, said === undefined ? {} : { usage: said })),
  },
  { weight: 2, arbitrary: fc.tuple(id, more).map(([which, input]) => decided(`halt ${which}`, 'extend', { input })) },
)
const budget: fc.Arbitrary<Budget> = fc.record(
  {
    unit: fc.constantFrom<BudgetUnit>('asks', 'tokens', 'milliseconds', 'microdollars'),
    most: fc.integer({ min: 1, max: 3_000 }),
    phase: fc.constantFrom('RED', 'GREEN'),
    role: fc.constantFrom('qa', 'dev'),
    without: fc.constantFrom([], ['qa']),
  },
  { requiredKeys: ['unit', 'most'] },
)
const run = fc.record({
  budgets: fc
    .array(budget, { maxLength: 5 })
    .map((all) => all.map((each) => (each.unit === 'microdollars' ? { ...each, most: each.most * 3_000 } : each))),
  moves: fc.array(fc.tuple(move, fc.nat(900)), { maxLength: 60, size: 'max' }),
})
type Run = typeof run extends fc.Arbitrary<infer Value> ? Value : never

interface Taken {
  readonly before: Kernel<Heard>
  readonly recorded: Recorded
  readonly taken: Advance<Heard>
}

function walk({ budgets, moves }: Run): readonly Taken[] {
  const machine: Machine<unknown, Heard> = { protocol: mill, budgets }
  let kernel = advance(machine, null, record(machine, started({}), 1, null)).kernel
  let tick = 0
  return moves.map(([body, passed], at) => {
    tick += passed
    const event: Event = { ...body, tick, nonce: 'n' }
    const recorded = record(machine, event, at + 2, kernel)
    const turn = { before: kernel, recorded, taken: advance(machine, kernel, recorded) }
    kernel = turn.taken.kernel
    return turn
  })
}

function holds(check: (taken: readonly Taken[], run: Run) => void): void {
  fc.assert(
    fc.property(run, (sample) => check(walk(sample), sample)),
    { numRuns: 300 },
  )
}

const counts = ({ budget: { phase, role, without } }: Allowance, of: { role: string; phase: string }): boolean =>
  (phase ?? of.phase) === of.phase && (role ?? of.role) === of.role && without?.includes(of.role) !== true

test('the runs spend budgets of every unit, so that the properties below are not empty', () => {
  const taken = fc.sample(run, { numRuns: 300, seed: 1 }).flatMap(walk)
  const rules = taken.flatMap(({ taken: { kernel } }) =>
    kernel.state.heard.flatMap((event) => (event.kind === 'failed' ? event.findings.map(({ rule }) => rule) : [])),
  )
  expect(rules).toEqual(expect.arrayContaining(['asks-spent', 'tokens-spent', 'minutes-spent', 'cost-spent']))
})

test('nobody is asked beyond a budget that counts the turn and is spent', () => {
  proves('SIG-11', 'T26', 'T48')
  holds((all) => {
    for (const { taken } of all) {
      for (const action of taken.actions) {
        if (action.kind !== 'perform' || action.open.effect.kind !== 'ask') continue
        const { effect, withinMs } = action.open
        for (const allowance of taken.kernel.budgets.filter((each) => counts(each, effect))) {
          // The ask itself is taken already.
          if (allowance.budget.unit === 'asks') expect(allowance.left).toBeGreaterThanOrEqual(0)
          else expect(allowance.left).toBeGreaterThan(0)
          if (allowance.budget.unit === 'milliseconds') expect(withinMs).toBeLessThanOrEqual(allowance.left)
        }
      }
    }
  })
})

/** What the journal says was used, counted in another way than the kernel does. */
function tally(
  all: readonly Taken[],
  at: number,
  unit: BudgetUnit,
): { readonly used: number; readonly unsaid: number } {
  let [used, unsaid] = [0, 0]
  for (const { before, recorded, taken } of all) {
    const now = taken.kernel.budgets[at]
    const { event, envelope } = recorded
    if (event.kind !== 'answered' && event.kind !== 'failed') continue
    const open = Object.hasOwn(before.open, event.id) ? before.open[event.id] : undefined
    if (open?.effect.kind !== 'ask' || open.attempt !== envelope.attempt || now === undefined) continue
    if (!counts(now, open.effect) || (open.begunTick === undefined && event.usage === undefined)) continue
    const said: Usage = event.usage === undefined || event.usage === 'unknown' ? {} : event.usage
    const isInterrupted = event.kind === 'failed' && event.cause === 'interrupted'
    const worked = isInterrupted || open.begunTick === undefined ? undefined : envelope.tick - open.begunTick
    const cut = event.kind === 'failed' && event.cause === 'budget' ? (open.withinMs ?? 0) : 0
    const figures =
      unit === 'tokens'
        ? [said.inputTokens, said.outputTokens]
        : unit === 'microdollars'
          ? [said.costUsd === undefined ? undefined : Math.round(said.costUsd * 1e6)]
          : [worked === undefined ? undefined : Math.max(worked, cut)]
    const known = figures.filter((each) => each !== undefined && each >= 0 && each < 1e12)
    used += known.reduce((sum: number, each) => sum + (each ?? 0), 0)
    unsaid += known.length === figures.length ? 0 : 1
  }
  return { used, unsaid }
}

test('what a budget has left is what was granted less what the journal holds; who did not say is counted apart', () => {
  holds((all, { budgets }) => {
    for (const [at, { unit }] of budgets.entries()) {
      if (unit === 'asks') continue
      const allowance = all.at(-1)?.taken.kernel.budgets[at]
      if (allowance === undefined) continue
      const { used, unsaid } = tally(all, at, unit)
      expect(allowance.granted - allowance.left).toBe(used)
      expect(allowance.unsaid).toBe(unsaid)
    }
  })
})

test('the same events leave the same budgets, also from a kernel that was stored and read back', () => {
  holds((all, { budgets }) => {
    for (const { before, recorded, taken } of all) {
      const stored: Kernel<Heard> = JSON.parse(JSON.stringify(before))
      const again = advance({ protocol: mill, budgets }, stored, recorded)
      expect(JSON.stringify(again.kernel)).toBe(JSON.stringify(taken.kernel))
    }
  })
})

test('a budget that is refused is named with what was used, and only a decision gives more', () => {
  holds((all) => {
    for (const { before, recorded, taken } of all) {
      for (const [at, now] of taken.kernel.budgets.entries()) {
        const earlier = before.budgets[at]
        if (earlier !== undefined && now.left > earlier.left) expect(recorded.event.kind).toBe('decided')
      }
      const heard = taken.kernel.state.heard.slice(before.state.heard.length)
      for (const event of heard) {
        if (event.kind !== 'failed' || event.cause !== 'budget' || event.findings.length === 0) continue
        for (const { message } of event.findings) expect(message).toMatch(/ budget of .+ is spent: (at least )?.+ used/)
      }
    }
  })
})
