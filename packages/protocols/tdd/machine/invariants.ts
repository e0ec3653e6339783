/** What holds in every state of a TDD run; the explorer looks at all of them. */
import { type Invariant, withHeld } from '@sigma/protocol'
import { openId } from './places.ts'
import { askOf } from './requests.ts'
import { slicesOf } from './slices.ts'
import type { Landing, Measuring, Run, Seat, Slice, TddState, Working } from './state.ts'
import { openings } from './tasks.ts'

export const invariants: readonly Invariant<TddState>[] = [
  whileWorking('one turn at a time in a workspace', (state) => distinct(workspacesOf(state))),
  whileWorking('one thing at a time under an id', (state) => distinct(seatsOf(state).map(openId))),
  whileWorking('all cycles of a slice in one phase', (state) => seatsOf(state).every(isOfItsPhase)),
  whileWorking('roles write their own files only', (state) => seatsOf(state).every(writesItsOwn)),
  whileOpen('what is tried together is green, and refactored', triesTheGreen),
  whileWorking('something is open', (state) => seatsOf(state).length > 0),
  whileOpen('what is accepted was measured', acceptedByGate),
  whileOpen('what is combined was approved by both', approvedByBoth),
  whileOpen('what is finished by hand is of a spent slice', ofSpent),
  whileOpen('tests that were accepted are kept', keepsAccepted),
  whileOpen('what is proved was combined and rewritten', provesTheRewritten),
  whileOpen('what a person decides about demands is about a cycle', failsSomewhere),
  whileOpen('budgets never fall below nothing', neverNegative),
  whileOpen('the trunk moves only after a check', trunkIsJudged),
  whileOpen('no cycle is lost', allAccountedFor),
  whileMeasuring('nothing is worked on before the base commit was measured', isUntouched),
  whileLanding('only finished work lands', ({ run }) => run.done.length > 0 && allThrough(run)),
  whileLanding('what lands was measured', ({ run }) => run.trunk.evidence !== null),
  whileLanding('a run without a target does not land', ({ run }) => run.input.target !== undefined),
]

type OpenState = Exclude<TddState, { readonly kind: 'baseline' | 'over' | 'landing' }>

function whileOpen(name: string, holds: (state: OpenState) => boolean): Invariant<TddState> {
  return { name, holds: (state) => !isOpen(state) || holds(state) }
}

function isOpen(state: TddState): state is OpenState {
  return state.kind !== 'baseline' && state.kind !== 'over' && state.kind !== 'landing'
}

function whileWorking(name: string, holds: (state: Working) => boolean): Invariant<TddState> {
  return whileOpen(name, (state) => isTogether(state) || holds(state))
}

function isTogether(state: OpenState): state is Exclude<OpenState, Working> {
  return state.kind === 'combining' || state.kind === 'proving' || state.kind === 'stuck'
}

function whileMeasuring(name: string, holds: (state: Measuring) => boolean): Invariant<TddState> {
  return { name, holds: (state) => state.kind !== 'baseline' || holds(state) }
}

function isUntouched({ run: { trunk, slice, input } }: Measuring): boolean {
  return slice === -1 && trunk.commit === input.base && trunk.evidence === null
}

function whileLanding(name: string, holds: (state: Landing) => boolean): Invariant<TddState> {
  return { name, holds: (state) => state.kind !== 'landing' || holds(state) }
}

/** The turns that are not finished. */
function seatsOf(state: Working): readonly Seat[] {
  return state.cycles.flatMap((cycle) =>
    cycle.turns.filter(({ stand }) => stand.kind !== 'finished').map((turn) => ({ state, cycle, turn })),
  )
}

/** A trial says nothing of work that no gate accepted, and is over before anybody reviews. */
function triesTheGreen({ kind, cycles, trial, warnings }: OpenState): boolean {
  const isRefactored = kind === 'refactoring-tests' || kind === 'refactoring-implementation'
  if (trial === undefined && warnings === undefined) return true
  return isRefactored && cycles.length > 1 && cycles.every(({ green }) => green.evidence !== null)
}

function workspacesOf(state: Working): readonly string[] {
  return seatsOf(state)
    .filter(({ turn }) => turn.stand.kind === 'asking')
    .map((seat) => askOf(seat).workspace)
}

function distinct(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length
}

function isOfItsPhase({ state, turn }: Seat): boolean {
  return openings[state.kind].includes(turn.raisedBy?.task ?? turn.task)
}

/** QA in test files, the developer in implementation files, reviewers nowhere (DPTR-72). */
function writesItsOwn(seat: Seat): boolean {
  const { role, writes } = askOf(seat)
  const { cycles, project } = seat.state.run.input
  const plan = cycles[seat.cycle.number - 1]
  if (seat.state.kind === 'reviewing') return writes.length === 0
  const own = role === 'qa' ? withHeld(plan?.tests ?? project.tests) : (plan?.source ?? project.source)
  return writes.every((glob) => own.includes(glob) || glob.startsWith('!'))
}

/** A success code alone accepts nothing: whatever a phase starts from has the evidence of a gate (DPTR-30). */
function acceptedByGate({ kind, cycles }: OpenState): boolean {
  switch (kind) {
    case 'preparing':
    case 'red':
      return true
    case 'green':
      return cycles.every(({ red }) => red.evidence !== null)
    case 'refactoring-tests':
    case 'refactoring-implementation':
    case 'reviewing':
    case 'combining':
    case 'proving':
    case 'stuck':
      return cycles.every(({ red, green }) => red.evidence !== null && green.evidence !== null)
  }
}

function approvedByBoth(state: OpenState): boolean {
  const approvedTwice = state.cycles.every(({ approvals }) => approvals.includes('qa') && approvals.includes('dev'))
  const isFinishedByHand = state.kind === 'stuck' && state.merging !== undefined
  return (state.kind !== 'combining' && state.kind !== 'proving' && !isFinishedByHand) || approvedTwice
}

/** Nobody merges by hand while the cycles may still settle it. */
function ofSpent(state: OpenState): boolean {
  const isByHand =
    (state.kind === 'stuck' && state.merging !== undefined) ||
    (state.kind === 'combining' && state.stand.kind === 'checking' && state.stand.merge !== undefined)
  return !isByHand || state.rounds === 0
}

/** From RED on every cycle has the tests that a gate accepted. */
function keepsAccepted({ kind, cycles }: OpenState): boolean {
  return kind === 'preparing' || kind === 'red' || cycles.every(({ accepted }) => accepted.evidence !== null)
}

function provesTheRewritten(state: OpenState): boolean {
  return state.kind !== 'proving' || (state.merged.evidence !== null && state.isRewritten)
}

function failsSomewhere(state: OpenState): boolean {
  if (state.kind !== 'proving' || state.stand.kind !== 'deciding') return true
  const { failing } = state.stand
  return failing.length > 0 && failing.every((number) => state.cycles.some((cycle) => cycle.number === number))
}

function neverNegative({ cycles, rounds }: OpenState): boolean {
  const left = cycles.flatMap(({ exchanges, declines, turns }) => [
    exchanges,
    declines,
    ...turns.flatMap(({ tries, memory }) => [tries, memory]),
  ])
  return rounds >= 0 && left.every((budget) => budget >= 0)
}

/** Phase 0 starts from the base as it was measured; every later trunk is what a gate accepted. */
function trunkIsJudged({ kind, run: { trunk, slice, input } }: OpenState): boolean {
  const isBase = slice === -1 && trunk.commit === input.base
  return trunk.evidence !== null && (kind !== 'preparing' || isBase)
}

/** Every cycle of the slices so far is done, skipped or in work, and in one of these only (DPTR-81, DPTR-102). */
function allAccountedFor({ run, cycles }: Slice): boolean {
  const begun = slicesOf(run.input)
    .slice(0, run.slice + 1)
    .flat()
  const working = cycles.map(({ number }) => number).filter((number) => number > 0)
  const accounted = [...run.done, ...run.skipped, ...working]
  return distinct(accounted) && accounted.length === begun.length && begun.every((number) => accounted.includes(number))
}

/** Every cycle of the plan is done or was left out by a person, and none is both. */
function allThrough({ done, skipped, input }: Run): boolean {
  const through = [...done, ...skipped]
  return distinct(through) && through.length === input.cycles.length
}
