/** A session as its files need it, folded from its events alone. */
import type { Fold, Registered } from '@sigma/engine'
import type { Effect, JsonObject, Open, Recorded } from '@sigma/protocol'
import { z } from 'zod'
import { completed, initialized, stepOf } from '../machine/definition.ts'
import { type StepsInput, stepsInputSchema } from '../machine/input.ts'

interface Visit {
  readonly number: number
  readonly started_at: string
  readonly completed_at: string | null
}

export interface SessionCourse {
  readonly run: string
  readonly input: StepsInput
  readonly createdAt: string
  readonly sequence: number
  /** Each state that was entered, in order; a halt with its reason (EXE-44, EXE-53). */
  readonly history: readonly string[]
  /** The last of the chain's states. */
  readonly state: string
  readonly outputs: readonly JsonObject[]
  /** Each time that a step was started, in order; a loop has some several times. */
  readonly visits: readonly Visit[]
  readonly task: string | null
  readonly memories: readonly { readonly agent: string; readonly evidence: string }[]
  readonly standing: readonly { readonly open: Open }[]
  readonly end: { readonly outcome: string; readonly summary: string; readonly at: string } | null
}

/** A run that is being folded; `course` is null before its first event. */
export interface Folding {
  readonly course: SessionCourse | null
  readonly fold: Fold
}

export const beginning = (protocol: Registered): Folding => ({ course: null, fold: protocol.fresh })

const stateSchema = z.object({
  kind: z.string(),
  at: z.number(),
  path: z.array(z.number()),
  started: z.boolean(),
  outputs: z.array(z.record(z.string(), z.json())),
  task: z.string().nullable(),
  memories: z.array(z.object({ agent: z.string(), evidence: z.string() })),
})
type Seen = z.infer<typeof stateSchema>

const fresh: Seen = { kind: 'due', at: 1, path: [], started: false, outputs: [], task: null, memories: [] }

export function after(before: Folding, recorded: Recorded): Folding {
  const { advance, fold } = before.fold.next(recorded)
  const course = before.course ?? begun(recorded)
  const was = before.fold.kernel === null ? fresh : stateSchema.parse(before.fold.kernel.state)
  const now = stateSchema.parse(advance.kernel.state)
  const { at, sequence } = recorded.envelope
  const moved = withEnd(withHalts(withSteps(course, now, at), was, now, advance.effects), advance.effects, at)
  return {
    fold,
    course: {
      ...moved,
      sequence,
      outputs: now.outputs,
      task: now.task,
      memories: now.memories,
      standing: Object.values(advance.kernel.open).map((each) => ({ open: each })),
    },
  }
}

function begun({ envelope, event }: Recorded): SessionCourse {
  return {
    run: envelope.run,
    input: stepsInputSchema.parse(event.kind === 'started' ? event.input : null),
    createdAt: envelope.at,
    sequence: 0,
    history: [initialized],
    state: initialized,
    ...{ outputs: [], visits: [], task: null, memories: [], standing: [], end: null },
  }
}

/** What was started and completed by this event; a step may be both. */
function withSteps(course: SessionCourse, { at: due, path, started }: Seen, at: string): SessionCourse {
  const walked = started ? [...path, due] : path
  const entered = walked.slice(course.visits.length)
  const names = entered.flatMap((number) => stepOf(course.input.definition, number)?.name ?? [])
  const begun = [...course.visits, ...entered.map((number) => ({ number, started_at: at, completed_at: null }))]
  const visits = begun.map((visit, index) => ({
    ...visit,
    completed_at: visit.completed_at ?? (index < path.length ? at : null),
  }))
  return { ...course, history: [...course.history, ...names], state: names.at(-1) ?? course.state, visits }
}

function withHalts(course: SessionCourse, was: Seen, now: Seen, effects: readonly Effect[]): SessionCourse {
  const halted = effects.find((effect) => effect.kind === 'consult' && effect.status === 'halted')
  if (halted?.kind === 'consult') {
    const why = halted.reasons.map(({ message }) => message).join(' ')
    return { ...course, history: [...course.history, `HALTED: ${why}`] }
  }
  const isResumed = was.kind === 'asking' && now.kind !== 'asking' && now.kind !== 'over'
  return isResumed && course.history.at(-1)?.startsWith('HALTED: ') === true
    ? { ...course, history: [...course.history, course.state] }
    : course
}

function withEnd(course: SessionCourse, effects: readonly Effect[], at: string): SessionCourse {
  const end = effects.find((effect) => effect.kind === 'end')
  if (end === undefined) return course
  const { outcome, summary } = end
  const entered = outcome === 'completed' ? completed : 'ABORTED'
  return {
    ...course,
    history: [...course.history, entered],
    state: outcome === 'completed' ? completed : course.state,
    end: { outcome, summary, at },
  }
}
