/** Single readings of a step, for the fold of a run. */

import type { AnyState } from '@sigma/engine'
import type { Advance, Recorded } from '@sigma/protocol'
import { z } from 'zod'
import { cycleOf } from '../machine/places.ts'
import type { Step, TddCourse, Told } from './tdd-course.ts'

export function toldIn({ envelope }: Recorded, { effects }: Advance<AnyState>): readonly Told[] {
  const { at, sequence } = envelope
  return effects.flatMap((effect) => (effect.kind === 'tell' ? [{ at, sequence, ...effect.message }] : []))
}

const standSchema = z.object({ run: z.object({ done: z.array(z.number()) }) })

/** The run itself knows which cycles are in its trunk; at the end it says which it hands over. */
export function doneBy({ input, done }: TddCourse, step: Step): ReadonlySet<number> {
  const end = resultOf(step)
  if (end !== null) return new Set(numbersOf(input.cycles, end.cycles))
  const { data } = standSchema.safeParse(step.advance.kernel.state)
  return data === undefined || data.run.done.length === done.size ? done : new Set(data.run.done)
}

export function skippedBy({ input, skipped }: TddCourse, step: Step): ReadonlySet<number> {
  const { event } = step.recorded
  const end = resultOf(step)
  if (end !== null) return new Set(numbersOf(input.cycles, end.skipped))
  if (step.advance.disposition !== 'applied' || event.kind !== 'decided' || event.option !== 'skip') return skipped
  const unit = step.open[event.id]?.effect.at.unit
  const cycle = unit === undefined ? null : cycleOf(unit)
  return cycle === null ? skipped : new Set([...skipped, cycle])
}

export function endOf({ effects }: Advance<AnyState>): TddCourse['end'] {
  const end = effects.find((effect) => effect.kind === 'end')
  return end === undefined ? null : { outcome: end.outcome, summary: end.summary }
}

const ids = z.array(z.string()).default([])
const resultSchema = z.object({ cycles: ids, skipped: ids })

function resultOf({ advance }: Step): z.infer<typeof resultSchema> | null {
  const end = advance.effects.find((effect) => effect.kind === 'end')
  return resultSchema.safeParse(end?.result).data ?? null
}

function numbersOf(cycles: TddCourse['input']['cycles'], wanted: readonly string[]): readonly number[] {
  return cycles.flatMap(({ id }, at) => (wanted.includes(id) ? [at + 1] : []))
}
