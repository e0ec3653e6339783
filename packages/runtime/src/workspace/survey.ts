import { isUtf8 } from 'node:buffer'
import { lstatSync, type Stats } from 'node:fs'
import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mode, SigmaGit, Tree } from '../git/sigma-git.ts'
import { modeOf, oidAt, takeTurns } from './file-state.ts'
import { foldersOf } from './materialize.ts'

export interface Change {
  readonly path: string
  readonly status: 'A' | 'M' | 'D' | 'T'
  /** Null when the file is gone. */
  readonly to: { readonly mode: Mode; readonly oid: string; readonly links: number } | null
}

/** Something that no commit of Sigma's takes in, whatever the role may write. */
export interface Oddity {
  readonly rule: 'nested-repository' | 'special-file' | 'too-large' | 'too-many-files' | 'unsafe-name'
  readonly path: string
}

export interface Survey {
  readonly changes: readonly Change[]
  readonly oddities: readonly Oddity[]
}

export interface SurveyLimits {
  /** Bytes of one changed file. */
  readonly fileBytes: number
  /** Files and folders in a workspace, ignored ones left out. */
  readonly entries: number
}

interface Found {
  readonly files: Map<string, Stats>
  readonly oddities: Oddity[]
}

/**
 * Compares a folder with the files it should hold: by content, with Sigma's own eyes. Nothing in the folder can
 * influence how it is read; its `.gitignore` files only decide which *new* files are not taken in.
 */
export async function survey(git: SigmaGit, folder: string, expected: Tree, limits: SurveyLimits): Promise<Survey> {
  const { files, oddities } = await walk(git, folder, expected, limits)
  const changes: Change[] = []
  const turn = takeTurns()
  for (const [path, entry] of expected) {
    if (entry.mode !== '160000' && !files.has(path)) changes.push({ path, status: 'D', to: null })
  }
  for (const [path, stat] of files) {
    const before = expected.get(path)
    const mode = modeOf(stat)
    if (mode === null) oddities.push({ rule: 'special-file', path })
    else if (stat.size > limits.fileBytes && stat.size !== before?.size) oddities.push({ rule: 'too-large', path })
    else {
      const oid = oidAt(git, folder, path, mode, stat)
      await turn()
      if (oid === before?.oid && mode === before.mode) continue
      changes.push({ path, status: statusOf(before?.mode, mode), to: { mode, oid, links: stat.nlink } })
    }
  }
  changes.sort((a, b) => (a.path < b.path ? -1 : 1))
  return { changes, oddities }
}

function statusOf(before: Mode | undefined, after: Mode): Change['status'] {
  if (before === undefined) return 'A'
  return (before === '120000') === (after === '120000') ? 'M' : 'T'
}

async function walk(git: SigmaGit, folder: string, expected: Tree, limits: SurveyLimits): Promise<Found> {
  const known = foldersOf(expected.keys())
  const found: Found = { files: new Map(), oddities: [] }
  let seen = 0
  for (let level: readonly string[] = ['']; level.length > 0; ) {
    const next: string[] = []
    const unknown = new Map<string, Stats>()
    for (const at of level) {
      for (const { name, stat } of await list(folder, at, found)) {
        const path = at === '' ? name : `${at}/${name}`
        const entry = expected.get(path)
        if (isGitName(name)) found.oddities.push({ rule: 'nested-repository', path })
        else if (entry?.mode === '160000' && stat.isDirectory()) continue
        else if (stat.isDirectory() && known.has(path)) next.push(path)
        else if (entry !== undefined && !stat.isDirectory()) found.files.set(path, stat)
        else if (name !== 'node_modules') unknown.set(path, stat)
      }
    }
    const ignored = await ignoredOf(git, folder, [...unknown.keys()])
    for (const [path, stat] of unknown) {
      if (ignored.has(path)) continue
      if (stat.isDirectory()) next.push(path)
      else found.files.set(path, stat)
    }
    seen += unknown.size - ignored.size
    if (seen > limits.entries) {
      found.oddities.push({ rule: 'too-many-files', path: level[0] ?? '' })
      return found
    }
    level = next
  }
  return found
}

async function list(folder: string, at: string, found: Found): Promise<readonly { name: string; stat: Stats }[]> {
  const absolute = join(folder, at)
  const names = await readdir(absolute, { encoding: 'buffer' }).catch(async () => {
    await chmod(absolute, 0o700)
    return await readdir(absolute, { encoding: 'buffer' })
  })
  const entries: { name: string; stat: Stats }[] = []
  for (const bytes of names) {
    const name = bytes.toString('utf8')
    if (isUtf8(bytes) && isPlainName(name)) entries.push({ name, stat: lstatSync(join(absolute, name)) })
    else found.oddities.push({ rule: 'unsafe-name', path: at === '' ? name : `${at}/${name}` })
  }
  return entries
}

/** Control characters, direction marks and backslashes mislead people or tools. */
function isPlainName(name: string): boolean {
  return !/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\\]/u.test(name)
}

/** Every spelling that some file system takes for `.git`. */
function isGitName(name: string): boolean {
  const plain = name.replace(/\u200c|\u200d|\ufeff|[\u206a-\u206f]/g, '').toLowerCase()
  return /^\.git[ .]*$/.test(plain) || /^git~\d$/.test(plain) || plain.startsWith('.git::')
}

/** Which of these new paths the workspace's `.gitignore` files leave out. */
async function ignoredOf(git: SigmaGit, folder: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set()
  const answer = await git.run(
    {
      verb: 'check-ignore',
      options: ['-z', '--stdin', '--no-index'],
      stdin: paths.map((path) => `./${path}\0`).join(''),
      accept: [0, 1],
    },
    { workTree: folder },
  )
  return new Set(answer.fields().map((path) => path.slice(2)))
}
