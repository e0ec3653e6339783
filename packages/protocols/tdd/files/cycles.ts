/** How the cycles of a run stand, for people and for reports. */
import { unitOf } from '../machine/places.ts'
import { coverageStanding } from './coverage.ts'
import type { Measurement, TddCourse } from './tdd-course.ts'

export type CycleStatus = 'done' | 'skipped' | 'failed' | 'waiting' | 'working' | 'pending'

export interface CycleStanding {
  /** Position in the plan, from 1. */
  readonly number: number
  readonly id: string
  readonly title: string
  readonly interfaces: readonly string[]
  readonly status: CycleStatus
  /** Phases that were accepted, as the checklist has them. */
  readonly red: boolean
  readonly green: boolean
  readonly refactored: boolean
  readonly session: string | null
  /** The last judgement that measured coverage. */
  readonly covered: Measurement | null
}

export function cyclesOf(course: TddCourse): readonly CycleStanding[] {
  return course.input.cycles.map(({ id, title, interfaces }, at) => {
    const number = at + 1
    const own = course.measurements.filter(({ turn }) => turn?.cycle === number)
    const passed = (task: string): boolean => own.some(({ turn, verdict }) => turn?.task === task && verdict === 'pass')
    return {
      number,
      id,
      title,
      interfaces,
      status: statusOf(course, number),
      red: passed('red'),
      green: passed('green'),
      refactored: course.done.has(number),
      session: own.at(-1)?.turn?.session ?? null,
      covered:
        own.findLast(({ data }) => coverageStanding(course.input.project.coverage, data).coverage !== null) ?? null,
    }
  })
}

/** Cycles that did not get where they should: ended without them, or stopped at a question to a person (SIG-70). */
export function failedCycles(course: TddCourse): readonly CycleStanding[] {
  return cyclesOf(course).filter(({ status }) => status === 'failed' || status === 'waiting' || status === 'skipped')
}

function statusOf(course: TddCourse, number: number): CycleStatus {
  if (course.done.has(number)) return 'done'
  if (course.skipped.has(number)) return 'skipped'
  if (!course.latest.has(number)) return 'pending'
  if (course.end !== null) return 'failed'
  const standing = course.standing.filter(({ open }) => open.effect.at.unit === unitOf(number))
  const asked = standing.flatMap(({ open }) => (open.effect.kind === 'consult' ? [open.effect.status] : []))
  if (asked.includes('halted')) return 'failed'
  return asked.length > 0 ? 'waiting' : 'working'
}

export type Mark = 'done' | 'failed' | 'waiting' | 'working' | 'pending'

export interface BatchStanding {
  /** From 1. */
  readonly number: number
  readonly parallel: number
  readonly mark: Mark
  readonly cycles: readonly CycleStanding[]
}

/** Batches run one after another, so a question about a slice as a whole is about the first that is not finished (DPTR-97). */
export function batchesOf(course: TddCourse): readonly BatchStanding[] {
  const cycles = cyclesOf(course)
  const batches = course.input.batches.map(({ parallel, cycles: numbers }, at) => {
    const own = cycles.filter(({ number }) => numbers.includes(number))
    return { number: at + 1, parallel, cycles: own, mark: markOf(course, own) }
  })
  const current = batches.find(({ mark }) => mark !== 'done')
  const question = course.standing
    .map(({ open }) => open.effect)
    .find(({ kind, at }) => kind === 'consult' && at.phase === 'REFACTOR')
  if (question?.kind !== 'consult' || current === undefined) return batches
  const mark: Mark = question.status === 'halted' ? 'failed' : 'waiting'
  return batches.map((batch) => (batch === current ? { ...batch, mark } : batch))
}

function markOf({ end }: TddCourse, cycles: readonly CycleStanding[]): Mark {
  const is = (status: CycleStatus): boolean => cycles.some((cycle) => cycle.status === status)
  if (is('failed')) return 'failed'
  if (is('waiting')) return 'waiting'
  if (cycles.every(({ status }) => status === 'done')) return 'done'
  if (cycles.every(({ status }) => status === 'done' || status === 'skipped')) return 'failed'
  if (cycles.every(({ status }) => status === 'pending')) return 'pending'
  return end === null ? 'working' : 'failed'
}
