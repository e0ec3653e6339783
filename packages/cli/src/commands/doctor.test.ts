import { proofs } from '@sigma/gates'
import { expect, test } from 'vitest'
import { playProofs } from '../gate-proofs.ts'
import { commandWorld, worldOf } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { textModule } from '../testing/text-module.ts'

test('every gate refuses what it is there for, with the ports that runs are made with', {
  timeout: 480_000,
}, async () => {
  using project = await temporaryProject(textModule)
  const before = await project.state()
  const { exit, result } = await commandWorld(project).run('doctor', '--json')
  const { findings, proofs: proved } = result as { findings: object[]; proofs: { rule: string | null; ok: boolean }[] }
  expect({ exit, findings, failed: proved.filter(({ ok }) => !ok) }).toMatchObject({ exit: 0, failed: [] })
  expect(proved).toHaveLength(proofs.length)
  expect(proved.filter(({ rule }) => rule !== null).length).toBeGreaterThan(20)
  expect(await project.state()).toBe(before)
})

test('a gate that cannot refuse is found out', async () => {
  using project = await temporaryProject(textModule)
  const honest = proofs.filter(({ gate, rule }) => gate === 'red' && rule === null).slice(0, 1)
  const planted = honest.map((proof) => ({ ...proof, rule: 'already-passes' }))
  const proved = await playProofs(worldOf(project), () => {}, planted)
  expect(proved).toMatchObject([{ rule: 'already-passes', ok: false, saw: 'pass' }])
})
