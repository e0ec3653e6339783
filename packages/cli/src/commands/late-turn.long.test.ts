/** A turn that takes too long, in real time: what its person sees, is told, and may do. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test, vi } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { scriptOf, slugTest, textConfig, textModule } from '../testing/text-module.ts'

vi.setConfig({ testTimeout: 120_000 })

const slow = (delayMs: number) =>
  scriptOf({ when: { phase: 'RED' }, delayMs, write: { 'test/slug.test.js': slugTest }, answer: '→[RC, one test]' })

const configOf = (limits: object): string =>
  JSON.stringify({ ...textConfig, limits, notify: { program: ['sh', 'tell.sh'] } })

/** Each notice is a line of `told`. */
const tell = 'cat >> told\n'

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20))
}

test('it is reminded and ended, a person is told of both and asked once, and gives it minutes that suffice', async () => {
  proves('DPTR-120')
  using project = await temporaryProject({
    ...textModule,
    'sigma.config.json': configOf({ turn: '2s', reminder: '2s' }),
    'script.json': slow(6_000),
    'tell.sh': tell,
  })
  const told = (): readonly Record<string, unknown>[] =>
    readFileSync(join(project.root, 'told'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  const world = commandWorld(project)
  const playing = world.run('tdd', 'text')
  await until(() => world.printed().includes('qa has taken 2 s in RED'))
  const beside = commandWorld(project)
  expect((await beside.run('status')).stdout).toMatch(
    /open: ask C1\.red\.qa .*\n +takes long: ended in [\d.]+m?s, and then you are asked\n/,
  )
  const status = JSON.parse((await beside.run('status', '--json')).stdout).runs[0]
  expect(status.reminders).toMatchObject([{ id: 'C1.red.qa', message: expect.stringContaining('it is ended in 2 s') }])
  const waiting = await playing
  expect([waiting.exit, waiting.result['outcome']]).toEqual([3, 'waiting'])
  const run = String(waiting.result['run'])
  const id = `${run}/C1.red.qa.decision`
  const { stdout } = await world.run('inbox')
  expect(stdout.match(/escalated, asked/g)).toHaveLength(1)
  expect(stdout).toContain('turn-limit: qa took longer than 4 s in RED, 2 s of it after its reminder, and was ended.')
  expect(stdout).toContain('--more minutes=<number>')
  const log = (await world.run('log')).stdout
  expect(log.match(/^.* reminder .*$/gm)).toHaveLength(1)
  expect(log).toContain('qa fails (late)')
  expect(told().map(({ kind }) => kind)).toEqual(['reminder', 'decision'])
  expect(told()[0]).toMatchObject({ answer: `sigma watch ${run}` })

  const other = await world.run('decide', id, 'extend', '--more', 'asks=3')
  expect([other.exit, other.stderr]).toEqual([
    1,
    expect.stringContaining(`hint: sigma decide ${id} extend --more minutes=<number>`),
  ])
  const enough = await world.run('decide', id, 'extend', '--more', 'minutes=1')
  expect([enough.exit, enough.result['outcome']]).toEqual([0, 'completed'])
  expect(told()).toHaveLength(2)
})

test('where no reminder is wanted, it is ended at its limit, and the run halts as when an agent fails', async () => {
  using project = await temporaryProject({
    ...textModule,
    'sigma.config.json': configOf({ turn: '1s', reminder: null }),
    'script.json': slow(60_000),
    'tell.sh': tell,
  })
  const world = commandWorld(project)
  const halted = await world.run('tdd', 'text')
  expect([halted.exit, halted.result['outcome']]).toEqual([2, 'halted'])
  expect((await world.run('log')).stdout).not.toContain('reminder')
  expect(readFileSync(join(project.root, 'told'), 'utf8')).not.toContain('"reminder"')
})

test('a reminder is a duration, "auto" or null', async () => {
  using project = await temporaryProject({ ...textModule, 'sigma.config.json': configOf({ reminder: 'soon' }) })
  const { exit, stderr } = await commandWorld(project).run('tdd', 'text')
  expect([exit, stderr]).toEqual([
    1,
    expect.stringContaining('"limits.reminder" must be a duration such as "5m", "auto", or null'),
  ])
})
