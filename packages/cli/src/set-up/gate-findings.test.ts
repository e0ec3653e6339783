/** What `sigma doctor` knows of the gates. The letter's two proofs stand for those of all gates. */
import { expect, test } from 'vitest'
import { kits } from '../../../protocols/testing/kits.ts'
import { letterKit } from '../../../protocols/testing/toy/kit.ts'
import { openProject } from '../project/project.ts'
import { commandWorld, worldOf } from '../testing/command-world.ts'
import { type TemporaryProject, temporaryProject } from '../testing/temporary-project.ts'
import { textModule } from '../testing/text-module.ts'
import { gatesBefore, gatesNow, playedWith } from './gate-findings.ts'
import type { Finding } from './recorded.ts'

const letter = kits.filter(({ name }) => name === 'letter')

/** As `sigma doctor` of this project has it. */
async function aroundIn(project: TemporaryProject): Promise<readonly string[]> {
  const { result } = await commandWorld(project).run('doctor', '--json')
  const findings: unknown = result['findings']
  return playedWith(Array.isArray(findings) ? findings.map((each): Finding => each) : [])
}

test('what was proved with these versions is told with its date, and nothing is played again', async () => {
  using project = await temporaryProject(textModule)
  const around = await aroundIn(project)
  expect(around).toHaveLength(5)
  const world = worldOf(project)
  const opened = await openProject(world)
  const before = await gatesBefore(world, opened, around)
  expect(before).toMatchObject({ proved: null, runner: 'node:test', finding: { ok: true, untried: true } })
  expect(before.finding.saw).toMatch(/^not yet shown their \d\d+ proofs with these versions, which takes about \d+m$/)
  const now = await gatesNow(world, opened, around, letter)
  expect(now?.finding).toEqual({
    what: 'gates',
    ok: true,
    saw: expect.stringMatching(/^1 cheat or mistake with node:test refused, honest work passed \(in /),
    hint: null,
  })
  const { exit, stdout } = await commandWorld(project).run('doctor')
  expect([exit, stdout]).toEqual([0, expect.stringMatching(/^✓ {2}gates {14}1 cheat .* \(on \d{4}-.* UTC\)$/m)])
  const { result } = await commandWorld(project).run('doctor', '--json')
  expect(result).toMatchObject({ ok: true, runner: 'node:test', proofs: now?.proved?.proofs })
  for (const other of [around.slice(1), [...around.slice(1), 'node 99']])
    expect((await gatesBefore(world, opened, other)).proved).toBe(null)
})

test('a gate that let a cheat pass stays told until it is proved again, and the exit code says so', async () => {
  using project = await temporaryProject(textModule)
  const world = worldOf(project)
  const gates = (await letterKit.gates?.()) ?? null
  if (gates === null) throw new Error('The letter has a gate.')
  const proofs = (runner: string) => gates.proofs(runner).map((proof) => ({ ...proof, rule: 'never-heard-of' }))
  const blind = [{ ...letterKit, gates: async () => ({ ...gates, proofs }) }]
  const now = await gatesNow(world, await openProject(world), await aroundIn(project), blind)
  expect(now?.finding).toMatchObject({ ok: false, hint: 'sigma doctor --proofs' })
  const { exit, stdout } = await commandWorld(project).run('doctor')
  expect([exit, stdout]).toEqual([
    1,
    expect.stringMatching(/^✗ {2}gates {14}2 of 2 proofs failed \(on .*\): greeting: /m),
  ])
  expect(stdout).toMatch(/ {3}hint: sigma doctor --proofs\n1 of these failed\.\n$/)
})
