/** After the reviews: merge, run everything on the merge, and only then move the trunk (DPTR-88, DPTR-101). */
import type { Check, Conflicted, Decided, Event, Finding, Judged } from '@sigma/protocol'
import { z } from 'zod'
import { again } from './barrier.ts'
import {
  askAboutMerge,
  askUnlaid,
  combinationBroke,
  fewerThanAll,
  integrate,
  isWaivable,
  lay,
  namesOf,
} from './combination.ts'
import { aborted } from './ending.ts'
import { faultsOf, finding } from './faults.ts'
import { isUnknown } from './mutants-told.ts'
import { atSlice, isAbout, sliceId } from './places.ts'
import { isOfChecks, withChecks } from './project-checks.ts'
import { prove } from './proving.ts'
import { sliceParameters } from './requests.ts'
import { sliceOf } from './slices.ts'
import type { Checking, Combining, CombiningWork, Merge, Slice, Stuck, TddStep } from './state.ts'
import { withOldFailures, withTold } from './telling.ts'

export function combining(state: Combining, event: Event): TddStep {
  switch (state.stand.kind) {
    case 'integrating':
      if (!isAbout(event, sliceId(state, 'integrate'))) break
      if (event.kind === 'integrated') return measure(state, event.commit)
      if (event.kind === 'conflicted') return conflict(state, event)
      if (event.kind === 'failed') return combinationBroke(state, state.stand, faultsOf(event, causeGone))
      break
    case 'checking':
      if (!isAbout(event, sliceId(state, 'check'))) break
      if (event.kind === 'judged') return judged(state, state.stand, event)
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

/** A spent slice goes on when a person grants it the iterations once more, or finishes by hand what does not go together. */
export function unstuck(state: Stuck, event: Event): TddStep {
  const { merging } = state
  if (merging?.stand === 'laying') {
    if (!isAbout(event, sliceId(state, 'lay'))) return { state, effects: [] }
    if (event.kind === 'restored') return askAboutMerge(state, merging)
    return event.kind === 'failed' ? askUnlaid(state, merging, faultsOf(event, causeGone)) : { state, effects: [] }
  }
  if (event.kind !== 'decided' || event.id !== sliceId(state, 'decision')) return { state, effects: [] }
  if (event.option === 'abort') return aborted(state.run, event)
  if (event.option === 'merged' && merging?.stand === 'deciding') return byHand(state, merging, event)
  if (event.option === 'waive' && merging?.stand === 'deciding') return waived(state, merging, event)
  if (event.option !== 'extend') return { state, effects: [] }
  const { rounds } = state.run.input.limits
  return again({ ...state, rounds }, merging === undefined ? [] : numbersOf(state))
}

/** A merge without a commit is no merge: the person is asked again. */
function byHand(state: Stuck, { commit, kind }: Merge, { input }: Decided): TddStep {
  const finished = byHandSchema.safeParse(input)
  const merge = { commit, kind }
  if (finished.success) return measure(state, finished.data.commit, merge)
  const message = 'The decision `merged` came without a commit.'
  const remedy = 'Give {"commit": "<hash>"}, or choose another option.'
  return askAboutMerge(state, merge, [{ rule: 'merge-without-commit', message, remedy }])
}

/** Without a reason nothing is waived: the person is asked again. */
function waived(state: Stuck, merge: Merge, { input }: Decided): TddStep {
  const given = waivedSchema.safeParse(input)
  if (given.success && isWaivable(state)) return measure(state, merge.commit, undefined, given.data.note)
  const message = 'The decision `waive` came without a reason.'
  const remedy = 'Give the reason with `--note`, or choose another option.'
  return askAboutMerge(state, { commit: merge.commit, kind: merge.kind }, [
    { rule: 'waived-without-reason', message, remedy },
  ])
}

const waivedSchema = z.object({ note: z.string().trim().min(1) })

const byHandSchema = z.object({ commit: z.string().min(1) })

function takeUp(state: Combining, back: CombiningWork): TddStep {
  switch (back.kind) {
    case 'integrating':
      return integrate(state)
    case 'checking':
      return measure(state, back.commit, back.merge, back.waiver)
  }
}

/** `waiver`: why mutants that no test notices are none that tests have to notice, by a person's word. */
export function measure(slice: Slice, commit: string, merge?: Merge, waiver?: string): TddStep {
  const [id, at] = [sliceId(slice, 'check'), atSlice(slice, 'check')]
  const parameters = { ...sliceParameters(slice), ...(waiver !== undefined && { waiver }) }
  const check: Check = { kind: 'check', id, at, gate: 'combined', commit, parameters }
  const stand = {
    ...({ kind: 'checking', commit } as const),
    ...(merge !== undefined && { merge }),
    ...(waiver !== undefined && { waiver }),
  }
  return { state: { kind: 'combining', ...sliceOf(slice), stand }, effects: [check] }
}

function judged(state: Combining, stand: Checking, { verdict, evidence, findings, data }: Judged): TddStep {
  const { commit, merge } = stand
  if (verdict === 'unknown' && findings.length > 0 && findings.every(isUnknown))
    return combinationBroke(state, stand, findings)
  if (verdict !== 'pass') {
    const red = findings.length > 0 && findings.every(isOfChecks) ? [] : [redTogether(state, findings, evidence)]
    const outstanding = [...red, ...findings]
    if (merge !== undefined) return askAboutMerge({ ...state, outstanding }, merge)
    return everyoneAgain(state, outstanding, state.run.input.together === true ? { commit, kind: 'red' } : null)
  }
  const { run, told } = withChecks(withOldFailures(state.run, data), data)
  return withTold(prove({ ...state, run }, { commit, evidence }), told)
}

function conflict(state: Combining, event: Conflicted): TddStep {
  const merge = event.commit === undefined ? null : ({ commit: event.commit, kind: 'conflict' } as const)
  return everyoneAgain(state, [conflictOf(state, event)], merge)
}

/** No cycle's change is dropped: all of them go back to REFACTOR, and those involved are told (DPTR-102). */
function everyoneAgain(state: Combining, outstanding: readonly Finding[], merge: Merge | null): TddStep {
  const slice = { ...state, outstanding }
  return state.rounds === 0 && merge !== null ? lay(slice, merge) : again(slice, numbersOf(slice))
}

const numbersOf = ({ cycles }: Slice): readonly number[] => cycles.map(({ number }) => number)

function conflictOf(slice: Slice, { files, evidence, branches }: Conflicted): Finding {
  const units = fewerThanAll(slice, branches ?? [])
  const message = `The changes of ${units?.join(', ') ?? namesOf(slice)} cannot be merged: they conflict in ${files.join(', ')}.`
  const remedy = 'Change these files so that the work of all the cycles fits together.'
  return finding({ rule: 'conflict', message, remedy, ...(units && { units }) }, evidence)
}

function redTogether(slice: Slice, findings: readonly Finding[], evidence: string): Finding {
  const units = findings.every((each) => each.units !== undefined)
    ? fewerThanAll(
        slice,
        findings.flatMap((each) => each.units ?? []),
      )
    : null
  const because = units === null ? '' : `; what fails does so with ${units.join(' and ')}`
  return {
    rule: 'combined-run-failed',
    message: `The test suite does not pass on the combined work of ${namesOf(slice)}${because}.`,
    remedy: "Make the cycle's work hold beside that of the others.",
    evidence,
    ...(units && { units }),
  }
}

const causeGone = 'Remove the cause, then resume.'
