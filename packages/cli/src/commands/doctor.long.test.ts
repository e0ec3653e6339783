/** All that the gates are shown is played with the release, in `test/release.long.test.ts`. */
import { kits } from '@sigma/protocols'
import { expect, test } from 'vitest'
import { playProofs, shownBy } from '../set-up/gate-proofs.ts'
import { commandWorld, worldOf } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { textModule } from '../testing/text-module.ts'

test('a gate that cannot refuse is found out', async () => {
  using project = await temporaryProject(textModule)
  const shown = await shownBy(kits, 'node:test')
  const honest = shown.filter(({ proof: { gate, rule } }) => gate === 'red' && rule === null).slice(0, 1)
  const planted = honest.map(({ gates, proof }) => ({ gates, proof: { ...proof, rule: 'already-passes' } }))
  const proved = await playProofs(worldOf(project), planted)
  expect(proved).toMatchObject([{ rule: 'already-passes', ok: false, saw: 'pass' }])
})

test('a doctor that is interrupted says how far it came, calls no gate broken for it, and keeps nothing', {
  timeout: 120_000,
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
