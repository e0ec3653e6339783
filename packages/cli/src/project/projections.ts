/** Sigma's files in this project: who keeps them, and which of the uncommitted ones are Sigma's alone. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { matches, type Opening, outsideRegion, type Reader } from '@sigma/engine'
import { collective, type LiveProjections, ownPlacesIn, projectionOf, projectLive } from '@sigma/engine/projecting'
import { kits } from '@sigma/protocols'
import { committedFiles, isTracked, type Repository, type UsableRepository } from '@sigma/runtime'
import { talk, type World } from '../world.ts'
import { inRepository, type Project } from './place.ts'

/** How a host keeps the files current as long as it lives. */
export async function projectionsIn(
  world: World,
  project: Project,
  repository: UsableRepository,
  isUpToDate: boolean,
): Promise<(host: Opening) => LiveProjections> {
  const standing = {
    ...project,
    protocols: kits,
    isUpToDate,
    projection: await projectionOf(kits),
    tracked: await keepsCollective(world, project, repository),
    memoryBank: bankIn(project),
    warn: (sentence: string) => talk(world, `warning: ${sentence}`),
  }
  return (host) => projectLive({ ...standing, host })
}

/** The person has `.claude-collective/` under version control, so that it must not ignore itself (D22). */
export async function keepsCollective({ env }: World, project: Project, repository: Repository): Promise<boolean> {
  // Where it ignores itself already there is nothing to decide.
  if (existsSync(join(project.root, collective, '.gitignore'))) return false
  return await isTracked(repository, env['PATH'] ?? '', inRepository(project, collective))
}

export const bankIn = (project: Project): string => inRepository(project, project.config.memoryBank)

/** The changed paths in which nothing but Sigma's own part differs from the last commit. */
export async function onlySigmas(
  { env }: Pick<World, 'env'>,
  project: Project,
  { dirty, ...repository }: UsableRepository & { readonly dirty: readonly string[] },
  reader: Reader,
): Promise<readonly string[]> {
  if (dirty.length === 0) return []
  const { globs, regions } = await ownPlacesIn({ ...project, reader, protocols: kits }, bankIn(project))
  const shared = dirty.filter((path) => regions.has(path))
  const committed = await committedFiles(repository, env['PATH'] ?? '', shared)
  return dirty.filter((path) => {
    const name = regions.get(path)
    if (name === undefined) return matches(path, globs)
    const before = outsideRegion(committed.get(path) ?? new Uint8Array(), name)
    return outsideRegion(textAt(join(repository.root, path)), name) === before
  })
}

function textAt(file: string): Uint8Array {
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
  return isFile ? readFileSync(file) : new Uint8Array()
}
