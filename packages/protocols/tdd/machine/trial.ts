/**
 * Cycles that are green are tried together while they are refactored, so that those are told early that do not fit (DPTR-102).
 * Nothing waits for it and no verdict hangs on it: what counts is their combination after the reviews, and what is left of the
 * trial when these begin is stopped.
 */
import type { Check, Conflicted, Effect, Event, Finding, Integrate, Judged } from '@sigma/protocol'
import { branchesOf, fewerThanAll, namesOf, subjectOf } from './combination.ts'
import { finding } from './faults.ts'
import { atTrial, isAbout, sliceId } from './places.ts'
import { sliceParameters } from './requests.ts'
import type { Slice, TddState, TddStep, Trial, Working } from './state.ts'

/** What follows from an event about the trial; null: the event is about something else. */
export function tried(state: TddState, event: Event): TddStep | null {
  if (!isTrying(state)) return null
  switch (state.trial.kind) {
    case 'integrating':
      if (!isAbout(event, sliceId(state, 'trial.integrate'))) return null
      if (event.kind === 'integrated') return measure(state, event.commit)
      if (event.kind === 'conflicted') return over(state, [conflictOf(state, event)])
      return event.kind === 'failed' ? over(state, []) : null
    case 'checking':
      if (!isAbout(event, sliceId(state, 'trial.check'))) return null
      if (event.kind === 'judged') return over(state, warningsOf(state, event))
      return event.kind === 'failed' ? over(state, []) : null
  }
}

/** The step, with a trial where the refactoring begins, and without one where it ends. */
export function withTrial(before: TddState, { state, effects }: TddStep): TddStep {
  if (isBegun(before, state))
    return { state: { ...state, trial: { kind: 'integrating' } }, effects: [...effects, integrateOf(state)] }
  if (isRefactoring(state) && isOfSame(before, state)) return { state, effects }
  const stops = isTrying(before) && state.kind !== 'over' ? [stopOf(before)] : []
  return { state: withoutTrial(state), effects: stops.length === 0 ? effects : [...effects, ...stops] }
}

type Trying = Working & { readonly trial: Trial }

function isTrying(state: TddState): state is Trying {
  return isRefactoring(state) && state.trial !== undefined
}

function isRefactoring(state: TddState): state is Working {
  return state.kind === 'refactoring-tests' || state.kind === 'refactoring-implementation'
}

function isBegun(before: TddState, state: TddState): state is Working {
  const isFirst = before.kind === 'green' && state.kind === 'refactoring-tests'
  return isFirst && state.run.input.together === true && state.cycles.length > 1
}

/** Of a slice of which a cycle was left out, nothing is tried any more. */
function isOfSame(before: TddState, { cycles }: Working): boolean {
  return !isRefactoring(before) || before.cycles.length === cycles.length
}

function withoutTrial(state: TddState): TddState {
  if (!('trial' in state) && !('warnings' in state)) return state
  const { trial: _trial, warnings: _warnings, ...rest } = state
  return rest
}

function over(state: Trying, warnings: readonly Finding[]): TddStep {
  const { trial: _trial, ...rest } = state
  return { state: warnings.length === 0 ? rest : { ...rest, warnings }, effects: [] }
}

function integrateOf(slice: Slice): Integrate {
  return {
    kind: 'integrate',
    id: sliceId(slice, 'trial.integrate'),
    at: atTrial(slice, 'integrate'),
    branches: branchesOf(slice),
    message: subjectOf('Try together', slice),
  }
}

/** Its parameters are those of the combination, but for the project's own checks. */
function measure(state: Trying, commit: string): TddStep {
  const { head: _head, mutantsSince: _mutants, strengthSince: _strength, ...parameters } = sliceParameters(state)
  const [id, at] = [sliceId(state, 'trial.check'), atTrial(state, 'check')]
  const check: Check = { kind: 'check', id, at, gate: 'together', commit, parameters }
  return { state: { ...state, trial: { kind: 'checking' } }, effects: [check] }
}

function stopOf(state: Trying): Effect {
  const what = state.trial.kind === 'integrating' ? 'trial.integrate' : 'trial.check'
  return { kind: 'stop', id: sliceId(state, what), graceMs: 0 }
}

const remedy =
  'See that this work fits that of the others; if it does not, their combination will be refused after the reviews.'

function conflictOf(slice: Slice, { files, evidence, branches }: Conflicted): Finding {
  const units = fewerThanAll(slice, branches ?? [])
  const names = units?.join(', ') ?? namesOf(slice)
  const message = `As they are now, the changes of ${names} could not be merged: they conflict in ${files.join(', ')}.`
  return finding({ rule: 'conflict-ahead', message, remedy, ...(units && { units }) }, evidence)
}

/** What cannot be judged warns nobody. */
function warningsOf(slice: Slice, { verdict, findings, evidence }: Judged): readonly Finding[] {
  if (verdict !== 'fail') return []
  const named = findings.every(({ units }) => units !== undefined) ? findings.flatMap(({ units }) => units ?? []) : []
  const units = fewerThanAll(slice, named)
  const names = units?.join(', ') ?? namesOf(slice)
  const message = `As it is now, the work of ${names} would not pass together.`
  return [{ rule: 'red-ahead', message, remedy, evidence, ...(units && { units }) }, ...findings]
}
