/** Makes a repository as a person has it: installed, committed, in its folder, with the developer on the PATH. */
import { chmodSync, cpSync, mkdirSync, renameSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shareProved } from '../kit/kept.ts'
import { git, makeRepository, type Repository, writeFiles } from '../kit/repository.ts'
import { withHeldBack } from './held-back.ts'
import { layIn } from './installed.ts'
import type { Published } from './published.ts'

const program = fileURLToPath(new URL('developer.mjs', import.meta.url))

/** `top` is the repository itself; `path` the folder that the person stands in, `folder` the same from `top`. */
export interface Grown extends Repository {
  readonly top: Repository
  readonly folder: string
}

export function grow(published: Published): Grown {
  const first = makeRepository(published.files)
  layIn(published, first.path)
  git(first, 'add', '--all')
  git(first, 'commit', '--quiet', '--message', 'Install', '--allow-empty')
  if (published.odd === 'submodule') addSubmodule(first)
  const top = {
    ...moved(published, first),
    env: { ...first.env, ...published.env, PATH: withDeveloper(first.home, first.env['PATH']) },
  }
  shareProved(join(first.home, 'cache'))
  const { feature, fix } = published
  writeFiles(join(first.home, 'tools/bin'), {
    'works.json': JSON.stringify(Object.fromEntries([feature, fix].map((work) => [work.module, withHeldBack(work)]))),
  })
  cpSync(program, join(first.home, 'tools/bin/developer'))
  chmodSync(join(first.home, 'tools/bin/developer'), 0o755)
  return { ...top, top, folder: published.folder, path: join(top.path, published.folder) }
}

const withDeveloper = (home: string, path = ''): string => `${join(home, 'tools/bin')}${delimiter}${path}`

function moved({ at, odd }: Published, repository: Repository): Repository {
  if (odd === 'linked worktree') {
    const path = join(repository.home, 'trees', 'work')
    git(repository, 'worktree', 'add', '--quiet', '-b', 'topic', path)
    renameSync(join(repository.path, 'node_modules'), join(path, 'node_modules'))
    return { ...repository, path }
  }
  if (at === undefined) return repository
  const path = join(repository.home, at)
  mkdirSync(dirname(path), { recursive: true })
  renameSync(repository.path, path)
  return { ...repository, path }
}

/** Files of another repository, which the tests read. */
function addSubmodule(repository: Repository): void {
  const suite = join(repository.home, 'suite')
  mkdirSync(suite)
  const cases = [{ title: 'null is filled', object: { a: null }, source: { a: 1 }, result: { a: 1 } }]
  writeFiles(suite, { 'cases.json': JSON.stringify(cases) })
  const other = { ...repository, path: suite }
  git(other, 'init', '--quiet')
  git(other, 'add', '--all')
  git(other, 'commit', '--quiet', '--message', 'Cases')
  git(repository, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', suite, 'vendor/suite')
  git(repository, 'commit', '--quiet', '--message', 'Take the cases of others')
}
