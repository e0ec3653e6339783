import type { Stats } from 'node:fs'
import type { Mode, SigmaGit, Tree } from '../git/sigma-git.ts'
import { modeOf, oidAt, takeTurns } from './file-state.ts'
import { list } from './listing.ts'
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
  /** Of all changed files together. */
  readonly totalBytes: number
  /** New files and folders in a workspace, ignored ones left out. */
  readonly entries: number
}

export const usualLimits: SurveyLimits = { fileBytes: 10 * 1024 * 1024, totalBytes: 64 * 1024 * 1024, entries: 20_000 }

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
  let bytes = 0
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
      // A file that keeps its size is read however large it is; the bytes of all others are bounded.
      if (before?.size !== stat.size) bytes += stat.size
      if (bytes > limits.totalBytes) {
        oddities.push({ rule: 'too-large', path })
        break
      }
      const oid = oidAt(git, folder, path, stat)
      await turn()
      if (before !== undefined && (oid === before.oid || oid === before.pointer) && mode === before.mode) continue
      if (!isPlainName(path)) oddities.push({ rule: 'unsafe-name', path })
      else changes.push({ path, status: statusOf(before?.mode, mode), to: { mode, oid, links: stat.nlink } })
    }
  }
  changes.sort(byPath)
  oddities.sort(byPath)
  return { changes, oddities }
}

/** Disks list files in any order; findings have one. */
const byPath = (a: Pick<Oddity, 'path'>, b: Pick<Oddity, 'path'>): number => (a.path < b.path ? -1 : 1)

function statusOf(before: Mode | undefined, after: Mode): Change['status'] {
  if (before === undefined) return 'A'
  return (before === '120000') === (after === '120000') ? 'M' : 'T'
}

async function walk(git: SigmaGit, folder: string, expected: Tree, limits: SurveyLimits): Promise<Found> {
  const known = foldersOf(expected.keys())
  const found: Found = { files: new Map(), oddities: [] }
  const most = expected.size + 10 * limits.entries
  let seen = 0
  for (let level: readonly string[] = ['']; level.length > 0; ) {
    const next: string[] = []
    const unknown = new Map<string, Stats>()
    for (const at of level) {
      const listed = list(folder, at, most)
      if (listed === null) {
        found.oddities.push({ rule: 'too-many-files', path: at })
        return found
      }
      for (const { name, path, stat } of listed) {
        const entry = expected.get(path)
        const isKnown = entry !== undefined || known.has(path)
        if (isGitName(name)) found.oddities.push({ rule: 'nested-repository', path })
        else if (stat === null || !(isKnown || isPlainName(name))) found.oddities.push({ rule: 'unsafe-name', path })
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

/** Control characters, what cannot be seen or reorders what stands beside it, and backslashes mislead people or tools. */
function isPlainName(name: string): boolean {
  return !/[\p{Cc}\p{Cf}\u2028\u2029\\]/u.test(name)
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
