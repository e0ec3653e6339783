/**
 * The memory of agents in their turns: INIT, STORE, QUERY and READ of the one dialogue that the turn belongs to. Which one
 * that is, the turn's capability says, and no argument (D13, DPTR-18, T31). Nothing is acknowledged before it is on disk.
 */

import type { Capabilities, Kit, Opening } from '@sigma/engine'
import { nothingNamed, otherSession, otherType, sessionTurnOver, tooMuchStored } from '../errors.ts'
import type { Entity } from '../graph/graph.ts'
import { renderObservation } from './observation.ts'
import { matches } from './pattern.ts'
import { type RunSessions, type SessionTurn, sessionsInRun } from './projection.ts'
import { entityOf, type Session } from './session.ts'
import { storedNote } from './stored.ts'

/** The memory as one turn has it. Each call fails with `turn-over` once the turn is, and with `no-such-session`. */
export interface TurnMemory {
  /** The dialogue as it is: it is there from its first turn on (DPTR-35). Fails with `other-type`. */
  init(name: string, type: string): Entity
  /** Gives what is new, as it stands there now; what this turn stored already is not stored again. Fails with `too-much`. */
  store(name: string, contents: readonly string[]): readonly string[]
  /** `query`: the session's id, a blank, and what to look for in it. Null: nothing matches. */
  query(query: string): Entity | null
  read(names: readonly string[]): Entity
  /** The id of the dialogue. */
  readonly session: string
}

export interface SessionDesk {
  /** Null: the turn of this token belongs to no dialogue. */
  turn(token: string): TurnMemory | null
  /** As it was asked; null: it belongs to no dialogue. */
  asked(run: string, attempt: string): SessionTurn | null
}

/** What one turn may store: nobody fills the journal. Of all its contents, and of one; in characters. */
export const storeBounds = { contents: 100, characters: 200_000, each: 20_000 } as const

type Host = Pick<Opening, 'reader' | 'note'> & { readonly capabilities: Pick<Capabilities, 'claims'> }

export function sessionDesk(kits: readonly Kit[], { reader, capabilities, note }: Host): SessionDesk {
  const runs = new Map<string, RunSessions | null>()

  function sessionsIn(run: string): RunSessions | null {
    const known = runs.get(run)
    if (known !== undefined) return known
    // A host may play many runs; nobody asks for those that are over.
    for (const each of runs.keys()) if (reader.run(each)?.status !== 'running') runs.delete(each)
    const opened = sessionsInRun(reader, kits, run)
    runs.set(run, opened)
    return opened
  }

  const asked = (run: string, attempt: string): SessionTurn | null => sessionsIn(run)?.turn(attempt) ?? null

  return {
    asked,
    turn: (token) => {
      const claims = capabilities.claims(token)
      const place = claims === null ? null : (asked(claims.run, claims.attempt)?.place ?? null)
      if (claims === null || place === null) return null
      const { run, attempt } = claims
      const { session: own, type } = place
      const given = new Set<string>()
      let characters = 0

      /** The dialogue as it stands now, for whoever names it. */
      function entered(...names: readonly string[]): Session {
        if (capabilities.claims(token) === null) throw sessionTurnOver()
        if (names.length === 0) throw nothingNamed(own)
        const other = names.find((name) => name !== own)
        if (other !== undefined) throw otherSession(other, own)
        const session = sessionsIn(run)?.read().get(own)
        if (session === undefined) throw otherSession(own, own)
        return session
      }

      function store(name: string, contents: readonly string[]): readonly string[] {
        const before = entered(name).observations.length
        const fresh = [...new Set(contents)].filter((content) => !given.has(content))
        const size = fresh.reduce((sum, content) => sum + content.length, 0)
        if (fresh.some(({ length }) => length > storeBounds.each))
          throw tooMuchStored(`an observation has at most ${storeBounds.each} characters`)
        if (given.size + fresh.length > storeBounds.contents)
          throw tooMuchStored(`a turn stores at most ${storeBounds.contents} observations`)
        if (characters + size > storeBounds.characters)
          throw tooMuchStored(`a turn stores at most ${storeBounds.characters} characters`)
        if (fresh.length > 0) note(run, storedNote({ attempt, contents: fresh }))
        for (const content of fresh) given.add(content)
        characters += size
        return entered(name).observations.slice(before).map(renderObservation)
      }

      function query(text: string): Entity | null {
        const [, name = '', pattern = ''] = /^\s*(\S*)([\s\S]*)$/.exec(text) ?? []
        const session = entered(name)
        const found = session.observations.filter((each) => matches(each, pattern))
        return found.length === 0 ? null : entityOf({ ...session, observations: found })
      }

      return {
        session: own,
        init: (name, asType) => {
          const session = entered(name)
          if (asType !== type) throw otherType(asType, own, type)
          return entityOf(session)
        },
        store,
        query,
        read: (names) => entityOf(entered(...names)),
      }
    },
  }
}
