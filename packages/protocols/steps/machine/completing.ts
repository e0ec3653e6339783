/** The end of a step, and the end of the protocol. */
import type { Effect, JsonObject } from '@sigma/protocol'
import { loopSpent } from './asking.ts'
import { completed } from './definition.ts'
import { reply } from './reply.ts'
import { dueIn, type Session, type StepsStep, sessionOf } from './state.ts'
import { numberOf, wayName, wayTaken } from './ways.ts'

/** Stores the output and makes the step due that it leads to (EXE-73). `call`: who waits for it; null: nobody. */
export function completeStep(session: Session, call: string | null, output: JsonObject, shows = false): StepsStep {
  const step = dueIn(session)
  if (step === null) return { state: { ...sessionOf(session), kind: 'due' }, effects: [] }
  const { limits, definition } = session.input
  const way = wayTaken(definition, step, output)
  const name = way === null ? '' : wayName(step, way)
  const taken = session.turns[name] ?? 0
  const isSpent = way !== null && way.times !== null && taken >= way.times
  const to = isSpent ? (way.after ?? way.to) : (way?.to ?? completed)
  const after: Session = {
    ...sessionOf(session),
    at: numberOf(definition, to) ?? definition.steps.length + 1,
    path: [...session.path, step.number],
    started: false,
    outputs: [...session.outputs, output],
    turns: way === null || way.times === null || isSpent ? session.turns : { ...session.turns, [name]: taken + 1 },
    left: { ...session.left, reissues: limits.reissues },
  }
  if (isSpent && way.after === null) return loopSpent(after, { way: name, times: way.times ?? 1 }, call)
  const effects: readonly Effect[] =
    call === null ? [] : [reply(after, call, { outcome: 'completed', step: step.number, shows })]
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
