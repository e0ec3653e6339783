/** What is asked of the world about a slice as a whole. */
import type { Consult, Finding, Integrate, Restore } from '@sigma/protocol'
import { subjectLine } from '@sigma/protocol'
import { type OptionName, optionOf } from './options.ts'
import { atSlice, atSliceDecision, mergeWorkspaceOf, sliceId } from './places.ts'
import { sliceOf } from './slices.ts'
import type { CombiningWork, Merge, Slice, Stuck, TddStep } from './state.ts'

/** Merges what was approved; also for one cycle, so that every slice ends the same way. */
export function integrate(slice: Slice): TddStep {
  const effect: Integrate = {
    kind: 'integrate',
    id: sliceId(slice, 'integrate'),
    at: atSlice(slice, 'integrate'),
    branches: branchesOf(slice),
    message: subjectOf('Combine', slice),
  }
  const stand = { kind: 'integrating' } as const
  return { state: { kind: 'combining', ...sliceOf({ ...slice, outstanding: [] }), stand }, effects: [effect] }
}

export function branchesOf({ cycles }: Slice): Integrate['branches'] {
  return cycles.map(({ number, green }) => ({ name: `C${number}`, commit: green.commit }))
}

export function subjectOf(verb: string, { cycles, run }: Slice): string {
  const titles = cycles.map(({ number }) => run.input.cycles[number - 1]?.title ?? `C${number}`)
  const numbers = cycles.map(({ number }) => number).join(', ')
  return subjectLine(verb, titles.join(', '), `${cycles.length === 1 ? 'cycle' : 'cycles'} ${numbers}`)
}

/** `C1, C2`: those whose work is combined. */
export function namesOf({ cycles }: Slice): string {
  return cycles.map(({ number }) => `C${number}`).join(', ')
}

/** Those of the cycles that are named; null: all of them are, or none. */
export function fewerThanAll({ cycles }: Slice, named: readonly string[]): readonly string[] | null {
  const units = cycles.map(({ number }) => `C${number}`).filter((name) => named.includes(name))
  return units.length === 0 || units.length === cycles.length ? null : units
}

/** The iterations are spent: a person decides, with the outstanding points at hand (DPTR-92). */
export function stuck(slice: Slice): TddStep {
  const state: Stuck = { kind: 'stuck', ...sliceOf(slice) }
  const question = `${namesOf(slice)}: the refactor iterations are spent with points still open. How should it go on?`
  const reasons = [...slice.outstanding, ...slice.cycles.flatMap(pointsOf)]
  return {
    state,
    effects: [consultOf(slice, { status: 'escalated', question, reasons, options: ['extend', 'abort'] })],
  }
}

/** All is approved and does not go together, and the iterations are spent: a workspace is laid for a person first. */
export function lay(slice: Slice, merge: Merge): TddStep {
  const restore: Restore = {
    kind: 'restore',
    id: sliceId(slice, 'lay'),
    at: atSlice(slice, 'lay'),
    workspace: mergeWorkspaceOf(slice.run),
    commit: merge.commit,
    for: 'person',
  }
  return { state: { kind: 'stuck', ...sliceOf(slice), merging: { ...merge, stand: 'laying' } }, effects: [restore] }
}

/** Then the person decides (D14); what they finish by hand there is measured like any other combination. */
export function askAboutMerge(slice: Slice, { commit, kind }: Merge, faults: readonly Finding[] = []): TddStep {
  const merging = { commit, kind, stand: 'deciding' } as const
  const consult = consultOf(slice, {
    status: 'escalated',
    question: `${namesOf(slice)}: all of it is approved, but it does not go together, and the refactor iterations are spent. How should it go on?`,
    reasons: [...slice.outstanding, ...faults],
    options: ['extend', 'merged', ...(isWaivable(slice) ? (['waive'] as const) : []), 'abort'],
  })
  const at = { ...consult.at, workspace: mergeWorkspaceOf(slice.run) }
  return { state: { kind: 'stuck', ...sliceOf(slice), merging }, effects: [{ ...consult, at }] }
}

/** Nothing else is wrong than that tests do not notice mutants, of which some may behave as the source does. */
export const isWaivable = ({ outstanding }: Slice): boolean =>
  outstanding.length > 0 && outstanding.every(({ rule }) => rule === 'mutant-survives')

/** The workspace could not be laid: nothing can be finished there. */
export function askUnlaid(slice: Slice, { commit, kind }: Merge, faults: readonly Finding[]): TddStep {
  const merging = { commit, kind, stand: 'unlaid' } as const
  const { effects } = stuck({ ...slice, outstanding: [...slice.outstanding, ...faults] })
  return { state: { kind: 'stuck', ...sliceOf(slice), merging }, effects }
}

function pointsOf({ number, points }: Slice['cycles'][number]): readonly Finding[] {
  const of = (what: string, text: string | null): readonly Finding[] =>
    text === null
      ? []
      : [{ rule: 'needs-change', message: `C${number}, ${what}: ${text}`, remedy: 'Extend the iterations, or abort.' }]
  return [...of('tests', points.tests), ...of('implementation', points.implementation)]
}

/** Sigma could not combine or check: halted until a person has it tried again. */
export function combinationBroke(slice: Slice, back: CombiningWork, reasons: readonly Finding[]): TddStep {
  const stand = { kind: 'deciding', back } as const
  const question = `${namesOf(slice)}: Sigma could not do its own part of combining them. How should it go on?`
  const effects = [consultOf(slice, { status: 'halted', question, reasons, options: ['resume', 'abort'] })]
  return { state: { kind: 'combining', ...sliceOf(slice), stand }, effects }
}

interface Asked extends Pick<Consult, 'question' | 'reasons'> {
  readonly status: 'halted' | 'escalated'
  readonly options: readonly OptionName[]
}

function consultOf(slice: Slice, { status, question, reasons, options }: Asked): Consult {
  const { input } = slice.run
  return {
    kind: 'consult',
    id: sliceId(slice, 'decision'),
    at: atSliceDecision(slice, 'slice'),
    question,
    options: options.map(optionOf),
    fallback: 'abort',
    expiryMs: status === 'halted' ? null : input.limits.decisionMs,
    status,
    reasons,
  }
}
