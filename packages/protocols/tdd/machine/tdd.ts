/**
 * The TDD loop (Ω₃). QA writes failing tests, a developer makes them pass, both refactor and review each other,
 * batch after batch; every claim is measured by a gate, and a person decides where a budget is spent.
 *
 *     baseline ──measured, old failures tolerated──▶ preparing
 *        └──no test can be run──▶ over
 *
 *     preparing ──P0C──▶ red ──all RC──▶ green ──all GC──▶ refactoring-tests ──all RTC──▶ refactoring-implementation
 *                         ▲                                  ▲     ▲                              │ all RIC
 *                         │                       NEEDS_CHANGE     │                              ▼
 *                         │                                  └─────┼───────────────────────── reviewing
 *             next slice  │            conflict, red together, r+1 │                              │ all APPROVED
 *                         └──────── trunk moves ◀──pass── combining┴──────────────────────────────┘
 *                                        │  └──tests rewritten since RED──▶ proving ──pass, accept──▶ trunk moves
 *                                        │                                     └──restore──▶ green, or refactoring-tests
 *                                        │                   rounds spent ──▶ stuck ──extend──▶ refactoring-tests
 *                                        │                                 └──merged by hand──▶ combining
 *                                        └──no slice left──▶ over           abort, anywhere ──▶ over
 *                                                 └─(the run has a target)──▶ landing ──▶ over
 *
 * Within a phase each turn goes its own way:
 *
 *     asking ──claim──▶ checking ──pass──▶ finished        TI: asking (developer) ──▶ asking (QA, `adjust`) ──▶ back
 *       ▲ ▲               │ fail, unknown, trespass
 *       │ └── tries left ─┤ (in REFACTOR by way of restoring)
 *       │                 └── none ──▶ deciding ──fix──▶ checking
 *       └──resume, extend─────────────────┘   ▲  └──skip──▶ the cycle is left out
 *             EX TO, ME twice, BL, a failure ─┘
 *
 * While green cycles are refactored they are tried together beside it (`trial.ts`).
 *
 * A check of the developer's that finds nothing but flaky tests goes the way of TI.
 *
 * What always holds (`invariants.ts`): the cycles of a slice are in one phase; one turn at a time works in a
 * workspace; the trunk moves only after the combined check. Deliberately absent: clocks, retries of failed agents
 * (D9), and any way round a gate.
 */
import type { Event, Protocol } from '@sigma/protocol'
import { abstract } from './abstraction.ts'
import { freshRun } from './barrier.ts'
import { baseline, measureBase } from './baseline.ts'
import { combining, unstuck } from './combine.ts'
import { over } from './ending.ts'
import type { TddInput } from './input.ts'
import { tddInputSchema } from './input.ts'
import { invariants } from './invariants.ts'
import { landing } from './landing.ts'
import { proving } from './proving.ts'
import type { TddState, TddStep } from './state.ts'
import { tried, withTrial } from './trial.ts'
import { working } from './turns.ts'

/** What stands there first, then Phase 0 (DPTR-76); a plan without cycles is refused, for nobody is asked when there is nothing to do. */
function start(input: TddInput): TddStep {
  const run = freshRun(input)
  if (input.cycles.length === 0) {
    const reason = { rule: 'no-cycles', message: 'The plan holds no cycle.', remedy: 'Write a plan with a cycle.' }
    return over('refused', run, `There is nothing to do for ${input.module}.`, [reason])
  }
  return measureBase(run)
}

function step(state: TddState, event: Event): TddStep {
  if (event.kind === 'called') return refuse(state, event.call, event.verb)
  return tried(state, event) ?? withTrial(state, taken(state, event))
}

function taken(state: TddState, event: Event): TddStep {
  switch (state.kind) {
    case 'baseline':
      return baseline(state, event)
    case 'preparing':
    case 'red':
    case 'green':
    case 'refactoring-tests':
    case 'refactoring-implementation':
    case 'reviewing':
      return working(state, event)
    case 'combining':
      return combining(state, event)
    case 'proving':
      return proving(state, event)
    case 'stuck':
      return unstuck(state, event)
    case 'landing':
      return landing(state, event)
    case 'over':
      return { state, effects: [] }
  }
}

/** The loop takes no calls: agents answer, people decide. */
function refuse(state: TddState, call: string, verb: string): TddStep {
  const reason = `The TDD loop is ${state.kind}; it takes no ${verb}, in no state.`
  return { state, effects: [{ kind: 'refuse', call, rule: 'out-of-turn', reason, remedy: 'sigma status' }] }
}

/** In a few words, e.g. `refactoring-tests R3 C1 C2`. */
function label(state: TddState): string {
  if (state.kind === 'over') return `over ${state.outcome}`
  if (state.kind === 'baseline' || state.kind === 'preparing' || state.kind === 'landing') return state.kind
  return `${state.kind} R${state.round} ${state.cycles.map(({ number }) => `C${number}`).join(' ')}`
}

export const tdd: Protocol<TddInput, TddState> = {
  name: 'tdd',
  version: 1,
  input: tddInputSchema,
  start,
  step,
  calls: () => [],
  abstract,
  label,
  invariants,
}
