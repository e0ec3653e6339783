/** What another command finds while a run is played, and after it was stopped. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
// biome-ignore lint/correctness/noUnresolvedImports: Biome's list of Node's modules does not have this one yet
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { scriptOf, textModule } from '../testing/text-module.ts'

const slow = { when: { phase: 'RED' }, delayMs: 60_000, answer: '→[RC, never]' }

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20))
}

test('status, log and inbox read beside it, a second run names the holder, and stop leaves it resumable', async () => {
  using project = await temporaryProject({ ...textModule, 'script.json': scriptOf(slow) })
  const stopping = new AbortController()
  const first = commandWorld(project, { signal: stopping.signal })
  const playing = first.run('tdd', 'text')
  await until(() => /C1 red +qa is asked/.test(first.printed()))
  const kill = (_pid: number, signal: string | 0): boolean => {
    if (signal !== 0) stopping.abort()
    return true
  }
  const other = commandWorld(project, { kill })
  const status = await other.run('status')
  expect([status.exit, status.stdout]).toEqual([
    0,
    expect.stringMatching(/ running\n[\s\S]*open: ask C1\.red\.qa \(qa, cycle 1, RED/),
  ])
  expect(await other.run('log')).toMatchObject({ exit: 0, stdout: expect.stringContaining('phase0 check') })
  expect(await other.run('inbox')).toMatchObject({ exit: 0, stdout: 'Nothing waits for a decision.\n' })
  const second = await other.run('tdd', 'text')
  expect([second.exit, second.stderr]).toEqual([
    1,
    expect.stringMatching(new RegExp(`Another sigma \\(process ${process.pid}, since .*\\nhint: `)),
  ])
  expect(await other.run('resume')).toMatchObject({ exit: 1, stderr: expect.stringContaining('Another sigma') })
  const stopped = await other.run('stop')
  expect([stopped.exit, stopped.result['success'], stopped.result['outcome']]).toEqual([0, false, 'halted'])
  const ended = await playing
  expect([ended.exit, ended.result['outcome'], ended.stderr]).toEqual([
    130,
    'halted',
    expect.stringContaining('hint: sigma resume text-'),
  ])
  expect(await other.run('stop')).toMatchObject({ exit: 0, stderr: expect.stringContaining('is not running') })
  expect(await other.run('status')).toMatchObject({ exit: 2 })
  writeFileSync(join(project.root, 'script.json'), scriptOf())
  const following = other.run('log', '--follow')
  expect(await commandWorld(project).run('resume')).toMatchObject({ exit: 0, result: { outcome: 'completed' } })
  expect(await following).toMatchObject({ exit: 0, stdout: expect.stringContaining('slice1 check') })
})

test('stop leaves the run that is played alone when another one is named', async () => {
  using project = await temporaryProject(textModule)
  const over = String((await commandWorld(project).run('tdd', 'text')).result['run'])
  writeFileSync(join(project.root, 'script.json'), scriptOf(slow))
  const stopping = new AbortController()
  const first = commandWorld(project, { signal: stopping.signal })
  const playing = first.run('tdd', 'text')
  await until(() => /C1 red +qa is asked/.test(first.printed()))
  const signals: (string | 0)[] = []
  const other = commandWorld(project, { kill: (_pid, signal) => signals.push(signal) > 0 })
  const refused = await other.run('stop', over)
  stopping.abort()
  expect([refused.exit, refused.stderr]).toEqual([
    1,
    `error: ${over} is not being played; another run is, by \`sigma tdd text\`.\nhint: sigma status\n`,
  ])
  expect(signals).not.toContain('SIGTERM')
  expect(await playing).toMatchObject({ exit: 130 })
})

test('before any run there is nothing to show, and that is no error', async () => {
  using project = await temporaryProject(textModule)
  const world = commandWorld(project)
  expect(await world.run('status')).toMatchObject({ exit: 0, stdout: 'No run yet. Begin one: sigma tdd <module>\n' })
  expect(await world.run('status', '--json')).toMatchObject({ exit: 0, result: { runs: [] } })
  expect(await world.run('inbox')).toMatchObject({ exit: 0 })
  for (const command of ['log', 'resume', 'stop']) {
    expect(await world.run(command)).toMatchObject({ exit: 1, stderr: expect.stringContaining('There is no run yet') })
  }
})

test('a data folder of a newer version is left alone', async () => {
  using project = await temporaryProject({ ...textModule, '.sigma/.gitignore': '*\n' })
  const file = join(project.root, '.sigma/sigma.db')
  const database = new DatabaseSync(file)
  database.exec('PRAGMA user_version = 9999')
  database.close()
  const world = commandWorld(project)
  for (const args of [['tdd', 'text'], ['status'], ['resume']]) {
    const { exit, stderr } = await world.run(...args)
    expect([exit, stderr]).toEqual([1, expect.stringMatching(/^error: The data folder has version 9999.*\nhint: /)])
  }
})
