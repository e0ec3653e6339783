import { execFileSync } from 'node:child_process'
import { createHash, hash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A real git repository in a temporary folder, with one commit; removed on disposal. */
export interface TemporaryRepository extends Disposable {
  readonly root: string
  /** Beside the repository, for caches and the like; removed with it. */
  readonly outside: string
  readonly head: string
  write(path: string, content: string): void
  git(...parameters: readonly string[]): string
  /** Adds everything and commits it. */
  commit(message: string): string
  /**
   * Everything that a person could see change, byte for byte: files, index, HEAD, config, hooks and refs, those under
   * `refs/heads/sigma/` left out, and objects, which may only be added.
   */
  fingerprint(): string
}

export function temporaryRepository(
  files: Readonly<Record<string, string>> = { 'README.md': '# Example\n' },
): TemporaryRepository {
  const folder = temporaryFolder()
  const { root, outside, ...repository } = repositoryIn(folder, '')
  mkdirSync(outside)
  mkdirSync(root)
  repository.git('init', '--quiet', '--initial-branch=main')
  for (const [path, content] of Object.entries(files)) repository.write(path, content)
  return { root, outside, ...repository, head: repository.commit('Start') }
}

/** The same repository once more, with all that lies in it; `outside` is empty. */
export function copyOf(repository: TemporaryRepository): TemporaryRepository {
  const copy = repositoryIn(temporaryFolder(), repository.head)
  mkdirSync(copy.outside)
  cpSync(repository.root, copy.root, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  return copy
}

const temporaryFolder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'sigma-test-')))

function repositoryIn(folder: string, head: string): TemporaryRepository {
  const root = join(folder, 'repository')
  const outside = join(folder, 'outside')
  const git = (...parameters: readonly string[]): string =>
    execFileSync('git', parameters, { cwd: root, encoding: 'utf8', env: gitEnvironment(folder), stdio: 'pipe' }).trim()
  return {
    root,
    outside,
    head,
    write: (path, content) => {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), content)
    },
    git,
    commit: (message) => {
      git('add', '--all')
      git('commit', '--quiet', '--allow-empty', '-m', message)
      return git('rev-parse', 'HEAD')
    },
    fingerprint: () => fingerprint(root),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function gitEnvironment(home: string): Record<string, string> {
  const { PATH = '' } = process.env
  return {
    PATH,
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@localhost',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@localhost',
  }
}

function fingerprint(root: string): string {
  const whole = createHash('sha256')
  const names = existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : []
  for (const name of names.sort()) {
    if (/^\.git\/(objects|refs\/heads\/sigma|logs\/refs\/heads\/sigma)(\/|$)/.test(name) || /^\.sigma(\/|$)/.test(name))
      continue
    const stat = statSync(join(root, name), { throwIfNoEntry: false })
    const content = stat?.isFile() === true ? hash('sha256', readFileSync(join(root, name))) : ''
    whole.update(`${name} ${stat?.mode} ${content}\n`)
  }
  return whole.digest('hex')
}
