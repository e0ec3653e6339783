/** What a newcomer does with a repository: sets Sigma up, has it proved, and has two modules built; all must be delivered. */
import { spawnSync } from 'node:child_process'
import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { inTier } from '@sigma/engine/testing'
import { expect, test } from 'vitest'
import { git, writeFiles } from '../kit/repository.ts'
import { type Ended, resultOf, sigma } from '../kit/sigma.ts'
import { type Grown, grow } from './grow.ts'
import { install } from './installed.ts'
import type { Published, Work } from './published.ts'
import { expectAsShown } from './shown.ts'

/** Of each list the first; `npm run verify` plays all, and has the gates proved with each of their runners. */
export function playAll(published: readonly [Published, ...Published[]]): void {
  const played = inTier<readonly Published[]>({ fast: [], long: published.slice(0, 1), verify: published })
  test.for(played)('$name: set up, proved, extended and mended', { timeout: 3_600_000 }, play)
}

async function play(published: Published): Promise<void> {
  await install(published)
  using repository = grow(published)
  const before = outcomes(published, repository)
  await setUp(published, repository)
  const known = await sigma(repository, 'doctor')
  // Another repository may have had them proved with the same versions.
  const isToProve = inTier({ fast: false, long: false, verify: true }) && /^– {2}gates /m.test(known.stdout)
  const proved = isToProve ? await sigma(repository, 'doctor', '--proofs') : known
  const gates = expect.stringMatching(inTier({ fast: /./, long: /^[–✓] {2}gates /m, verify: /^✓ {2}gates /m }))
  expect(proved, proved.stdout + proved.stderr).toMatchObject({ exit: 0, stdout: gates })
  for (const work of [published.feature, published.fix]) await build(published, repository, work)
  expect(outcomes(published, inClone(repository))).toEqual(before)
}

/** `sigma init`, and its configuration as it wrote it, committed. */
async function setUp({ found }: Published, repository: Grown): Promise<void> {
  const ended = await sigma(repository, 'init', '--agent', 'developer')
  expect(ended.exit, ended.stderr).toBe(0)
  expectAsShown(repository.folder, ended)
  const [told = ''] = ended.stderr.split(/^next/m)
  for (const each of found) expect(told).toMatch(each)
  expect(told.trimEnd().split('\n').length, told).toBeLessThan(10)
  commit(repository, 'Set up Sigma')
}

async function build({ asks }: Published, repository: Grown, { module, design, plan }: Work): Promise<void> {
  const folder = `memory-bank/modules/${module}`
  writeFiles(repository.path, { [`${folder}/design.md`]: design, [`${folder}/tdd_plan.md`]: plan })
  commit(repository, `Plan ${module}`)
  const begun = await sigma(repository, 'tdd', module)
  const ended = asks === undefined ? begun : await decided(repository, begun, asks)
  const { outcome, success, delivered } = resultOf(ended)
  expect([outcome, success], ended.stderr).toEqual(['completed', true])
  expectAsShown(module, ended)
  git(repository.top, 'merge', '--quiet', '--no-edit', delivered?.branch ?? '')
}

/** The one question that is asked before the first turn, answered. */
async function decided(
  repository: Grown,
  begun: Ended,
  { about, option }: NonNullable<Published['asks']>,
): Promise<Ended> {
  expect(begun.exit, begun.stderr).toBe(3)
  for (const each of about) expect(begun.stderr).toMatch(each)
  return sigma(repository, 'decide', resultOf(begun).run, option)
}

function commit({ top }: Grown, message: string): void {
  git(top, 'add', '--all')
  git(top, 'commit', '--quiet', '--allow-empty', '--message', message)
}

/** A clone of what was delivered, as CI has it, with the dependencies. */
function inClone(repository: Grown): Grown {
  const path = join(repository.home, 'clone')
  git(repository.top, 'clone', '--quiet', '.', path)
  const clone = { ...repository.top, path }
  git(clone, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init')
  for (const folder of installedIn(repository.top.path, ''))
    renameSync(join(repository.top.path, folder), join(path, folder))
  return { ...repository, top: clone, path: join(path, repository.folder) }
}

function installedIn(top: string, folder: string): readonly string[] {
  return readdirSync(join(top, folder), { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory() || entry.name.startsWith('.')) return []
    const path = join(folder, entry.name)
    return entry.name === 'node_modules' ? [path] : installedIn(top, path)
  })
}

/** Whether the project's own `npm test` passes; where it does not, what fails. */
function outcomes({ failing }: Published, { path, env }: Grown): readonly string[] {
  const { status, stdout, stderr } = spawnSync('npm', ['test'], { cwd: path, env, encoding: 'utf8' })
  const said = `${stdout}${stderr}`
  if (failing === undefined) expect(status, said).toBe(0)
  else expect(status, said).not.toBe(0)
  return (failing ?? []).filter((each) => said.includes(each))
}
