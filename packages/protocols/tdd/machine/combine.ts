/** After the reviews: merge, run everything on the merge, and only then move the trunk (DPTR-88, DPTR-101). */
import type { Check, Conflicted, Event, Finding, Judged } from '@sigma/protocol'
import { again } from './barrier.ts'
import { combinationBroke, integrate, namesOf } from './combination.ts'
import { aborted } from './ending.ts'
import { faultsOf, finding } from './faults.ts'
import { atSlice, isAbout, sliceId } from './places.ts'
import { isOfChecks, withChecks } from './project-checks.ts'
import { prove } from './proving.ts'
import { sliceParameters } from './requests.ts'
import type { Combining, CombiningWork, Slice, Stuck, TddStep } from './state.ts'
import { withOldFailures, withTold } from './telling.ts'

export function combining(state: Combining, event: Event): TddStep {
  switch (state.stand.kind) {
    case 'integrating':
      if (!isAbout(event, sliceId(state, 'integrate'))) break
      if (event.kind === 'integrated') return measure(state, event.commit)
      if (event.kind === 'conflicted') return everyoneAgain(state, [conflictOf(state, event)])
      if (event.kind === 'failed') return combinationBroke(state, state.stand, faultsOf(event, causeGone))
      break
    case 'checking':
      if (!isAbout(event, sliceId(state, 'check'))) break
      if (event.kind === 'judged') return judged(state, state.stand.commit, event)
      if (event.kind === 'failed') return combinationBroke(state, state.stand, faultsOf(event, causeGone))
      break
    case 'deciding':
      if (!isAbout(event, sliceId(state, 'decision')) || event.kind !== 'decided') break
      if (event.option === 'resume') return takeUp(state, state.stand.back)
      if (event.option === 'abort') return aborted(state.run, event)
      break
  }
  return { state, effects: [] }
}

/** A spent slice goes on when a person grants it the iterations once more. */
export function unstuck(state: Stuck, event: Event): TddStep {
  if (event.kind !== 'decided' || event.id !== sliceId(state, 'decision')) return { state, effects: [] }
  if (event.option === 'abort') return aborted(state.run, event)
  if (event.option !== 'extend') return { state, effects: [] }
  return again({ ...state, rounds: state.run.input.limits.rounds }, [])
}

function takeUp(state: Combining, back: CombiningWork): TddStep {
  switch (back.kind) {
    case 'integrating':
      return integrate(state)
    case 'checking':
      return measure(state, back.commit)
  }
}

function measure(state: Combining, commit: string): TddStep {
  const [id, at] = [sliceId(state, 'check'), atSlice(state, 'check')]
  const check: Check = { kind: 'check', id, at, gate: 'combined', commit, parameters: sliceParameters(state) }
  return { state: { ...state, stand: { kind: 'checking', commit } }, effects: [check] }
}

function judged(state: Combining, commit: string, { verdict, evidence, findings, data }: Judged): TddStep {
  if (verdict !== 'pass') {
    const red = findings.length > 0 && findings.every(isOfChecks) ? [] : [redTogether(state, evidence)]
    return everyoneAgain(state, [...red, ...findings])
  }
  const { run, told } = withChecks(withOldFailures(state.run, data), data)
  return withTold(prove({ ...state, run }, { commit, evidence }), told)
}

/** No cycle's change is dropped: all of them go back to REFACTOR, told who is involved (DPTR-102). */
function everyoneAgain(state: Combining, outstanding: readonly Finding[]): TddStep {
  return again(
    { ...state, outstanding },
    state.cycles.map(({ number }) => number),
  )
}

function conflictOf(slice: Slice, { files, evidence }: Conflicted): Finding {
  const message = `The changes of ${namesOf(slice)} cannot be merged: they conflict in ${files.join(', ')}.`
  const remedy = 'Change these files so that the work of all the cycles fits together.'
  return finding({ rule: 'conflict', message, remedy }, evidence)
}

function redTogether(slice: Slice, evidence: string): Finding {
  return {
    rule: 'combined-run-failed',
    message: `The test suite does not pass on the combined work of ${namesOf(slice)}.`,
    remedy: "Make the cycle's work hold beside that of the others.",
    evidence,
  }
}

const causeGone = 'Remove the cause, then resume.'
