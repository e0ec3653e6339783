import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { UsableRepository } from '../git/repository.ts'
import { isToolCache } from './dependency-copy.ts'
import type { FileMarks } from './file-marks.ts'
import type { Listings } from './listings.ts'
import { takeSlices } from './slices.ts'
import { submoduleAt } from './whole.ts'

const watchedFiles = 50_000

/**
 * The state of a person's files by path: tracked ones, new ones, single ignored ones (`.env`), and what is installed in
 * `node_modules`, for it runs on their machine; the same of submodules. Other folders of ignored files are what tools write all the time.
 */
export async function visibleFiles(
  listings: Listings,
  { root, gitDir }: Pick<UsableRepository, 'root' | 'gitDir'>,
  isLeftOut: (path: string) => boolean,
  stateOf: FileMarks,
  /** Is told of those that git knows or would take, submodules' left out. */
  known: (path: string) => void = () => undefined,
): Promise<ReadonlyMap<string, string>> {
  const submodules: string[] = []
  const { taken, ignored } = await listings({ root, gitDir }, isLeftOut)
  const single = ignored.filter((path) => !path.endsWith('/'))
  const installed = ignored.filter((path) => path.endsWith('/') && basename(path) === 'node_modules')
  const states = new Map<string, string>()
  const slices = takeSlices()
  let left = 0
  for (const path of taken) if (!isLeftOut(path)) known(path)
  for (const path of new Set([...taken, ...single])) if (!isLeftOut(path)) await look(path)
  for (const path of submodules) {
    const inner = submoduleAt(join(root, path))
    if (inner === null || left > 0) continue
    states.set(`${path} HEAD`, readFileSync(join(inner.gitDir, 'HEAD'), 'utf8').trim())
    for (const [name, state] of await visibleFiles(listings, inner, (each) => isLeftOut(`${path}/${each}`), stateOf))
      states.set(`${path}/${name}`, state)
  }
  for (const folder of installed) for (const path of below(root, folder)) await look(path)
  if (left > 0) states.set('files', `only the first ${watchedFiles} of ${watchedFiles + left} are watched`)
  return states

  async function look(path: string): Promise<void> {
    const file = join(root, path)
    if (slices.isOver()) await slices.rest()
    if (states.size >= watchedFiles) {
      left += 1
      return
    }
    const stat = lstatSync(file, { throwIfNoEntry: false })
    if (stat?.isDirectory() === true) submodules.push(path)
    else states.set(path, stateOf(file, stat))
  }
}

/** Files and links below a folder that ends in a slash; links are not followed. */
function* below(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (!entry.isDirectory()) yield `${folder}${entry.name}`
    else if (!isToolCache(entry.name)) yield* below(root, `${folder}${entry.name}/`)
  }
}
