/** What programs may reach that work in a run's workspace: an agent's, and tests that are tried there. */
import { mkdirSync, realpathSync } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { type Confinement, createMatcher } from '@sigma/engine'
import { lookAtLink } from '../process/look.ts'
import { isToolCache, toolCaches } from '../workspace/dependency-copy.ts'
import { isWithin, real } from './installations.ts'
import { startingNames } from './placeholders.ts'
import { ignoredFolders, packagesOf, roleFolders } from './role-folders.ts'

/** Most files that are held one by one, and that are looked at for it; intake judges by the same globs. */
const [mostHeld, mostSeen] = [200, 20_000]

/**
 * With `only`, the globs of a role: the folders that it writes in, and those that tools write and git ignores; all else of
 * the workspace is read-only. Without, the workspace may be written, and intake judges it alone. Read-only in what may be
 * written are the guarded files that exist, and what starts something by being there. Nobody else may be at work there
 * while this is asked for with guarded files, until what is started has begun: a path could become a link meanwhile.
 */
export async function workspaceConfinement(
  cwd: string,
  dependencies: string,
  guarded: readonly string[],
  only?: readonly string[],
): Promise<Pick<Confinement, 'reads' | 'writes' | 'protects'>> {
  const held = guarded.length === 0 ? [] : await matching(cwd, createMatcher(guarded))
  const folders = only === undefined ? null : roleFolders(cwd, only)
  if (folders === null)
    return {
      reads: [dependencies],
      writes: [cwd, ...outside([cwd], cachesOf(cwd, dependencies))],
      protects: [...startingNames.map((name) => join(cwd, name)), ...held],
    }
  const written = [...folders, ...ignoredFolders(cwd, folders)]
  const caches = packagesOf(cwd, folders).flatMap((home) => cachesOf(home, dependencies))
  return { reads: [dependencies, cwd], writes: [...written, ...outside(written, caches)], protects: held }
}

/** The paths outside of these folders. Below an open folder nothing is opened by name: a program that writes there could put something else in its place. */
function outside(folders: readonly string[], paths: readonly string[]): readonly string[] {
  const open = folders.flatMap((folder) => [folder, real(folder)])
  return paths.filter((path) => !open.some((folder) => isWithin(folder, path)))
}

/**
 * Tools write their caches into `node_modules`, also where the whole of it is a link to a copy. Agents may have made both:
 * only folders that plainly lie there are any, and only of a copy that no agent can write.
 */
function cachesOf(home: string, dependencies: string): readonly string[] {
  const modules = join(home, 'node_modules')
  const stat = lookAtLink(modules)
  if (stat === undefined) return []
  try {
    const copy = realpathSync(modules)
    const isFit = stat.isSymbolicLink()
      ? isCopy(realpathSync(dependencies), copy)
      : copy === join(realpathSync(home), 'node_modules')
    return isFit ? toolCaches.map((name) => join(copy, name)).filter(isMadePlainly) : []
  } catch {
    return []
  }
}

const isCopy = (dependencies: string, folder: string): boolean =>
  isWithin(dependencies, folder) && !relative(dependencies, folder).split(sep).some(isToolCache)

function isMadePlainly(folder: string): boolean {
  if (lookAtLink(folder) === undefined) mkdirSync(folder, { mode: 0o700 })
  return lookAtLink(folder)?.isDirectory() === true
}

async function matching(top: string, isMatch: (path: string) => boolean): Promise<readonly string[]> {
  const [found, left] = [[] as string[], [top]]
  let seen = 0
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    for await (const entry of await opendir(folder)) {
      const path = join(folder, entry.name)
      seen += 1
      if (seen > mostSeen || found.length === mostHeld) return found
      if (entry.isDirectory() && entry.name !== 'node_modules' && !isToolCache(entry.name)) left.push(path)
      else if (entry.isFile() && isMatch(relative(top, path))) found.push(path)
    }
  }
  return found
}
