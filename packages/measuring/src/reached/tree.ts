/** Reads a folder that somebody works in, so that later changes can be told. */
import { lstatSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { heldAt } from '@sigma/engine'

export interface Tree {
  /** Plain files by path; a mark changes with whatever is done to the file. */
  readonly files: ReadonlyMap<string, string>
  /** Entries that are neither file nor folder, such as links. */
  readonly odd: string
  /** Paths of the folders (or links) `node_modules`. */
  readonly modules: readonly string[]
  /** Installed packages, by the folder they lie in: only whether something was installed is looked at. */
  readonly installed: string
}

/** Not ours to look at: git's, Sigma's, and what is installed. */
const closed: ReadonlySet<string> = new Set(['.git', '.sigma', 'node_modules'])

/** More would hold the host up, and is nobody's source. */
const mostFiles = 200_000

/** Null: there is more than can be looked at. */
export async function readTree(root: string): Promise<Tree | null> {
  const files = new Map<string, string>()
  const odd = new Map<string, string>()
  const modules: string[] = []
  const folders = ['']
  for (const folder of folders) {
    // A folder may be removed meanwhile.
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.name === 'node_modules') modules.push(path)
      if (closed.has(entry.name)) continue
      const mark = entry.isDirectory() ? null : markOf(join(root, path))
      if (entry.isDirectory()) folders.push(path)
      else if (mark !== null) (entry.isFile() ? files : odd).set(path, mark)
    }
    if (files.size + odd.size + folders.length > mostFiles) return null
  }
  const installed = modules.map((path) => installedIn(root, path)).join('\n')
  return { files, odd: [...odd].join('\n'), modules, installed }
}

/** Within this of a change another one may leave the same mark: the clock of files is no finer. */
const racyMs = 50

let racy = 0

/** Null: it only holds a name that is to stay absent, as long as something runs in the sandbox. */
function markOf(path: string): string | null {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  if (stat === undefined) return 'gone'
  if (stat.mtimeMs === BigInt(heldAt)) return null
  const isRacy = Date.now() - Number(stat.ctimeMs) < racyMs
  if (isRacy) racy += 1
  return [stat.ino, stat.size, stat.mode, stat.ctimeNs, ...(isRacy ? [`racy ${racy}`] : [])].join(' ')
}

/** Every installer of packages writes one of these, or adds and removes folders. */
const ledgers = ['.package-lock.json', '.modules.yaml', '.yarn-state.yml'] as const

function installedIn(root: string, path: string): string {
  const marks = ['', ...ledgers].map((name) => {
    const stat = lstatSync(join(root, path, name), { bigint: true, throwIfNoEntry: false })
    return stat === undefined ? '-' : `${stat.ino} ${stat.ctimeNs}`
  })
  return `${path} ${marks.join(' ')}`
}
