import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { keptFolder } from './kept.ts'

/** A user's repository in a temporary folder, with a home and a cache of its own beside it. */
export interface Repository extends Disposable {
  readonly path: string
  readonly home: string
  /** What a user's shell would have here. */
  readonly env: Readonly<Record<string, string>>
  /** The sigma that is started here; absent: what users install, where it is there. */
  /** What every sigma here is started by, such as a sandbox; absent: nothing. */
  readonly within?: readonly string[] | undefined
  readonly program?: string
}

export type Files = Readonly<Record<string, string>>

/**
 * Makes a repository with one commit. `from` is a folder to begin with, `within` where its home lies. What Sigma keeps of
 * its compiled sources is shared by all, as on one machine: else every repository would pay for its own.
 */
export function makeRepository(files: Files, from?: string, within: string = tmpdir()): Repository {
  const home = mkdtempSync(join(within, 'sg-'))
  const path = join(home, 'project')
  mkdirSync(path)
  if (from !== undefined) cpSync(from, path, { recursive: true })
  writeFiles(path, files)
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    TMPDIR: home,
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_RUNTIME_DIR: home,
    SIGMA_TRUST: 'all',
    GIT_CONFIG_GLOBAL: join(home, 'gitconfig'),
    GIT_CONFIG_NOSYSTEM: '1',
  }
  writeFileSync(
    env.GIT_CONFIG_GLOBAL,
    '[user]\nname = A Person\nemail = person@example.org\n[init]\ndefaultBranch = main\n',
  )
  const repository = {
    path,
    home,
    env,
    [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }),
  }
  mkdirSync(join(home, 'cache', 'sigma'), { recursive: true })
  symlinkSync(keptFolder('compiled'), join(home, 'cache', 'sigma', 'compile'))
  git(repository, 'init', '--quiet')
  git(repository, 'add', '--all')
  git(repository, 'commit', '--quiet', '--message', 'Begin')
  return repository
}

export function writeFiles(root: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

export function git({ path, env }: Repository, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: path, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd()
}

/** What Sigma writes into a project: its own folders, and its part of the memory bank. */
const own = ['.git', '.sigma', '.claude-collective', 'memory-bank/activeContext.md', 'memory-bank/progress.md']

/**
 * What a user could see change: every file and link but those that Sigma keeps, and of git HEAD, the index and all refs
 * but those that Sigma delivers (D21).
 */
export function fingerprint(repository: Repository): Readonly<Record<string, string>> {
  const refs = git(repository, 'for-each-ref', '--format=%(refname) %(objectname)')
  const own = refs.split('\n').filter((line) => !line.startsWith('refs/heads/sigma/'))
  return {
    HEAD: readFileSync(join(repository.path, '.git', 'HEAD'), 'utf8'),
    index: git(repository, 'ls-files', '--stage', '--debug'),
    refs: own.join('\n'),
    config: readFileSync(join(repository.path, '.git', 'config'), 'utf8'),
    ...Object.fromEntries(walk(repository.path, '').map((path) => [path, digest(join(repository.path, path))])),
  }
}

function walk(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (own.includes(path)) return []
    return entry.isDirectory() ? walk(root, path) : [path]
  })
}

function digest(path: string): string {
  const stat = lstatSync(path)
  const content = stat.isSymbolicLink() ? readlinkSync(path) : readFileSync(path)
  return `${stat.mode} ${createHash('sha256').update(content).digest('hex')}`
}
