/** Looks at a project: reads its store, and has its host, whichever process that is, show what it does. Never hosts. */
import { type Reader, type RunView, SigmaError, type Watched, watchHost } from '@sigma/engine'
import type { Place } from '../project/place.ts'
import { holderOf } from '../runs/holder.ts'
import { readerOf } from '../runs/reader.ts'
import { rootOf, runsNamed } from '../runs/runs.ts'
import type { World } from '../world.ts'
import { type Overview, openKeys, overviewOf } from './overview.ts'
import { membersOf, type Recorded, recordedIn } from './recorded.ts'
import { type Sightings, seen, stillOpen } from './sightings.ts'

export interface Sight extends Disposable {
  /** Fails with `store-newer` and `store-broken`. */
  look(): Overview
  /** Joins the host, where there is one that is not joined; resolves when it shows what it does, or cannot be joined. */
  join(): Promise<void>
}

/** A host that is paused does not greet. */
const patienceMs = 3_000

export function sightOf(world: World, { folder }: Place, word: string | undefined, changed: () => void): Sight {
  const gone = new AbortController()
  let store: Store | null = null
  let link: Watched | null = null
  let joining: Promise<void> | null = null
  let missedAt: number | null = null
  let sightings: Sightings = new Map()

  const live = (): boolean => link !== null && !link.isLost()

  async function joinOnce(): Promise<void> {
    const signal = AbortSignal.any([world.signal, gone.signal, AbortSignal.timeout(patienceMs)])
    const found = await watchHost({ folder, command: 'sigma watch', signal }, (activity) => {
      sightings = seen(sightings, activity)
      changed()
    }).catch(unlessOtherVersion)
    if (gone.signal.aborted) found?.close()
    else link = found
  }

  return {
    look: () => {
      store ??= storeOf(folder)
      const holder = holderOf(world, folder)
      if (!live() && joining === null) sightings = new Map()
      const now = world.now()
      const isMissed = holder !== null && !live()
      missedAt = isMissed ? (missedAt ?? now) : null
      const silent = missedAt !== null && now - missedAt > patienceMs
      const known = store === null ? null : { ...store, views: viewsIn(store.reader, word) }
      const overview = overviewOf({ known, holder, live: live(), silent, sightings, now })
      sightings = stillOpen(sightings, openKeys(overview))
      return overview
    },
    join: async () => {
      if (live() || (holderOf(world, folder)?.socket ?? null) === null) return
      joining ??= joinOnce().finally(() => {
        joining = null
      })
      await joining
    },
    [Symbol.dispose]: () => {
      gone.abort()
      link?.close()
      store?.reader[Symbol.dispose]()
    },
  }
}

interface Store {
  readonly reader: Reader
  readonly members: (view: RunView) => readonly RunView[]
  readonly recorded: (view: RunView) => Recorded
}

/** Null: nothing was recorded yet. */
function storeOf(folder: string): Store | null {
  const reader = readerOf(folder)
  if (reader === null) return null
  return { reader, members: (view) => membersOf(reader, view), recorded: recordedIn(folder, reader) }
}

/** The runs that the word means; all runs where there is no word. What is a part of another is told with that. */
function viewsIn(reader: Reader, word: string | undefined): readonly RunView[] {
  if (word === undefined) return reader.runs().filter(({ parent }) => parent === null)
  const whole = new Set(runsNamed(reader, word).map(({ run }) => rootOf(reader, run)))
  return [...whole].flatMap((run) => reader.run(run) ?? [])
}

/** What a host of another version does is seen in the store alone. */
function unlessOtherVersion(error: unknown): null {
  if (error instanceof SigmaError && error.code === 'session-version') return null
  throw error
}
