import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { branchBlocked, branchCheckedOut, branchTaken, repositoryGone } from '../errors.ts'
import { isBare } from '../git/bare.ts'
import type { Git } from '../git/git.ts'
import type { UsableRepository } from '../git/repository.ts'
import { packing, type SigmaGit } from '../git/sigma-git.ts'
import { plain } from './folders.ts'

export interface DeliverySpec {
  readonly run: string
  readonly commit: string
  /** Below `sigma/`; absent: the run. */
  readonly name?: string
}

/**
 * Writes `refs/heads/sigma/<run>` in the user's repository, or another branch there, and nothing else: new objects go into a pack,
 * the ref is moved only from what Sigma itself put there, and no hook is started. Doing it twice does it once.
 */
export async function deliver(
  git: Git,
  own: SigmaGit,
  repository: UsableRepository,
  spec: DeliverySpec,
): Promise<{ readonly branch: string }> {
  const branch = `sigma/${spec.name === undefined ? plain('run', spec.run) : plain('branch', spec.name)}`
  const ref = `refs/heads/${branch}`
  const place = { gitDir: repository.commonDir }
  if (!isBare(repository.commonDir)) throw repositoryGone(repository.root, repository.commonDir)
  const now = await branchOf(git, repository, ref)
  if (now === spec.commit) return { branch }
  const record = recordOf(spec)
  if (now !== null && !(await deliveredAs(own, record)).includes(now)) throw branchTaken(branch)
  if (isCheckedOut(repository, ref)) throw branchCheckedOut(branch)
  await own.keep(record, spec.commit)
  await copyObjects(git, own, repository, spec.commit)
  await clearLock(join(repository.commonDir, `${ref}.lock`))
  const none = '0'.repeat(spec.commit.length)
  try {
    await git.run(place, {
      verb: 'update-ref',
      options: ['--stdin'],
      stdin: `update ${ref} ${spec.commit} ${now ?? none}\n`,
    })
  } catch (error) {
    throw branchBlocked(branch, error instanceof Error ? error.message : String(error))
  }
  return { branch }
}

const patienceMs = 10_000
const pauseMs = 100

/**
 * Only Sigma writes this branch, and one sigma at a time: a lock on it that nobody lets go of was left by a git that
 * was killed, and would keep the run from ever being delivered.
 */
async function clearLock(lock: string): Promise<void> {
  const made = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
  if (made === undefined) return
  // By its own age, so that one that is old already is not waited for.
  while (existsSync(lock) && Math.abs(Date.now() - made) < patienceMs) await delay(pauseMs)
  rmSync(lock, { force: true })
}

/** Where a branch of the user's stands, by its full name; null: there is none. */
export async function branchOf(git: Git, { commonDir }: UsableRepository, ref: string): Promise<string | null> {
  // A pattern also finds what lies below the name.
  const options = ['--format=%(refname) %(objectname)', ref]
  const lines = (await git.run({ gitDir: commonDir }, { verb: 'for-each-ref', options })).lines()
  return lines.find((line) => line.startsWith(`${ref} `))?.slice(ref.length + 1) ?? null
}

/** Under which name in Sigma's git folder is kept what was delivered there. */
export const recordOf = ({ run, name }: Pick<DeliverySpec, 'run' | 'name'>): string =>
  `refs/sigma/delivered/${run}${name === undefined ? '' : `/${name}`}`

/** What a run delivered, by its record. */
export async function deliveredAs(own: SigmaGit, record: string): Promise<readonly string[]> {
  const options = ['--format=%(objectname) %(refname)', `${record}/`]
  const lines = (await own.run({ verb: 'for-each-ref', options })).lines()
  return lines.flatMap((line) =>
    /^\d+$/.test(line.slice(line.indexOf(' ') + record.length + 2)) ? line.split(' ', 1) : [],
  )
}

/** What Sigma ever delivered, by the ref it wrote. */
export async function deliveredBy(own: SigmaGit): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const options = ['--format=%(objectname) %(refname)', 'refs/sigma/delivered/']
  const lines = (await own.run({ verb: 'for-each-ref', options })).lines()
  const delivered = new Map<string, Set<string>>()
  for (const line of lines) {
    // Of the run itself, or of one of its branches.
    const [, commit = '', name = ''] = /^(\S+) refs\/sigma\/delivered\/(?:[^/]+\/)?([^/]+)\/\d+$/.exec(line) ?? []
    const ref = `refs/heads/sigma/${name}`
    delivered.set(ref, (delivered.get(ref) ?? new Set()).add(commit))
  }
  return delivered
}

/** Objects that the run made; those of the commits it started from are in the user's repository already. */
export async function copyObjects(
  git: Git,
  own: SigmaGit,
  repository: UsableRepository,
  commit: string,
): Promise<void> {
  const bases = await own.run({ verb: 'for-each-ref', options: ['--format=^%(objectname)', 'refs/sigma/base/'] })
  const stdin = `${commit}\n${bases.text()}\n`
  const names = await own.run({ verb: 'rev-list', options: ['--objects', '--no-object-names', '--stdin'], stdin })
  if (names.text() === '') return
  const pack = await own.run({ verb: 'pack-objects', options: [...packing, '--stdout'], stdin: names.stdout })
  await git.run(
    { gitDir: repository.commonDir },
    { verb: 'index-pack', options: ['--stdin', '--strict'], stdin: pack.stdout },
  )
}

const isCheckedOut = (repository: UsableRepository, ref: string): boolean => checkedOutAt(repository, ref).length > 0

/** Git's folders of the working trees that have the branch checked out. */
export const checkedOutAt = (repository: UsableRepository, ref: string): readonly string[] =>
  workTreeFolders(repository).filter((folder) => textOf(join(folder, 'HEAD')) === `ref: ${ref}`)

/** Git's folders of all working trees. */
export function workTreeFolders({ commonDir }: UsableRepository): readonly string[] {
  const worktrees = join(commonDir, 'worktrees')
  const others = existsSync(worktrees) ? readdirSync(worktrees).map((name) => join(worktrees, name)) : []
  return [commonDir, ...others]
}

/** Null: it is not there. */
export const textOf = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'utf8').trim() : null)
