/**
 * A throw-away git folder that holds a copy of a repository's index: in it the filters that the repository's configuration and
 * attributes name do not exist, so none is run, and the index itself is only read.
 */
import { cpSync, existsSync, mkdirSync, mkdtempDisposableSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Git, GitPlace } from './git.ts'

/** A repository, as far as it is looked at: see `Repository`. */
interface Found {
  readonly root: string
  readonly gitDir: string
  readonly commonDir: string
  readonly objectFormat: 'sha1' | 'sha256'
}

export interface Look extends Disposable {
  readonly place: GitPlace & { readonly index: string; readonly workTree: string }
  /** Files that git knows, as its index has them: mode and path. */
  stages(): Promise<readonly Stage[]>
}

export interface Stage {
  readonly mode: string
  readonly oid: string
  readonly path: string
}

export async function lookAt(git: Git, at: Found): Promise<Look> {
  const scratch = mkdtempDisposableSync(join(tmpdir(), 'sigma-inspect-'))
  try {
    const gitDir = join(scratch.path, 'git')
    await git.run(
      { gitDir: scratch.path },
      { verb: 'init', options: ['--quiet', '--bare', '--template=', `--object-format=${at.objectFormat}`, gitDir] },
    )
    for (const name of readdirSync(at.gitDir)) {
      if (name !== 'index' && !name.startsWith('sharedindex.')) continue
      const { atime, mtime } = statSync(join(at.gitDir, name))
      cpSync(join(at.gitDir, name), join(gitDir, name))
      utimesSync(join(gitDir, name), atime, mtime)
    }
    // What a person keeps out of sight by the repository's own list is none of theirs to commit.
    const excluded = join(at.commonDir, 'info', 'exclude')
    if (existsSync(excluded)) {
      mkdirSync(join(gitDir, 'info'), { recursive: true })
      cpSync(excluded, join(gitDir, 'info', 'exclude'))
    }
    const alternates = [join(at.commonDir, 'objects')]
    const place = { gitDir, workTree: at.root, index: join(gitDir, 'index'), alternates }
    return {
      place,
      stages: async () =>
        (await git.run(place, { verb: 'ls-files', options: ['--stage', '-z'] })).fields().flatMap((line) => {
          const [, mode = '', oid = '', path = ''] = /^(\d+) (\S+) \d\t([\s\S]*)$/.exec(line) ?? []
          return path === '' ? [] : [{ mode, oid, path }]
        }),
      [Symbol.dispose]: () => scratch[Symbol.dispose](),
    }
  } catch (error) {
    scratch[Symbol.dispose]()
    throw error
  }
}

/** Paths that differ between HEAD, the index and the working tree, and those that git does not know and does not ignore. */
export async function differingPaths(
  git: Git,
  { place }: Look,
  head: string,
  ignored: readonly string[] = [],
): Promise<readonly string[]> {
  const names = ['--name-only', '-z', '--no-ext-diff', '--no-textconv']
  const ignoring = ignored.map((file) => `--exclude-from=${file}`)
  const answers = await Promise.all([
    git.run(place, { verb: 'diff-files', options: [...names, '--ignore-submodules=all'] }),
    git.run(place, { verb: 'diff-index', options: ['--cached', ...names], revisions: [head] }),
    git.run(place, { verb: 'ls-files', options: ['--others', '--exclude-standard', ...ignoring, '-z'] }),
  ])
  return [...new Set(answers.flatMap((answer) => answer.fields()))].sort((a, b) => (a < b ? -1 : 1))
}
