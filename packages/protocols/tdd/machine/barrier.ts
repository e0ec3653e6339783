/**
 * WAIT_ALL (DPTR-85): a phase ends when every turn of every cycle of the slice is finished, and only then do all
 * cycles enter the next one together.
 */
import type { Finding } from '@sigma/protocol'
import { integrate, stuck } from './combination.ts'
import type { TddInput } from './input.ts'
import { land } from './landing.ts'
import { askOf } from './requests.ts'
import { freshTurn } from './seats.ts'
import { sliceOf, slicesOf } from './slices.ts'
import type { CycleState, Run, Slice, TddStep, Working, WorkingKind } from './state.ts'
import { openings } from './tasks.ts'

/** Goes on to the next phase once nothing of this one is open. */
export function settle(state: Working): TddStep {
  const waits = state.cycles.some(({ turns }) => turns.some(({ stand }) => stand.kind !== 'finished'))
  if (waits) return { state, effects: [] }
  switch (state.kind) {
    case 'preparing':
      return prepared(state)
    case 'red':
      return enter('green', state, state.run.input.refused)
    case 'green':
      return enter('refactoring-tests', { ...state, round: 1, rounds: state.run.input.limits.rounds - 1 })
    case 'refactoring-tests':
      return enter('refactoring-implementation', state)
    case 'refactoring-implementation':
      return enter('reviewing', { ...state, round: state.round + 1, cycles: state.cycles.map(unlessShared) })
    case 'reviewing':
      return state.cycles.every(isApproved) ? integrate(state) : again(state, unconverged(state))
  }
}

/** A cycle counts as approved when both roles said so (DPTR-88). */
function isApproved({ approvals }: CycleState): boolean {
  return approvals.length === 2
}

function prepared(state: Working): TddStep {
  const trunk = state.cycles[0]?.green ?? state.run.trunk
  return nextSlice({ ...state.run, trunk })
}

/** Nothing is measured yet. */
export function freshRun(input: TddInput): Run {
  const trunk = { commit: input.base, evidence: null }
  return { input, trunk, slice: -1, done: [], skipped: [], lessened: [], oldFailures: 0 }
}

/** Batches in plan order, each in slices; the next one starts from where the last one ended (DPTR-79). */
export function nextSlice(before: Run): TddStep {
  const run = { ...before, slice: before.slice + 1 }
  const numbers = slicesOf(run.input)[run.slice]
  if (!numbers) return land(run)
  const cycles = numbers.map((number) => freshCycle(number, run))
  return enter('red', freshSlice(run, cycles), run.input.refused)
}

export function freshSlice(run: Run, cycles: readonly CycleState[]): Slice {
  return { run, cycles, round: 0, rounds: run.input.limits.rounds, isRewritten: false, outstanding: [] }
}

export function freshCycle(number: number, { trunk, input }: Run): CycleState {
  const unjudged = { commit: trunk.commit, evidence: null }
  return {
    number,
    head: trunk.commit,
    red: unjudged,
    accepted: unjudged,
    untouched: trunk.commit,
    green: unjudged,
    turns: [],
    exchanges: input.limits.exchanges,
    declines: 2,
    touched: [],
    recent: [],
    approvals: [],
    points: { tests: null, implementation: null },
  }
}

/**
 * Asks all cycles at once. One that keeps its approval has nothing to do (DPTR-91); when that is all of them, because
 * those that repeated were skipped, they are combined. `refused` is why they are asked again.
 */
export function enter(kind: WorkingKind, slice: Slice, refused: readonly Finding[] = []): TddStep {
  if (slice.cycles.every(isApproved)) return integrate(slice)
  const { tries, exchanges } = slice.run.input.limits
  const cycles = slice.cycles.map((cycle) => ({
    ...cycle,
    exchanges,
    declines: 2,
    turns: isApproved(cycle) ? [] : openings[kind].map((task) => freshTurn(task, tries, refused)),
  }))
  const state: Working = { kind, ...sliceOf({ ...slice, cycles }) }
  return { state, effects: cycles.flatMap((cycle) => cycle.turns.map((turn) => askOf({ state, cycle, turn }))) }
}

/** The refactor loop once more, for the given cycles, or a person when the iterations are spent (DPTR-89, DPTR-92). */
export function again(slice: Slice, repeating: readonly number[]): TddStep {
  const cycles = slice.cycles.map((cycle) =>
    repeating.includes(cycle.number) ? { ...cycle, approvals: [], recent: [] } : cycle,
  )
  if (slice.rounds === 0) return stuck({ ...slice, cycles })
  return enter('refactoring-tests', { ...slice, cycles, round: slice.round + 1, rounds: slice.rounds - 1 })
}

function unconverged({ run, cycles }: Slice): readonly number[] {
  const left = run.input.refactor === 'all' ? cycles : cycles.filter((cycle) => !isApproved(cycle))
  return left.map(({ number }) => number)
}

/**
 * An approval is kept only while no repeating cycle changed a file that the approved one changed too. A path put
 * back since still counts: a review too many is better than one too few (DPTR-91).
 */
function unlessShared(cycle: CycleState, _at: number, cycles: readonly CycleState[]): CycleState {
  const changed = new Set(cycles.filter((other) => !isApproved(other)).flatMap(({ recent }) => recent))
  return cycle.touched.some((path) => changed.has(path)) ? { ...cycle, approvals: [] } : cycle
}

/** A skipped cycle no longer holds up the others; when none is left, the next slice starts (D14). */
export function leaveOut(state: Working, number: number): TddStep {
  const run = { ...state.run, skipped: [...state.run.skipped, number] }
  const cycles = state.cycles.filter((cycle) => cycle.number !== number)
  return cycles.length === 0 ? nextSlice(run) : settle({ ...state, run, cycles })
}
