/** The end of a step, and the end of the protocol. */
import type { Effect, JsonObject } from '@sigma/protocol'
import { reply } from './reply.ts'
import { dueIn, type Session, type StepsStep, sessionOf } from './state.ts'

/** Stores the output and makes the next step due (EXE-73). `call`: who waits for it; null: nobody. */
export function completeStep(session: Session, call: string | null, output: JsonObject, shows = false): StepsStep {
  const step = dueIn(session)
  const { limits } = session.input
  const after: Session = {
    ...sessionOf(session),
    done: session.done + 1,
    started: false,
    outputs: [...session.outputs, output],
    left: { ...session.left, reissues: limits.reissues },
  }
  const effects: readonly Effect[] =
    call === null ? [] : [reply(after, call, { outcome: 'completed', step: step?.number ?? null, shows })]
  return { state: { ...after, kind: 'due' }, effects }
}

/** With what the last step summed up, unless a summary is given (EXE-39). */
export function completeProtocol(session: Session, call: string, given: string | undefined): StepsStep {
  const summed = session.outputs.at(-1)?.['summary']
  const summary = [given, summed].find((text): text is string => typeof text === 'string' && text.trim() !== '')
  const text = summary ?? `Every step of ${session.input.definition.route} is completed.`
  return {
    state: { ...sessionOf(session), kind: 'over', outcome: 'completed' },
    effects: [
      reply(session, call, { outcome: 'finished', step: null }),
      { kind: 'end', outcome: 'completed', summary: text, reasons: [], result: {} },
    ],
  }
}
