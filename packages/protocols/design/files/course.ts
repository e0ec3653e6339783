/** What became of a design run, folded from its events alone: who said what of which item, and what was accepted. */
import type { Fold, Registered } from '@sigma/engine'
import type { Effect, Open, Recorded } from '@sigma/protocol'
import { z } from 'zod'
import { type Said, saidIn } from '../../writing/dialogue.ts'
import { type DesignInput, designInputSchema } from '../machine/input.ts'
import type { Accepted } from '../machine/state.ts'

export interface DesignCourse {
  readonly run: string
  readonly input: DesignInput
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly lastAt: string
  readonly sequence: number
  /** Oldest first. */
  readonly said: readonly Said[]
  readonly standing: readonly { readonly open: Open }[]
  readonly accepted: readonly Accepted[]
  /** Modules that were taken up so far, in that order. */
  readonly modules: readonly string[]
  readonly end: { readonly outcome: string; readonly summary: string } | null
}

/** A run that is being folded; `course` is null before its first event. */
export interface Folding {
  readonly course: DesignCourse | null
  readonly fold: Fold
}

export const beginning = (protocol: Registered): Folding => ({ course: null, fold: protocol.fresh })

const stateSchema = z.object({
  accepted: z.array(z.object({ module: z.string().nullable(), path: z.string(), blob: z.string(), by: z.string() })),
  item: z.object({ kind: z.string(), module: z.string().optional() }).optional(),
})

export function after(before: Folding, recorded: Recorded): Folding {
  const { advance, fold } = before.fold.next(recorded)
  const course = before.course ?? begun(recorded)
  const { at, sequence } = recorded.envelope
  const open = before.fold.kernel?.open ?? {}
  const said = advance.disposition === 'applied' ? saidIn(recorded, open, passes) : []
  const { accepted, item } = stateSchema.parse(advance.kernel.state)
  const taken = [
    ...accepted.flatMap(({ module }) => module ?? []),
    ...(item?.module === undefined ? [] : [item.module]),
  ]
  return {
    fold,
    course: {
      ...course,
      lastAt: at,
      sequence,
      said: [...course.said, ...said],
      standing: Object.values(advance.kernel.open).map((each) => ({ open: each })),
      accepted,
      modules: [...new Set([...course.modules, ...taken])],
      end: endOf(advance.effects) ?? course.end,
    },
  }
}

const passes = 'It can be read.'

function begun({ envelope, event }: Recorded): DesignCourse {
  return {
    run: envelope.run,
    input: designInputSchema.parse(event.kind === 'started' ? event.input : null),
    startedAt: envelope.at,
    lastAt: envelope.at,
    sequence: 0,
    said: [],
    standing: [],
    accepted: [],
    modules: [],
    end: null,
  }
}

function endOf(effects: readonly Effect[]): DesignCourse['end'] {
  const end = effects.find((effect) => effect.kind === 'end')
  return end === undefined ? null : { outcome: end.outcome, summary: end.summary }
}

/** What people look for the run's report under: each module that it took up, and the architecture. */
export function topicsOf({ input, modules }: DesignCourse): readonly string[] {
  const topics = [...(input.architecture.blob === null ? [] : ['architecture']), ...modules]
  return topics.length === 0 ? [input.subject ?? 'draft'] : topics
}
