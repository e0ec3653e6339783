/** `sigma gc` as a process of its own, killed on the way; what it leaves can be proved, and goes on. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

/** What a project has, its cache and home included, to be put back as often as needed. */
function savedCopy({ home }: Repository): { restore(): void } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'saved-'))
  const copy = (from: string, to: string): void => void execFileSync('cp', ['-a', `${from}/.`, to])
  copy(home, folder)
  return {
    restore: () => {
      for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true })
      copy(folder, home)
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}

const kills = inTier({ fast: 2, long: 2, verify: 60 })

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
  using saved = savedCopy(repository)
  const began = performance.now()
  await sigma(repository, ...taking)
  let tookMs = performance.now() - began
  const seed = Date.now() % 1_000
  let died = 0
  for (let at = 0; died < kills; at += 1) {
    expect(at, 'it ends before it is killed').toBeLessThan(kills * 3)
    saved.restore()
    expect((await sigma(repository, 'doctor', '--adopt')).exit).toBe(0)
    const startedAt = performance.now()
    const { child, ended: over } = start(repository, taking)
    // From before it has the project until almost its end, somewhere else each time.
    const delay = tookMs * (0.1 + (0.85 * ((seed + at * 379) % 1_000)) / 1_000)
    let endedAt = Number.POSITIVE_INFINITY
    const ending = over.then(() => {
      endedAt = performance.now()
    })
    await Promise.race([sleep(delay), ending])
    child.kill('SIGKILL')
    if ((await over).signal === 'SIGKILL') died += 1
    // The machine was slower when the whole was timed.
    else tookMs = Math.min(tookMs, endedAt - startedAt)
    const where = `seed ${seed}, killed after ${delay} of ${tookMs} ms: `
    for (const { run } of await runsOf(repository)) {
      const proof = await sigma(repository, 'doctor', run)
      expect(proof.exit, `${where}${proof.stdout}${proof.stderr}`).toBe(0)
    }
    expect(existsSync(join(repository.path, '.sigma', 'workspaces', halted.run)), where).toBe(true)
    const again = await sigma(repository, ...taking)
    expect(again.exit, `${where}${again.stderr}`).toBe(0)
    expect(
      (await runsOf(repository)).map(({ run }) => run),
      where,
    ).toEqual([halted.run])
    const records = readdirSync(join(repository.path, '.sigma', 'workspaces'))
    const left = JSON.stringify([ownGit(repository, 'for-each-ref'), records])
    for (const run of ended) expect(left, where).not.toContain(run)
    expect(ownGit(repository, 'fsck', '--no-dangling', '--no-progress'), where).toBe('')
    expect(ownGit(repository, 'count-objects', '-v'), where).toMatch(/^garbage: 0$/m)
    expect(bytesOf(repository), where).toBeLessThan(before)
  }
  counted('kills', died)
  expect(git(repository, 'for-each-ref', 'refs/heads')).toBe(branches)
  expect(await sigma(repository, ...taking)).toMatchObject({ exit: 0, stdout: expect.stringContaining('"taken":[]') })
  writeFiles(repository.home, { mended: '' })
  expect(resultOf(await sigma(repository, 'resume'))).toMatchObject({ success: true, run: halted.run })
  const next = await sigma(repository, 'tdd', 'lean')
  expect(resultOf(next), next.stderr).toMatchObject({ success: true })
})
