import { z } from 'zod'
import type { Json } from '../json.ts'

/** The phases that are told of in a module's `events.log`, each with the code that it is accepted by (SIG-72, SIG-74). */
export const eventPhases = { RED: '→RC', GREEN: '→GC', REFACTOR: '→RIC' } as const

export type EventPhase = keyof typeof eventPhases

/** The word in place of the code when the gate refused: the tests passed in RED, or failed elsewhere (SIG-76). */
export const unexpected: Readonly<Record<EventPhase, 'unexpected_pass' | 'unexpected_fail'>> = {
  RED: 'unexpected_pass',
  GREEN: 'unexpected_fail',
  REFACTOR: 'unexpected_fail',
}

const json: z.ZodType<Json> = z.json()
const percentages = z.object({ lines: z.number(), functions: z.number(), branches: z.number(), statements: z.number() })
export type Percentages = Readonly<z.infer<typeof percentages>>

/** One line of `events.log` (SIG-72 to SIG-77). Fields beyond these may follow; readers pass over what they do not know. */
const schema = z
  .object({
    ts: z.iso.datetime(),
    phase: z.enum(['RED', 'GREEN', 'REFACTOR']),
    code: z.string(),
    /** As the runner returned it; null when a signal ended it, or no run was possible. */
    exitCode: z.int().nullable(),
    coverage: percentages.nullable().exactOptional(),
    /** Null: not required, or not to be judged; the reason stands beside it (A23). */
    coverageGate: z.boolean().nullable().exactOptional(),
  })
  .catchall(json)
  .refine(
    ({ phase, code }) => code === eventPhases[phase] || code === unexpected[phase],
    'The code is not that of the phase.',
  )
export type PhaseEvent = Readonly<z.infer<typeof schema>>

/** Reads `events.log`; a torn line, and one of another kind, is passed over (SIG-79). */
export function readPhaseEvents(log: string): readonly PhaseEvent[] {
  return log.split('\n').flatMap((line): readonly PhaseEvent[] => {
    const read = schema.safeParse(parsed(line))
    return read.success ? [read.data] : []
  })
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** What a review counts (SIG-80). */
export interface PhaseCounts {
  /** Accepted phases. */
  readonly phases: Readonly<Record<EventPhase, number>>
  /** Refusals by phase. */
  readonly failures: Readonly<Record<EventPhase, number>>
  /** Accepted of all that was judged; null where nothing was. */
  readonly passRate: number | null
}

export function countPhases(events: readonly Pick<PhaseEvent, 'phase' | 'code'>[]): PhaseCounts {
  const accepted = events.filter(({ phase, code }) => code === eventPhases[phase])
  const refused = events.filter(({ phase, code }) => code === unexpected[phase])
  const by = (some: typeof events) => {
    const of = (wanted: EventPhase): number => some.filter(({ phase }) => phase === wanted).length
    return { RED: of('RED'), GREEN: of('GREEN'), REFACTOR: of('REFACTOR') }
  }
  return {
    phases: by(accepted),
    failures: by(refused),
    passRate: events.length === 0 ? null : accepted.length / events.length,
  }
}
