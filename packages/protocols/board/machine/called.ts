/** A call from outside: read by its verb's schema, carried out whole or refused whole (ROOM-141). */
import type { Called, Stamp } from '@sigma/protocol'
import { type Caller, callerOf } from './caller.ts'
import { type ArgumentsOf, callSchemas, type Verb } from './calls.ts'
import { type Draft, draftOf, stepOf } from './draft.ts'
import { stopsOf } from './killing.ts'
import { isRefusal, type Outcome, type Refusal, refused } from './outcome.ts'
import type { BoardStep, OpenBoard } from './state.ts'
import { answerObjection, decide, escalate, object, veto } from './verbs/decisions.ts'
import { acknowledge, done, kill, redirect } from './verbs/lives.ts'
import { endPhase, extendPhase, pausePhase, phase, resumePhase } from './verbs/phases.ts'
import { hold, say, vote } from './verbs/saying.ts'
import { subtask, task } from './verbs/tasks.ts'
import { event, wait, waitChildren } from './verbs/waiting.ts'

type Play<Name extends Verb> = (draft: Draft, caller: Caller, given: ArgumentsOf<Name>, call: string) => Outcome

const plays: { readonly [Name in Exclude<Verb, 'reset'>]: Play<Name> } = {
  task,
  subtask,
  phase,
  'extend-phase': extendPhase,
  'end-phase': endPhase,
  say,
  decide,
  object,
  'answer-objection': answerObjection,
  escalate,
  vote,
  hold,
  'wait-children': waitChildren,
  wait,
  event,
  done,
  kill,
  'pause-phase': pausePhase,
  'resume-phase': resumePhase,
  redirect,
  acknowledge,
  veto,
}

export function called(board: OpenBoard, event: Called & Stamp): BoardStep {
  const { call, verb } = event
  if (verb === 'reset') return reset(board, event)
  const draft = draftOf(board, event.nonce)
  const outcome = isVerb(verb) ? playedBy(draft, event, verb) : unknownVerb(verb)
  if (isRefusal(outcome)) return { state: board, effects: [{ kind: 'refuse', call, ...outcome }] }
  // Before all else: a turn that the call ends (the last message of its phase) still hears the reply.
  if ('reply' in outcome) draft.effects.unshift({ kind: 'reply', call, data: outcome.reply })
  return stepOf(draft)
}

const isVerb = (verb: string): verb is keyof typeof plays => Object.hasOwn(plays, verb)

const unknownVerb = (verb: string): Refusal =>
  refused('call-malformed', `A board knows no ${verb}; it knows ${Object.keys(callSchemas).join(', ')}.`, 'pm --help')

function playedBy<Name extends keyof typeof plays>(draft: Draft, event: Called, verb: Name): Outcome {
  const given = callSchemas[verb].safeParse(event.arguments)
  if (!given.success) {
    const [issue] = given.error.issues
    const where = issue?.path.join('.') ?? ''
    return refused(
      'call-malformed',
      `${verb}${where === '' ? '' : `, ${where}`}: ${issue?.message}.`,
      `pm ${verb} --help`,
    )
  }
  const caller = callerOf(draft, event.caller)
  if (isRefusal(caller)) return caller
  const play: Play<Name> = plays[verb]
  return play(draft, caller, given.data as ArgumentsOf<Name>, event.call)
}

/** The board is over, its agents with it, which get no longer than those of a killed task; the next one begins with nothing (ROOM-41). */
function reset(board: OpenBoard, event: Called & Stamp): BoardStep {
  const { call, caller, nonce } = event
  const who = callerOf(draftOf(board, nonce), caller)
  if (isRefusal(who) || who.kind !== 'person') {
    const refusal = refused('not-yours', 'Only a person may reset the board.', 'pm done')
    return { state: board, effects: [{ kind: 'refuse', call, ...refusal }] }
  }
  const given = callSchemas.reset.safeParse(event.arguments)
  if (!given.success) {
    const refusal = refused('call-malformed', 'reset takes no arguments.', 'pm reset')
    return { state: board, effects: [{ kind: 'refuse', call, ...refusal }] }
  }
  const tasks = Object.keys(board.tasks)
  return {
    state: { kind: 'over' },
    effects: [
      { kind: 'reply', call, data: { tasks } },
      ...Object.values(board.tasks).flatMap(stopsOf),
      { kind: 'end', outcome: 'completed', summary: `${caller} reset the board.`, reasons: [], result: {} },
    ],
  }
}
