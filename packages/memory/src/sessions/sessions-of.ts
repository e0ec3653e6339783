/** The dialogues of a store, for people: they only read. */
import type { Kit, Reader } from '@sigma/engine'
import { type SessionSource, sessionsInRun } from './projection.ts'
import type { Session } from './session.ts'

export interface Sessions {
  /** The newest run's first; of a run in the order in which they began. */
  list(): readonly Session[]
  /** Null: there is no dialogue of that id. */
  read(session: string): Session | null
}

export function sessionsOf(reader: SessionSource & Pick<Reader, 'runs'>, kits: readonly Kit[]): Sessions {
  const inRun = (run: string): readonly Session[] => [...(sessionsInRun(reader, kits, run)?.read().values() ?? [])]
  const runs = (): readonly string[] => reader.runs().map(({ run }) => run)
  return {
    list: () => runs().flatMap(inRun),
    read: (session) => {
      for (const run of runs()) {
        const found = inRun(run).find((each) => each.session === session)
        if (found !== undefined) return found
      }
      return null
    },
  }
}
