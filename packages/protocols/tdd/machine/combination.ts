/** What is asked of the world about a slice as a whole. */
import type { Consult, Finding, Integrate } from '@sigma/protocol'
import { subjectLine } from '@sigma/protocol'
import { optionOf } from './options.ts'
import { atSlice, atSliceDecision, sliceId } from './places.ts'
import { sliceOf } from './slices.ts'
import type { CombiningWork, Slice, Stuck, TddStep } from './state.ts'

/** Merges what was approved; also for one cycle, so that every slice ends the same way. */
export function integrate(slice: Slice): TddStep {
  const effect: Integrate = {
    kind: 'integrate',
    id: sliceId(slice, 'integrate'),
    at: atSlice(slice, 'integrate'),
    branches: slice.cycles.map(({ number, green }) => ({ name: `C${number}`, commit: green.commit })),
    message: subjectOf(slice),
  }
  const stand = { kind: 'integrating' } as const
  return { state: { kind: 'combining', ...sliceOf({ ...slice, outstanding: [] }), stand }, effects: [effect] }
}

function subjectOf({ cycles, run }: Slice): string {
  const titles = cycles.map(({ number }) => run.input.cycles[number - 1]?.title ?? `C${number}`)
  const numbers = cycles.map(({ number }) => number).join(', ')
  return subjectLine('Combine', titles.join(', '), `${cycles.length === 1 ? 'cycle' : 'cycles'} ${numbers}`)
}

/** `C1, C2`: those whose work is combined. */
export function namesOf({ cycles }: Slice): string {
  return cycles.map(({ number }) => `C${number}`).join(', ')
}

/** The iterations are spent: a person decides, with the outstanding points at hand (DPTR-92). */
export function stuck(slice: Slice): TddStep {
  const state: Stuck = { kind: 'stuck', ...sliceOf(slice) }
  const question = `${namesOf(slice)}: the refactor iterations are spent with points still open. How should it go on?`
  const reasons = [...slice.outstanding, ...slice.cycles.flatMap(pointsOf)]
  return { state, effects: [consultOf(slice, 'escalated', question, reasons)] }
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
  const effects = [consultOf(slice, 'halted', question, reasons)]
  return { state: { kind: 'combining', ...sliceOf(slice), stand }, effects }
}

function consultOf(
  slice: Slice,
  status: 'halted' | 'escalated',
  question: string,
  reasons: readonly Finding[],
): Consult {
  const { input } = slice.run
  return {
    kind: 'consult',
    id: sliceId(slice, 'decision'),
    at: atSliceDecision(slice, 'slice'),
    question,
    options: [optionOf(status === 'halted' ? 'resume' : 'extend'), optionOf('abort')],
    fallback: 'abort',
    expiryMs: status === 'halted' ? null : input.limits.decisionMs,
    status,
    reasons,
  }
}
