import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { branchBlocked, branchCheckedOut, branchTaken } from '../errors.ts'
import type { Git } from '../git/git.ts'
import type { UsableRepository } from '../git/repository.ts'
import { packing, type SigmaGit } from '../git/sigma-git.ts'
import { plain } from './folders.ts'

/**
 * Writes `refs/heads/sigma/<run>` in the user's repository, and nothing else there: new objects go into a pack, the
 * ref is moved only from what Sigma itself put there, and no hook is started. Doing it twice does it once.
 */
export async function deliver(
  git: Git,
  own: SigmaGit,
  repository: UsableRepository,
  spec: { readonly run: string; readonly commit: string },
): Promise<{ readonly branch: string }> {
  const branch = `sigma/${plain('run', spec.run)}`
  const ref = `refs/heads/${branch}`
  const place = { gitDir: repository.commonDir }
  const now = (await git.run(place, { verb: 'for-each-ref', options: ['--format=%(objectname)', ref] })).text()
  if (now === spec.commit) return { branch }
  if (now !== '' && !(await isOurs(own, spec.run, now))) throw branchTaken(branch)
  if (isCheckedOut(repository, ref)) throw branchCheckedOut(branch)
  await own.keep(`refs/sigma/delivered/${spec.run}`, spec.commit)
  await copyObjects(git, own, repository, spec.commit)
  await clearLock(join(repository.commonDir, `${ref}.lock`))
  const none = '0'.repeat(spec.commit.length)
  try {
    await git.run(place, {
      verb: 'update-ref',
      options: ['--stdin'],
      stdin: `update ${ref} ${spec.commit} ${now || none}\n`,
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

async function isOurs(own: SigmaGit, run: string, commit: string): Promise<boolean> {
  return (await deliveredBy(own)).get(`refs/heads/sigma/${run}`)?.has(commit) === true
}

/** What Sigma ever delivered, by the ref it wrote. */
export async function deliveredBy(own: SigmaGit): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const options = ['--format=%(objectname) %(refname)', 'refs/sigma/delivered/']
  const lines = (await own.run({ verb: 'for-each-ref', options })).lines()
  const delivered = new Map<string, Set<string>>()
  for (const line of lines) {
    const [, commit = '', run = ''] = /^(\S+) refs\/sigma\/delivered\/(.+)\/\d+$/.exec(line) ?? []
    const ref = `refs/heads/sigma/${run}`
    delivered.set(ref, (delivered.get(ref) ?? new Set()).add(commit))
  }
  return delivered
}

/** Objects that the run made; those of the commits it started from are in the user's repository already. */
async function copyObjects(git: Git, own: SigmaGit, repository: UsableRepository, commit: string): Promise<void> {
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

function isCheckedOut({ commonDir }: UsableRepository, ref: string): boolean {
  const worktrees = join(commonDir, 'worktrees')
  const others = existsSync(worktrees) ? readdirSync(worktrees).map((name) => join(worktrees, name)) : []
  return [commonDir, ...others].some((folder) => {
    const head = join(folder, 'HEAD')
    return existsSync(head) && readFileSync(head, 'utf8').trim() === `ref: ${ref}`
  })
}
