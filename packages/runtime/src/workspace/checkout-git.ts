/**
 * A git folder of a checkout's own: tests that ask git find the commit that is measured as HEAD, its files tracked, some of
 * its history and its tags. Nothing else of the person's is in it: no configuration, hook, remote, branch or stash; and
 * what is written into it reaches nobody, for its objects are copies.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SigmaError } from '@sigma/engine'
import { borrow } from '../git/borrowed.ts'
import type { Git } from '../git/git.ts'
import type { UsableRepository } from '../git/repository.ts'
import { packing, type SigmaGit } from '../git/sigma-git.ts'

export interface CheckoutGits {
  /** Makes the folder a repository that stands at the commit; `untracked` are paths that it is not to name. */
  give(folder: string, commit: string, untracked: readonly string[]): Promise<void>
}

export interface CheckoutGitsSpec {
  readonly git: Git
  readonly own: SigmaGit
  readonly repository: Pick<UsableRepository, 'commonDir' | 'gitDir' | 'objectFormat'>
  /** A folder that goes when this host is no more; not made yet. */
  readonly newFolder: () => string
  /** Where the `git` program is looked for. */
  readonly path: string
}

/** As many as CI checks out by itself, where it checks out more than one. */
const mostCommits = 50
const mostTags = 1_000
/** Those of commits that are measured at the same time. */
const mostKept = 4

export function createCheckoutGits(spec: CheckoutGitsSpec): CheckoutGits {
  const made = new Map<string, Promise<string>>()

  const templateOf = (commit: string): Promise<string> => {
    const known = made.get(commit)
    if (known !== undefined) return known
    const making = make(spec, commit)
    made.set(commit, making)
    making.catch(() => made.delete(commit))
    const [oldest] = made.keys()
    if (made.size > mostKept && oldest !== undefined) {
      const left = made.get(oldest)
      made.delete(oldest)
      void left?.then((folder) => rmSync(folder, { recursive: true, force: true }))
    }
    return making
  }

  return {
    async give(folder, commit, untracked) {
      const gitDir = join(folder, '.git')
      cpSync(await templateOf(commit), gitDir, { recursive: true })
      const excluded = untracked.map((path) => `/${path.replace(/[*?[\]\\!# ]/g, '\\$&')}\n`)
      writeFileSync(join(gitDir, 'info', 'exclude'), excluded.join(''))
      // What git knows of the files is when they were written; without that every file looks changed to it.
      const options = ['-q', '--refresh', '--unmerged']
      await spec.git.run({ gitDir, workTree: folder }, { verb: 'update-index', options, accept: [0, 1] })
    },
  }
}

async function make(spec: CheckoutGitsSpec, commit: string): Promise<string> {
  const { own, repository } = spec
  await own.ensure(commit)
  const folder = spec.newFolder()
  const history = await withHistory(spec, commit, folder).catch((error: unknown) => {
    if (!(error instanceof SigmaError)) throw error
    // Of a clone that is not whole only the run's own part is surely here.
    return null
  })
  if (history === null) await fill(spec, commit, folder, { from: shallowIn(own.place.gitDir), tags: [] })
  writeFileSync(join(folder, 'HEAD'), headOf(repository, commit, folder))
  return folder
}

async function withHistory(spec: CheckoutGitsSpec, commit: string, folder: string): Promise<true> {
  const { git, repository } = spec
  const format = '--format=%(objectname) %(*objectname) %(refname)'
  const list = await git.run(
    { gitDir: repository.commonDir },
    { verb: 'for-each-ref', options: [format, 'refs/tags/'] },
  )
  const tags = list.lines().flatMap((line): readonly Tag[] => {
    const [oid = '', peeled = '', ref = ''] = line.split(' ')
    return ref.startsWith('refs/tags/') ? [{ oid, peeled, ref }] : []
  })
  await fill(spec, commit, folder, { from: shallowIn(repository.commonDir), tags })
  return true
}

interface Tag {
  readonly oid: string
  /** The commit of a tag that is an object; else empty. */
  readonly peeled: string
  readonly ref: string
}

interface History {
  /** Commits whose parents are not here. */
  readonly from: readonly string[]
  readonly tags: readonly Tag[]
}

async function fill(spec: CheckoutGitsSpec, commit: string, folder: string, { from, tags }: History): Promise<void> {
  const { own, repository, path } = spec
  rmSync(folder, { recursive: true, force: true })
  for (const each of ['objects/pack', 'objects/info', 'refs/heads', 'refs/tags', 'info', 'hooks'])
    mkdirSync(join(folder, each), { recursive: true, mode: 0o700 })
  const sources = [join(own.place.gitDir, 'objects'), join(repository.commonDir, 'objects')]
  using borrowed = borrow({ path, repository, sources, from, within: folder })
  await borrowed.opened
  const { git } = borrowed
  const walk = { verb: 'rev-list', revisions: [commit] } as const
  const lines = (await git.run({ ...walk, options: ['--parents', `--max-count=${mostCommits}`] })).lines()
  const parents = new Map(lines.map((line) => [line.slice(0, commit.length), line.split(' ').slice(1)] as const))
  const commits = [...parents.keys()]
  const ends = commits.filter((each) => from.includes(each) || parents.get(each)?.some((one) => !parents.has(one)))
  const kept = tags.filter(({ oid, peeled }) => parents.has(peeled === '' ? oid : peeled)).slice(0, mostTags)
  const options = ['--objects', '--no-object-names', '--no-walk']
  const objects = await git.run({ verb: 'rev-list', options, revisions: commits })
  const stdin = `${objects.text()}\n${kept.map(({ oid }) => `${oid}\n`).join('')}`
  await git.run({ verb: 'pack-objects', options: [...packing, join(folder, 'objects', 'pack', 'pack')], stdin })
  await git.run({ verb: 'read-tree', revisions: [commit] }, { index: join(folder, 'index') })
  writeFileSync(join(folder, 'packed-refs'), packedRefs(kept))
  if (ends.length > 0) writeFileSync(join(folder, 'shallow'), ends.map((each) => `${each}\n`).join(''))
  writeFileSync(join(folder, 'config'), configOf(repository.objectFormat))
}

/** Sorted, as the first line says. */
const packedRefs = (tags: readonly Tag[]): string =>
  `# pack-refs with: peeled fully-peeled sorted \n${tags
    .toSorted((a, b) => (a.ref < b.ref ? -1 : 1))
    .map(({ oid, peeled, ref }) => `${oid} ${ref}\n${peeled === '' ? '' : `^${peeled}\n`}`)
    .join('')}`

const configOf = (format: string): string =>
  [
    '[core]',
    `\trepositoryformatversion = ${format === 'sha256' ? 1 : 0}`,
    '\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true',
    ...(format === 'sha256' ? ['[extensions]', '\tobjectformat = sha256'] : []),
    '',
  ].join('\n')

/** On a branch of the person's name where they are on one: tests ask for it. */
function headOf({ gitDir }: Pick<UsableRepository, 'gitDir'>, commit: string, folder: string): string {
  const [, name] = /^ref: refs\/heads\/([\w./-]+)\n?$/.exec(readFileSync(join(gitDir, 'HEAD'), 'utf8')) ?? []
  if (name === undefined || name.includes('..')) return `${commit}\n`
  mkdirSync(join(folder, 'refs', 'heads', name, '..'), { recursive: true })
  writeFileSync(join(folder, 'refs', 'heads', name), `${commit}\n`)
  return `ref: refs/heads/${name}\n`
}

function shallowIn(gitDir: string): readonly string[] {
  const file = join(gitDir, 'shallow')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
}
