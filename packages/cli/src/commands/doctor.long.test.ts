/** All that the gates are shown is played with the release, in `test/release.long.test.ts`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kits } from '@sigma/protocols'
import { expect, test } from 'vitest'
import { playProofs, shownBy } from '../set-up/gate-proofs.ts'
import { commandWorld, type Played, worldOf } from '../testing/command-world.ts'
import { type TemporaryProject, temporaryProject } from '../testing/temporary-project.ts'
import { textConfig, textModule } from '../testing/text-module.ts'

test('a gate that cannot refuse is found out', async () => {
  using project = await temporaryProject(textModule)
  const shown = await shownBy(kits, 'node:test')
  const honest = shown.filter(({ proof: { gate, rule } }) => gate === 'red' && rule === null).slice(0, 1)
  const planted = honest.map(({ gates, proof }) => ({ gates, proof: { ...proof, rule: 'already-passes' } }))
  const proved = await playProofs(worldOf(project), planted)
  expect(proved).toMatchObject([{ rule: 'already-passes', ok: false, saw: 'pass' }])
})

test('a doctor that is interrupted says how far it came, calls no gate broken for it, and keeps nothing', {
  timeout: 480_000,
}, async () => {
  using project = await temporaryProject(textModule)
  const stop = new AbortController()
  const world = commandWorld(project, { signal: stop.signal, terminal: 'both' })
  const watching = setInterval(() => {
    if (/ [2-9] of \d+, last baseline/.test(world.printed())) stop.abort()
  }, 20)
  const { exit, stderr } = await world.run('doctor', '--proofs')
  clearInterval(watching)
  expect(exit).toBe(130)
  expect(stderr).not.toContain('✗')
  expect(stderr).toMatch(/\nInterrupted after \d+ of \d+; nothing is left of them\.\nhint: sigma doctor --proofs\n/)
  const { result } = await commandWorld(project).run('doctor', '--json')
  expect(result).toMatchObject({ ok: true, provedAt: null, proofs: [] })
})

test('kept results are proved again, once a run has left some', { timeout: 480_000 }, async () => {
  // A kept result has the name of a secret in the place of the secret's value.
  const env = { DB_PASSWORD: 'hunter2hunter2' }
  using project = await temporaryProject({
    ...textModule,
    'sigma.config.json': JSON.stringify({ ...textConfig, tests: { env, scope: 'reached' } }),
    'test/secret.test.js': `import { test } from 'node:test'\ntest('knows ' + process.env.DB_PASSWORD, () => {})\n`,
  })
  const fresh = await provedUpToGates(project)
  expect(fresh.stdout).toMatch(/^✓ {2}kept results {7}no kept result can be proved again here: none is kept$/m)
  expect((await commandWorld(project).run('doctor')).stdout).not.toContain('kept results')
  const { run } = (await commandWorld(project).run('tdd', 'text')).result
  // Commits of runs are Sigma's own, whatever becomes of their branch.
  await project.git('branch', '-q', '-D', `sigma/${String(run)}`)
  await project.git('gc', '-q', '--prune=now')
  const untried = { what: 'kept results', ok: true, saw: 'not proved again yet', untried: true }
  expect(await keptIn(project)).toMatchObject([untried])
  const saw = /^✓ {2}kept results {7}\d test files of 2 trees run again, of which \d had stood: all as it was kept$/m
  expect((await provedUpToGates(project)).stdout).toMatch(saw)
  const told = { ok: true, saw: expect.stringMatching(/: all as it was kept \(on \d{4}-.* UTC\)$/), hint: null }
  expect(await keptIn(project)).toMatchObject([told])
  // Nothing of it is found under another configuration of the tests.
  project.write({ 'sigma.config.json': JSON.stringify({ ...textConfig, tests: { env: { ...env, A: '1' } } }) })
  expect((await provedUpToGates(project)).stdout).toMatch(
    /^– {2}kept results {7}no kept result can be proved again here: /m,
  )
})

test('a kept result that is not true is found out, told until it is proved again, and stands nowhere from then on', {
  timeout: 480_000,
}, async () => {
  using project = await temporaryProject(textModule)
  await commandWorld(project).run('tdd', 'text')
  const folder = join(project.root, '.sigma/kept')
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), 'utf8')
    writeFileSync(join(folder, name), text.replace(/("shouts"\],1,)"passed"/, '$1"skipped"'))
  }
  const { stdout } = await provedUpToGates(project)
  const commit = (await project.git('rev-parse', 'HEAD')).slice(0, 10)
  const found =
    /^✗ {2}kept results {7}test\/shout\.test\.js › shouts does something else .* \(kept: was skipped, at (\w+), evidence (\w+); now: passed\); test\/shout\.test\.js is run each time from now on\n {3}hint: sigma why (\w+)$/m
  const [, at, evidence, hinted] = found.exec(stdout) ?? []
  expect([at, hinted, stdout.match(/^✗/gm)?.length]).toEqual([commit, evidence, 1])
  expect((await commandWorld(project).run('why', String(hinted))).stdout).toContain('shouts')
  expect(readFileSync(join(folder, 'doubted.json'), 'utf8')).toBe('["test/shout.test.js"]')
  const known = await commandWorld(project).run('doctor')
  expect([known.exit, known.stdout]).toEqual([1, expect.stringContaining('hint: sigma doctor --proofs\n')])
  expect(known.stdout).toMatch(/\n1 of these failed\.\n$/)
  expect((await provedUpToGates(project)).stdout).toMatch(/^✓ {2}kept results/m)
  expect((await commandWorld(project).run('doctor')).exit).toBe(0)
})

/** As far as the gates, whose proofs take minutes. */
async function provedUpToGates(project: TemporaryProject): Promise<Played> {
  const stop = new AbortController()
  const world = commandWorld(project, { signal: stop.signal })
  const watching = setInterval(() => {
    if (world.printed().includes('The gates are shown')) stop.abort()
  }, 20)
  const played = await world.run('doctor', '--proofs')
  clearInterval(watching)
  expect(played.exit).toBe(130)
  return played
}

async function keptIn(project: TemporaryProject): Promise<unknown> {
  const { findings } = (await commandWorld(project).run('doctor', '--json')).result
  return Array.isArray(findings) ? findings.filter(({ what }) => what === 'kept results') : findings
}
