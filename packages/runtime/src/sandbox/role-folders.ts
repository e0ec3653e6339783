/** Which folders of a workspace a role needs to write in, so that all else of it can be read-only. */
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { look, lookAtLink } from '../process/look.ts'
import { isAgentSettings } from '../workspace/agent-settings.ts'
import { isWithin } from './installations.ts'

/**
 * The folders that these globs begin in, made where they are absent: tools write a file by another one beside it, so a
 * folder is the least that can be opened. Null: some glob may mean a file anywhere, so it is the whole workspace.
 */
export function roleFolders(workspace: string, globs: readonly string[]): readonly string[] | null {
  const starts = globs.filter((glob) => !isNegative(glob)).map(startOf)
  if (starts.includes('.')) return null
  return [...new Set(starts)].map((start) => join(workspace, start)).filter((folder) => isMade(workspace, folder))
}

/** Folders that tools write while an honest role runs tests, and that git ignores: built code, coverage, caches. Intake never takes them in. */
export function ignoredFolders(workspace: string, folders: readonly string[]): readonly string[] {
  return packagesOf(workspace, folders).flatMap((home) => {
    const ignored = new Set([...ignoredIn(workspace), ...ignoredIn(home)])
    // A role may have put a link there that leads to what another one writes.
    return [...ignored]
      .map((name) => join(home, name))
      .filter((folder) => isMade(workspace, folder) && lookAtLink(folder)?.isDirectory() === true)
  })
}

/** The workspace, and the packages that these folders belong to. */
export function packagesOf(workspace: string, folders: readonly string[]): readonly string[] {
  const homes = new Set([workspace])
  for (const folder of folders)
    for (let at = folder; isWithin(workspace, at) && at !== workspace; at = dirname(at))
      if (existsSync(join(at, 'package.json'))) homes.add(at)
  return [...homes]
}

const isNegative = (glob: string): boolean => glob.startsWith('!') && !glob.startsWith('!(')

/** The folder that a glob begins in, of a plain path the folder it lies in; `.`: the top. */
function startOf(glob: string): string {
  const parts = glob.replace(/^\.\//, '').split('/')
  const plain = parts.findIndex((part) => /[*?[\](){}!+@|\\]/.test(part) || part === '..')
  const folders = parts.slice(0, plain === -1 ? -1 : plain).filter((part) => part !== '' && part !== '.')
  return folders.length === 0 ? '.' : folders.join('/')
}

const outputs =
  /^(\.?cache|\.?coverage|\.nyc_output|\.turbo|\.swc|\.parcel-cache|\.next|\.svelte-kit|build|dist|lib-cov|out|reports?|te?mp|\.te?mp)$/

/** Names that a `.gitignore` there has for folders: with a slash at the end, or known to be what tools make. */
function ignoredIn(folder: string): readonly string[] {
  const file = join(folder, '.gitignore')
  if (lookAtLink(file)?.isFile() !== true) return []
  return readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/^(\*\*)?\//, ''))
    .filter((line) => /^[\w.-]+\/$/.test(line) || outputs.test(line))
    .map((line) => line.replace(/\/$/, ''))
    .filter((name) => !(/^\.+$/.test(name) || name.startsWith('.git') || unfit.has(name) || isAgentSettings(name)))
}

/** Dependencies, and what starts something by being there. */
const unfit: ReadonlySet<string> = new Set(['node_modules', '.vscode', '.idea', '.husky'])

/** A folder that really lies in the workspace, whatever links lead there. */
function isMade(workspace: string, folder: string): boolean {
  const home = realpathSync(workspace)
  for (let at = folder; at !== workspace; at = dirname(at)) {
    const stat = look(at)
    if (stat === undefined) continue
    if (!stat.isDirectory() || !isWithin(home, realpathSync(at))) return false
    break
  }
  try {
    mkdirSync(folder, { recursive: true })
  } catch {
    // A link that leads nowhere, or a file, is in its place: nothing can be written there, whoever may.
    return false
  }
  return true
}
