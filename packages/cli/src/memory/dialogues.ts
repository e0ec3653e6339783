/** The dialogues of runs, for people: what agents said and stored in their turns, read from the journal. */
import { renderObservation, type Session, sessionsOf } from '@sigma/memory'
import { kits } from '@sigma/protocols'
import { locate } from '../project/place.ts'
import { columns, counted } from '../render/columns.ts'
import { readerOf } from '../runs/reader.ts'
import type { World } from '../world.ts'

/** The newest first. */
export function dialoguesIn(world: World): readonly Session[] {
  using reader = readerOf(locate(world).folder)
  return reader === null ? [] : sessionsOf(reader, kits).list()
}

/** Null: no dialogue has this id. */
export function dialogueNamed(world: World, session: string): Session | null {
  using reader = readerOf(locate(world).folder)
  return reader === null ? null : sessionsOf(reader, kits).read(session)
}

export const dialoguesText = (sessions: readonly Session[]): string =>
  columns(
    sessions.map(({ session, type, run, observations }) => [
      session,
      type,
      run,
      counted(observations.length, 'observation'),
    ]),
  ).join('\n')

export const dialogueText = ({ session, type, run, observations }: Session): string =>
  [`${session} (${type}), of ${run}`, ...observations.map(renderObservation)].join('\n')

/** A dialogue with what in it says the text; all of it where its name or type does. Null: it does not stand there. */
export function sayingOf(session: Session, text: string): Session | null {
  const looked = text.toLowerCase()
  const says = (...words: readonly string[]): boolean => words.some((each) => each.toLowerCase().includes(looked))
  if (says(session.session, session.type)) return session
  const observations = session.observations.filter((each) => says(each.content, renderObservation(each)))
  return observations.length === 0 ? null : { ...session, observations }
}

/** As it is told to programs. */
export const dialogueJson = ({ session, type, run, observations }: Session) => ({
  ...{ session, type, run },
  observations: observations.map((each) => ({ at: each.at, attempt: each.attempt, text: renderObservation(each) })),
})
