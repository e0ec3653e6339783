/**
 * People who take a turn. That one is asked is noted beside the run's events, so that every program can tell what waits
 * for somebody, also when no host is there. Only a host notes it: nothing that an agent says is taken for it.
 */
import type { Ask, At, JsonObject, Message, Open } from '@sigma/protocol'
import type { Agents } from '../ports/agents.ts'
import { workName } from '../views/place.ts'
import type { Note, RunView } from '../views/views.ts'

/** A turn that waits for a person. */
export interface AskedPerson {
  readonly run: string
  /** Id of the ask, e.g. `C1.red.qa`. */
  readonly id: string
  /** What people type, e.g. `C1.red`; its id where two turns of a step wait at once, as in a cross review. */
  readonly name: string
  readonly attempt: string
  readonly at: At
  /** ISO 8601, UTC. */
  readonly askedAt: string
  readonly codes: readonly string[]
  /** Globs of what may be changed. */
  readonly writable: readonly string[]
  /** Globs of where files may be made; empty: as `writable` says. */
  readonly creatable: readonly string[]
  /** Why what was answered before was not taken. */
  readonly refused: readonly string[]
}

const type = 'asked'

/** A person plays the turn, who may take days, and whose work stays where it is. */
export function isPersonTurn({ effect }: Pick<Open, 'effect'>, { keepsWork }: Agents): boolean {
  return effect.kind === 'ask' && keepsWork?.(effect.role) === true
}

export function askedNote(
  { id, at, role, phase, writes, creates }: Ask,
  attempt: string,
  handoff: JsonObject,
): Message {
  const { codes = [], refused = [] } = Object(handoff['metadata'])
  const message = `${role} is a person, and is asked in ${phase}: sigma answer ${workName(at)}`
  const may = { writable: writes, ...(creates !== undefined && { creatable: creates.globs }) }
  return { type, data: { message, id, attempt, codes, ...may, refused: messagesOf(refused) } }
}

/** What of the run waits for people now, in the order it was asked. `notes`: all of the run's. */
export function askedIn({ run, status, open }: RunView, notes: readonly Note[]): readonly AskedPerson[] {
  if (status === 'ended') return []
  const turns = notes.flatMap(({ type: noted, at: askedAt, data }): readonly AskedPerson[] => {
    const one = noted === type ? open.find(({ attempt }) => attempt === data['attempt']) : undefined
    if (one === undefined) return []
    const { id, attempt, at } = one
    const texts = (key: string): readonly string[] => textsOf(data[key])
    const may = { codes: texts('codes'), writable: texts('writable'), creatable: texts('creatable') }
    return [{ run, id, name: workName(at), attempt, at, askedAt, ...may, refused: texts('refused') }]
  })
  const isShared = ({ id, name }: AskedPerson): boolean => turns.some((each) => each.name === name && each.id !== id)
  return turns.map((turn) => (isShared(turn) ? { ...turn, name: turn.id } : turn))
}

const messagesOf = (findings: unknown): readonly string[] =>
  (Array.isArray(findings) ? findings : []).map(({ message, remedy }) => `${message} ${remedy}`)

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
