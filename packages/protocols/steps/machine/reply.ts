/** What a call of a session is replied: what became of it, and the directive that follows. */
import { type Effect, type Finding, findingSchema, jsonOf } from '@sigma/protocol'
import { z } from 'zod'
import { fieldSchema, stepOf } from './definition.ts'
import { type Directive, directiveOf, entryOf, type Wanted, wantedBy } from './directive.ts'
import { textsIn } from './outputs.ts'
import { dueIn, type Session } from './state.ts'

const outcomes = ['dispatched', 'entered', 'started', 'unmet', 'completed', 'repeated', 'finished'] as const

export const replySchema = z.object({
  session_id: z.string(),
  /** `started`: the step waits for its output; `unmet`: what must be true at its end is not; `repeated`: it was completed before. */
  outcome: z.enum(outcomes),
  /** The step that was run; 0: the entry; null: the protocol was completed. */
  step: z.number().nullable(),
  reasons: z.array(findingSchema),
  /** What earlier steps left for whoever runs this one (EXE-31). */
  context: z.array(z.object({ step: z.number(), text: z.string() })),
  /** Number of the step whose text is to be shown; null: none is. */
  content: z.number().nullable(),
  /** The output that the next command needs; null: none. */
  wants: z.object({ file: z.string(), gives: z.array(fieldSchema) }).nullable(),
  /** Null: the protocol is finished, and nothing follows (EXE-34). */
  directive: z
    .object({ step: z.number().nullable(), name: z.string(), command: z.string(), session_id: z.string() })
    .nullable(),
})
export type StepReply = z.infer<typeof replySchema>

interface Said {
  readonly outcome: StepReply['outcome']
  readonly step: number | null
  readonly reasons?: readonly Finding[]
  /** The step's text is shown, and what earlier steps left for it. */
  readonly shows?: boolean
}

/** With the directive that is due as the session stands now. */
export function reply(session: Session, call: string, said: Said): Effect {
  const isFinished = said.outcome === 'finished'
  const directive = said.outcome === 'dispatched' ? entryOf(session.input) : directiveOf(session)
  // Only whoever was shown the step's text knows what it is to write.
  const wants = session.started && dueIn(session) !== null ? wantedBy(session) : null
  return replied(call, session, said, isFinished ? null : directive, isFinished ? null : wants)
}

function replied(
  call: string,
  session: Session,
  { outcome, step, reasons = [], shows = false }: Said,
  directive: Directive | null,
  wants: Wanted | null,
): Effect {
  const { input } = session
  const left = leftBefore(session, step ?? 0, outcome)
  return {
    kind: 'reply',
    call,
    data: jsonOf({
      session_id: input.session,
      outcome,
      step,
      reasons,
      context: shows ? left : [],
      content: shows ? step : null,
      wants,
      directive,
    }),
  }
}

/**
 * What earlier steps left for later ones, of a step that came several times the latest; whoever is to verify is told what was
 * required, word by word.
 */
function leftBefore({ outputs, path, input }: Session, step: number, outcome: Said['outcome']): StepReply['context'] {
  const isVerifying = stepOf(input.definition, step)?.work === 'verify'
  const earlier = outcome === 'completed' ? path.length - 1 : path.length
  return outputs.slice(0, Math.max(0, earlier)).flatMap(({ context, requirements }, at) => {
    const number = path[at] ?? 0
    if (path.slice(at + 1, earlier).includes(number)) return []
    const required = isVerifying ? textsIn(requirements).map((text) => `- ${text}`) : []
    const text = [...textsIn(context).slice(0, 1), ...required].join('\n')
    return text === '' ? [] : [{ step: number, text }]
  })
}

export type Refusal = Extract<Effect, { readonly kind: 'refuse' }>

/** A refusal names the step that is due (EXE-51); its remedy is the command of the directive. */
export function refuse(session: Session, call: string, rule: string, reason: string): Refusal {
  return { kind: 'refuse', call, rule, reason, remedy: directiveOf(session).command }
}

/** The step that is due, in a sentence. */
export function dueText(session: Session): string {
  const due = dueIn(session)
  return due === null
    ? 'every step is completed, and the protocol is to be completed'
    : `step ${due.number} (${due.name}) is due`
}
