/** `sigma gc` as a process of its own, killed on the way; what it leaves can be proved, and goes on. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { counted, inTier } from '@sigma/engine/testing'
import { expect, test } from 'vitest'
import { leanProject, leanRepository, shellAgent } from './campaign/lean-project.ts'
import { runsOf } from './kit/listened.ts'
import { git, type Repository, writeFiles } from './kit/repository.ts'
import { resultOf, sigma, start } from './kit/sigma.ts'

/** In the module `second` the developer's tools are broken until somebody mends them. */
const breaking = shellAgent(`case "$PWD" in */second-*)
  if [ "$phase" = GREEN ] && [ ! -e "$HOME/mended" ]; then echo '→[EX, my tools broke]'; exit 0; fi ;;
esac`)

function twoModules(): Repository {
  const repository = leanRepository(breaking)
  const documents = Object.entries(leanProject()).filter(([path]) => path.includes('/lean/'))
  writeFiles(
    repository.path,
    Object.fromEntries(documents.map(([path, text]) => [path.replace('lean', 'second'), text])),
  )
  return repository
}

const taking = ['gc', '--older', '0', '--keep', '0', '--json'] as const

/** What Sigma takes for this project, in the repository and in the cache. */
function bytesOf({ path, home }: Repository): number {
  const cache = join(home, 'cache', 'sigma')
  const projects = readdirSync(cache).filter((name) => /^[0-9a-f]{12}$/.test(name))
  const folders = [join(path, '.sigma'), ...projects.map((name) => join(cache, name))]
  const said = execFileSync('du', ['-sck', ...folders], { encoding: 'utf8' })
  return Number(/(\d+)\ttotal/.exec(said)?.[1])
}

const ownGit = (repository: Repository, ...args: readonly string[]): string =>
  git(repository, `--git-dir=${join(repository.path, '.sigma', 'git')}`, ...args)

const kills = inTier({ fast: 2, long: 10, verify: 60 })

test(`killed ${kills} times on the way, gc leaves a whole store, ends its work the next time, and a halted run goes on`, {
  timeout: 480_000 + kills * 10_000,
}, async () => {
  using repository = twoModules()
  const ended: string[] = []
  for (let at = 0; at < 2; at += 1) ended.push(resultOf(await sigma(repository, 'tdd', 'lean')).run)
  const halted = resultOf(await sigma(repository, 'tdd', 'second'))
  expect(halted.outcome).toBe('halted')
  const branches = git(repository, 'for-each-ref', 'refs/heads')
  const before = bytesOf(repository)
  const seed = Date.now() % 1_000
  const died: number[] = []
  for (let at = 0; at < kills; at += 1) {
    const { child, ended: over } = start(repository, taking)
    // From before it has the project until after its work, somewhere else each time.
    const delay = 100 + ((seed + at * 379) % 1_000)
    await Promise.race([sleep(delay), over])
    child.kill('SIGKILL')
    if ((await over).signal === 'SIGKILL') died.push(delay)
    for (const { run } of await runsOf(repository)) {
      const proof = await sigma(repository, 'doctor', run)
      expect(proof.exit, `seed ${seed}, killed after ${delay} ms: ${proof.stdout}${proof.stderr}`).toBe(0)
    }
    expect(existsSync(join(repository.path, '.sigma', 'workspaces', halted.run))).toBe(true)
  }
  expect(died.length).toBeGreaterThan(0)
  counted('kills', died.length)
  const last = await sigma(repository, ...taking)
  expect(last.exit, last.stderr).toBe(0)
  expect((await runsOf(repository)).map(({ run }) => run)).toEqual([halted.run])
  const records = readdirSync(join(repository.path, '.sigma', 'workspaces'))
  const left = JSON.stringify([ownGit(repository, 'for-each-ref'), records])
  for (const run of ended) expect(left).not.toContain(run)
  expect(ownGit(repository, 'fsck', '--no-dangling', '--no-progress')).toBe('')
  expect(ownGit(repository, 'count-objects', '-v')).toMatch(/garbage: 0/)
  expect(bytesOf(repository)).toBeLessThan(before)
  expect(git(repository, 'for-each-ref', 'refs/heads')).toBe(branches)
  expect(await sigma(repository, ...taking)).toMatchObject({ exit: 0, stdout: expect.stringContaining('"taken":[]') })
  writeFiles(repository.home, { mended: '' })
  expect(resultOf(await sigma(repository, 'resume'))).toMatchObject({ success: true, run: halted.run })
  const next = await sigma(repository, 'tdd', 'lean')
  expect(resultOf(next), next.stderr).toMatchObject({ success: true })
})
