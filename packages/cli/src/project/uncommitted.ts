/** What of the working tree is not committed, for what is said of it before a run begins. */
import { createMatcher, type Reader } from '@sigma/engine'
import { ownPlacesIn } from '@sigma/engine/projecting'
import { kits } from '@sigma/protocols'
import { knownUncommitted, learnUncommitted, type UsableRepository, uncommittedPaths } from '@sigma/runtime'
import type { World } from '../world.ts'
import type { Project } from './place.ts'
import { bankIn, onlySigmas } from './projections.ts'

/** When a host that stands by looks again: after the line, and whatever else is asked with it. */
const afterMs = 250

export interface Uncommitted {
  readonly dirty: readonly string[]
  /** Without those that are Sigma's alone: see `onlySigmas`. */
  readonly isSifted: boolean
}

/** As git says. A host that stands by remembers it, but for Sigma's own files, of which nothing is said. */
export async function uncommittedIn(
  world: World,
  project: Project,
  repository: UsableRepository,
): Promise<Uncommitted> {
  const { lent, env } = world
  const known = lent === undefined ? null : await knownUncommitted(repository)
  if (known !== null || lent?.isDrill === true) return { dirty: known ?? [], isSifted: true }
  if (lent !== undefined)
    setTimeout(() => {
      learnUncommittedIn(world, project, repository, lent.session.reader).catch(() => undefined)
    }, afterMs).unref()
  return { dirty: await uncommittedPaths(repository, env['PATH'] ?? ''), isSifted: false }
}

/** Has git look at the working tree, for the next time that it is asked. */
export async function learnUncommittedIn(
  { env }: World,
  project: Project,
  repository: UsableRepository,
  reader: Reader,
): Promise<void> {
  const { globs } = await ownPlacesIn({ ...project, reader, protocols: kits }, bankIn(project))
  await learnUncommitted(repository, env['PATH'] ?? '', {
    left: createMatcher(globs),
    kept: async (dirty) => {
      const own = await onlySigmas({ env }, project, { ...repository, dirty }, reader)
      return dirty.filter((path) => !own.includes(path))
    },
  })
}
