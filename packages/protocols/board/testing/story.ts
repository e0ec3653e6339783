/** A board played event by event, as a host would record it: every event happens a second after the one before. */
import { type AnyState, type Fold, registered } from '@sigma/engine'
import type {
  Action,
  Advance,
  Answered,
  CallResult,
  EventBody,
  Failed,
  Json,
  JsonObject,
  Open,
  Recorded,
} from '@sigma/protocol'
import { evidence, zeros } from '@sigma/protocol/testing'
import { z } from 'zod'
import { board } from '../machine/board.ts'
import type { BoardInput } from '../machine/input.ts'

export const boardProtocol = registered(board)

export interface Story {
  readonly events: Recorded[]
  happen(event: EventBody, key?: string): Advance<AnyState>
  /** By a person, or an agent's name. A later reply is null. */
  call(by: string, verb: string, given?: JsonObject, key?: string): CallResult | null
  /** The reply's field. Fails where the call was refused. */
  reply(by: string, verb: string, given?: JsonObject): JsonObject
  /** The open turn of an agent. */
  turn(agent: string): Open
  begin(agent: string, more?: Partial<Extract<EventBody, { kind: 'begun' }>>): void
  answer(agent: string, code: string, more?: Partial<Answered>): void
  fail(agent: string, cause: Failed['cause'], more?: Partial<Failed>): void
  decide(option: string): void
}

export function storyOf(input: BoardInput): Story {
  const events: Recorded[] = []
  let fold: Fold = boardProtocol.fresh

  const open = (): readonly Open[] => Object.values(fold.kernel?.open ?? {})

  function happen(event: EventBody, key = `key-${events.length + 1}`): Advance<AnyState> {
    const sequence = events.length + 1
    const attempt = 'id' in event ? (open().find(({ effect }) => effect.id === event.id)?.attempt ?? null) : null
    const recorded: Recorded = {
      envelope: {
        ...{ schema: 1, run: 'board-1', sequence, key, attempt, protocol: board.name, version: board.version },
        ...{ at: new Date(Date.UTC(2026, 0, 1) + sequence * 1000).toISOString(), tick: sequence * 1000 },
        ...{ nonce: `nonce-${sequence}`, caller: event.kind === 'called' ? event.caller : 'host', epoch: 1 },
      },
      event,
    }
    const { advance, fold: next } = fold.next(recorded)
    fold = next
    events.push(recorded)
    return advance
  }

  function turn(agent: string): Open {
    const found = open().find(({ effect }) => effect.kind === 'ask' && effect.brief.context['name'] === agent)
    if (found === undefined) throw new Error(`${agent} has no open turn`)
    return found
  }

  const callerOf = (by: string): string => {
    const found = open().find(({ effect }) => effect.kind === 'ask' && effect.brief.context['name'] === by)
    return found?.attempt ?? by
  }

  function call(by: string, verb: string, given: Json = {}, key?: string): CallResult | null {
    const id = `call-${events.length + 1}`
    const { actions } = happen({ kind: 'called', call: id, verb, arguments: given, caller: callerOf(by) }, key)
    const response = actions.find((action: Action) => action.kind === 'respond' && action.call === id)
    return response?.kind === 'respond' ? response.result : null
  }

  happen({ kind: 'started', input: z.json().parse(JSON.parse(JSON.stringify(input))) })
  return {
    events,
    happen,
    call,
    turn,
    reply: (by, verb, given) => {
      const result = call(by, verb, given)
      if (result?.kind !== 'replied') throw new Error(`${verb}: ${JSON.stringify(result)}`)
      return z.record(z.string(), z.json()).parse(result.data)
    },
    begin: (agent, more = {}) => {
      const { effect } = turn(agent)
      const name = { role: 'owner', phase: 'OWN', agent: 'mine' }
      happen({ kind: 'begun', id: effect.id, session: null, pid: 1, brief: evidence, turn: name, ...more })
    },
    answer: (agent, code, more = {}) => {
      const silent = { message: '', commit: null, base: zeros, changed: [], usage: 'unknown' } as const
      happen({ kind: 'answered', id: turn(agent).effect.id, code, ...silent, ...more })
    },
    fail: (agent, cause, more = {}) => {
      const nothing = { findings: [], evidence: null, final: false }
      happen({ kind: 'failed', id: turn(agent).effect.id, cause, ...nothing, ...more })
    },
    decide: (option) => {
      const asked = open().find(
        ({ effect }) => effect.kind === 'consult' && effect.options.some(({ name }) => name === option),
      )
      if (asked === undefined) throw new Error(`no question takes ${option}`)
      happen({ kind: 'decided', id: asked.effect.id, option, input: null, by: 'ann' })
    },
  }
}
