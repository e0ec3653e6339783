/** Commands that act on one run while another process plays another: all go through the one host. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { commandWorld, type Played } from '../testing/command-world.ts'
import { type TemporaryProject, temporaryProject } from '../testing/temporary-project.ts'
import { type ScriptedTurn, scriptOf, slugSource, textModule } from '../testing/text-module.ts'

vi.setConfig({ testTimeout: 120_000 })

const documents = Object.entries(textModule).filter(([path]) => path.startsWith('memory-bank/'))
/** The same module twice, under two names. */
const twoModules = {
  ...textModule,
  ...Object.fromEntries(documents.map(([path, text]) => [path.replace('/text/', '/other/'), text])),
}
const slow: ScriptedTurn = { when: { subject: 'other', phase: 'RED' }, delayMs: 60_000, answer: '→[RC, never]' }
const blocked: ScriptedTurn = { when: { subject: 'text', phase: 'GREEN' }, answer: '→[BL, which separator?]' }

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** A sigma that plays the module `other`, and is at a turn that does not end by itself. */
async function hostIn(project: TemporaryProject): Promise<{ readonly over: Promise<Played> }> {
  const host = commandWorld(project)
  const over = host.run('tdd', 'other')
  await until(() => /C1 red +qa is asked/.test(host.printed()))
  return { over }
}

test('a decision is taken, with its fix, in the host that plays another run, and its run goes on there', async () => {
  using project = await temporaryProject({ ...twoModules, 'script.json': scriptOf(slow, blocked) })
  const world = commandWorld(project)
  const waiting = await world.run('tdd', 'text')
  expect(waiting.exit).toBe(3)
  const id = `${waiting.result['run']}/C1.green.dev.decision`
  const { over } = await hostIn(project)
  expect(await world.run('status', 'text')).toMatchObject({ exit: 3 })
  const nothing = await world.run('decide', id, 'fix')
  expect([nothing.exit, nothing.stderr]).toEqual([1, expect.stringContaining('Nothing was changed in the workspace')])
  const folder = /workspace: (.+)/.exec((await world.run('inbox')).stdout)?.[1] ?? ''
  writeFileSync(join(folder, 'src/text.js'), slugSource)
  const only = await world.run('decide', id, 'fix', '--no-run')
  expect([only.exit, only.stderr]).toEqual([2, expect.stringContaining('is decided: fix')])
  const late = await world.run('decide', id, 'abort')
  expect([late.exit, late.stderr]).toEqual([1, expect.stringContaining('tester chose fix')])
  const resumed = await world.run('resume', 'text')
  expect([resumed.exit, resumed.result['outcome']]).toEqual([0, 'completed'])
  expect(await project.git('show', `sigma/${waiting.result['run']}:src/text.js`)).toBe(slugSource)
  await world.run('stop')
  expect(await over).toMatchObject({ exit: 130 })
})

test('stop ends one run and leaves the other alone; without a name it ends all, a Result each', async () => {
  const both: ScriptedTurn = { when: { phase: 'RED' }, delayMs: 60_000, answer: '→[RC, never]' }
  using project = await temporaryProject({ ...twoModules, 'script.json': scriptOf(both) })
  const { over } = await hostIn(project)
  const guest = commandWorld(project)
  const playing = guest.run('tdd', 'text')
  await until(() => /C1 red +qa is asked/.test(guest.printed()))
  const world = commandWorld(project)
  const stopped = await world.run('stop', 'text')
  expect(stopped).toMatchObject({ exit: 0, result: { run: expect.stringMatching(/^text-/), outcome: 'halted' } })
  expect(await playing).toMatchObject({ exit: 130, stderr: expect.stringContaining('was stopped') })
  expect(await world.run('status', 'other')).toMatchObject({ exit: 0, stdout: expect.stringContaining(' running') })
  const again = commandWorld(project)
  const resumed = again.run('resume', 'text')
  await until(() => /C1 red +qa is asked/.test(again.printed()))
  const all = await world.run('stop')
  const results = all.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).run.split('-')[0])
  expect(results).toEqual(['other', 'text'])
  expect([(await over).exit, (await resumed).exit]).toEqual([130, 130])
})

test('an agent may look on, but neither joins nor stops the run that it works for', async () => {
  using project = await temporaryProject({ ...twoModules, 'script.json': scriptOf(slow) })
  const { over } = await hostIn(project)
  const agent = commandWorld(project, { env: { SIGMA_PROCESS: 'mark' } })
  for (const command of [['tdd', 'other'], ['resume'], ['stop']]) {
    const refused = await agent.run(...command)
    expect([refused.exit, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^error: This sigma was started by an agent/),
    ])
  }
  expect(await agent.run('status')).toMatchObject({ exit: 0, stdout: expect.stringContaining(' running') })
  await commandWorld(project).run('stop')
  expect(await over).toMatchObject({ exit: 130 })
})
