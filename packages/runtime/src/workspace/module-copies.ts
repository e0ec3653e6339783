/** Private copies of installed packages, for programs that nothing keeps from writing to what they are shown. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { copyModules, localLink } from './dependency-copy.ts'
import type { Folders } from './folders.ts'
import type { Modules } from './module-links.ts'
import { installationKey } from './module-places.ts'
import { type Sight, see } from './sight.ts'
import { markUsed } from './use.ts'

/** A folder's copy. */
const copy = z.object({
  /** Folder of the package, relative to the root. */
  place: z.string(),
  links: z.array(localLink).readonly(),
})

/** Copies of all `node_modules` of a repository, as the data folder's `dependencies` note them; they lie to each other as the originals do. */
export const copyNote = z.object({ folder: z.string(), copies: z.array(copy).readonly(), fingerprint: z.string() })
export type CopyNote = z.infer<typeof copyNote>

export interface Wanted {
  readonly source: string
  readonly places: readonly string[]
  /** Changes that an agent makes to its copy never reach a gate. */
  readonly purpose: 'agents' | 'gates'
}

export interface CopySet {
  readonly folder: string
  readonly modules: readonly Modules[]
  /** To be called when a program that could write there has ended. */
  readonly left: () => void
}

export interface ModuleCopies {
  of(wanted: Wanted): Promise<CopySet>
}

/** What is known of a gates' copy in this process. */
interface Guard {
  readonly sight: Sight
  /** How many programs that may write there are at work. */
  users: number
  /** The last look at it. */
  same: Promise<boolean>
  lookedAt: number
}

/** A look that nobody was at work after holds so long: what a program left behind may still write. */
const lookHoldsMs = 1_000

/** `areKept`: nothing that is shown a copy can write there, so that one look at it is enough. */
export function createModuleCopies(folders: Folders, areKept: boolean): ModuleCopies {
  const copies = new Map<string, Promise<CopySet>>()
  const guards = new Map<string, Guard>()

  const isUntouched = async ({ folder, fingerprint }: CopyNote): Promise<boolean> => {
    const guard = guards.get(folder)
    if (guard === undefined) {
      const sight = await see([folder], 'copy')
      if (sight.identity !== fingerprint) return false
      guards.set(folder, guardOf(sight))
      return true
    }
    if (!areKept && (guard.users > 0 || performance.now() > guard.lookedAt + lookHoldsMs)) look(guard)
    return await guard.same
  }
  const use = (folder: string): (() => void) => {
    const guard = guards.get(folder)
    if (guard === undefined || areKept) return () => undefined
    guard.users += 1
    return () => {
      guard.users -= 1
      // Nobody waits for it now; the next check that uses the copy does.
      look(guard)
    }
  }
  /** A copy that was written to is left to whoever uses it now, and another one is made. */
  const copied = async (name: string, { source, places, purpose }: Wanted): Promise<CopySet> => {
    const note = join(folders.data, 'dependencies', `${name}.json`)
    const known = existsSync(note) ? copyNote.parse(JSON.parse(readFileSync(note, 'utf8'))) : null
    if (known !== null && existsSync(known.folder) && (purpose === 'agents' || (await isUntouched(known)))) {
      markUsed(note)
      return setOf(known, use(known.folder))
    }
    const folder = join(folders.dependencies, `${name}-${crypto.randomUUID().slice(0, 8)}`)
    const made: z.infer<typeof copy>[] = []
    for (const place of places) {
      const links = await copyModules(join(source, place, 'node_modules'), join(folder, place, 'node_modules'), source)
      made.push({ place, links })
    }
    const sight = purpose === 'gates' ? await see([folder], 'copy') : null
    if (sight !== null) guards.set(folder, guardOf(sight))
    const noted = { folder, copies: made, fingerprint: sight?.identity ?? '' }
    mkdirSync(dirname(note), { recursive: true })
    writeFileSync(`${note}.new`, JSON.stringify(noted))
    renameSync(`${note}.new`, note)
    return setOf(noted, use(folder))
  }

  return {
    /** Copies of one name are made one after another, so that two checks never make the same at once. */
    of: (wanted) => {
      const name = `${installationKey(wanted.source, wanted.places)}-${wanted.purpose}`
      const make = (): Promise<CopySet> => copied(name, wanted)
      const made = (copies.get(name) ?? Promise.resolve()).then(make, make)
      copies.set(name, made)
      return made
    },
  }
}

const guardOf = (sight: Sight): Guard => ({ sight, users: 0, same: Promise.resolve(true), lookedAt: performance.now() })

function look(guard: Guard): void {
  guard.same = guard.sight.isSame('all')
  guard.lookedAt = performance.now()
}

const setOf = ({ folder, copies }: CopyNote, left: () => void): CopySet => ({
  folder,
  modules: copies.map(({ place, links }) => ({ from: join(folder, place, 'node_modules'), place, local: links })),
  left,
})
