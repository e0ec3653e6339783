import { kits } from '@sigma/protocols'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { playProofs, shownBy } from '../set-up/gate-proofs.ts'
import { commandWorld, worldOf } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { textModule } from '../testing/text-module.ts'

const reportSchema = z.object({
  provedAt: z.string(),
  proofs: z.array(z.object({ gate: z.string(), rule: z.string().nullable(), ok: z.boolean() })),
})

test('every gate refuses what it is there for, with the ports that runs are made with; that is not shown twice', {
  timeout: 480_000,
}, async () => {
  using project = await temporaryProject(textModule)
  const before = await project.state()
  const world = commandWorld(project)
  const first = reportSchema.parse((await world.run('doctor', '--json')).result)
  expect(first.proofs.filter(({ ok }) => !ok)).toEqual([])
  expect(new Set(first.proofs.map(({ gate, rule }) => `${gate} ${rule === null}`)).size).toBe(14)
  expect(await project.state()).toBe(before)
  expect(reportSchema.parse((await world.run('doctor', '--json')).result)).toEqual(first)
  const { stderr, stdout } = await world.run('doctor')
  expect(stderr).toMatch(/The gates were shown \d+ pieces of work with this node:test on .* UTC, and refused/)
  expect(stdout).toMatch(/^✓ {2}red +already-passes +refused/m)
})

test('a gate that cannot refuse is found out', async () => {
  using project = await temporaryProject(textModule)
  const shown = await shownBy(kits, 'node:test')
  const honest = shown.filter(({ proof: { gate, rule } }) => gate === 'red' && rule === null).slice(0, 1)
  const planted = honest.map(({ gates, proof }) => ({ gates, proof: { ...proof, rule: 'already-passes' } }))
  const proved = await playProofs(worldOf(project), planted)
  expect(proved).toMatchObject([{ rule: 'already-passes', ok: false, saw: 'pass' }])
})

test('a doctor that is interrupted says how far it came, and calls no gate broken for it', {
  timeout: 120_000,
}, async () => {
  using project = await temporaryProject(textModule)
  const stop = new AbortController()
  const world = commandWorld(project, { signal: stop.signal, terminal: 'both' })
  const watching = setInterval(() => {
    if (world.printed().includes('  ✓ phase0')) stop.abort()
  }, 20)
  const { exit, stderr } = await world.run('doctor')
  clearInterval(watching)
  expect(exit).toBe(130)
  expect(stderr).not.toContain('✗')
  expect(stderr).toMatch(/\nInterrupted after \d+ of \d+; nothing is left of them\.\nhint: sigma doctor\n$/)
})

test('what tests are to be given and is not here is a finding', async () => {
  const config = { tests: { env: { A: '$NOT_SET_AT_ALL' } } }
  using project = await temporaryProject({ ...textModule, 'sigma.config.json': JSON.stringify(config) })
  const { stdout } = await commandWorld(project, { signal: AbortSignal.abort() }).run('doctor')
  expect(stdout).toContain('✗  given to tests     tests.env.A takes your variable NOT_SET_AT_ALL, which is not set.\n')
})
