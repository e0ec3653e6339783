import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
// biome-ignore lint/correctness/noUnresolvedImports: Biome's list of Node's modules does not have this one yet
import { DatabaseSync } from 'node:sqlite'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { scriptOf, textModule } from '../testing/text-module.ts'

test('sigma doctor proves a run, names what is wrong with it, and takes a copy over when it is told to', async () => {
  proves('SIG-108', 'T45', 'T46')
  const broken = { when: { phase: 'RED' }, answer: '→[EX, cannot]' }
  using project = await temporaryProject({ ...textModule, 'script.json': scriptOf(broken) })
  const world = commandWorld(project)
  const run = String((await world.run('tdd', 'text')).result['run'])
  const [folder, copy] = [join(project.root, '.sigma'), join(project.root, '.sigma.copy')]
  const whole = await world.run('doctor', run)
  expect([whole.exit, whole.stdout]).toEqual([
    0,
    expect.stringMatching(/✓ +data folder +1 run with \d+ events: chains and/),
  ])

  cpSync(folder, copy, { recursive: true })
  rmSync(folder, { recursive: true })
  cpSync(copy, folder, { recursive: true })
  const refused = await world.run('resume', run)
  expect([refused.exit, refused.stderr]).toEqual([1, expect.stringMatching(/was not made here.*\nhint: .*--adopt/)])
  expect((await world.run('status', run)).stdout).toContain('halted')
  expect(await world.run('doctor', '--adopt')).toMatchObject({ exit: 0 })

  const store = new DatabaseSync(join(folder, 'sigma.db'))
  store.exec("UPDATE events SET record = record || ' ' WHERE position & 0xffff = 3")
  store.close()
  const { exit, result } = await world.run('doctor', run, '--json')
  expect([exit, result]).toMatchObject([
    1,
    { ok: false, findings: [{ saw: expect.stringContaining('event 3 does not') }] },
  ])
})
