/** What another command finds while a run is played, and after it was stopped. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
// biome-ignore lint/correctness/noUnresolvedImports: Biome's list of Node's modules does not have this one yet
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { scriptOf, textModule } from '../testing/text-module.ts'

vi.setConfig({ testTimeout: 120_000 })

const slow = { when: { phase: 'RED' }, delayMs: 60_000, answer: '→[RC, never]' }

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20))
}

test('status, log and inbox read beside it, a second sigma joins, and stop ends both and leaves it resumable', async () => {
  using project = await temporaryProject({ ...textModule, 'script.json': scriptOf(slow) })
  const first = commandWorld(project)
  const playing = first.run('tdd', 'text')
  await until(() => /C1 red +qa is asked/.test(first.printed()))
  const other = commandWorld(project)
  const status = await other.run('status')
  expect([status.exit, status.stdout]).toEqual([
    0,
    expect.stringMatching(/ running\n[\s\S]*open: ask C1\.red\.qa \(qa, cycle 1, RED/),
  ])
  expect(await other.run('log')).toMatchObject({ exit: 0, stdout: expect.stringContaining('phase0 check') })
  expect(await other.run('inbox')).toMatchObject({ exit: 0, stdout: 'Nothing waits for a decision.\n' })
  const joiner = commandWorld(project)
  const joining = joiner.run('tdd', 'text')
  const joined = new RegExp(`is being played by process ${process.pid} \\(\`sigma tdd text\`\\); joining it`)
  await until(() => joined.test(joiner.printed()))
  const stopped = await other.run('stop')
  expect([stopped.exit, stopped.result['success'], stopped.result['outcome']]).toEqual([0, false, 'halted'])
  for (const ended of [await playing, await joining]) {
    expect([ended.exit, ended.result['outcome'], ended.stderr]).toEqual([
      130,
      'halted',
      expect.stringMatching(/was stopped\.\nhint: sigma resume text-/),
    ])
  }
  expect(await other.run('stop')).toMatchObject({ exit: 0, stderr: expect.stringContaining('is not running') })
  expect(await other.run('status')).toMatchObject({ exit: 2 })
  expect(await other.run('log')).toMatchObject({ stdout: expect.stringContaining('stopped by tester') })
  const again = await other.run('tdd', 'text')
  expect([again.exit, again.stderr]).toEqual([1, expect.stringMatching(/has an unfinished run.*\nhint: sigma resume/)])
  writeFileSync(join(project.root, 'script.json'), scriptOf())
  const following = other.run('log', '--follow')
  expect(await commandWorld(project).run('resume')).toMatchObject({ exit: 0, result: { outcome: 'completed' } })
  expect(await following).toMatchObject({ exit: 0, stdout: expect.stringContaining('slice1 check') })
})

test('whoever joined and is interrupted leaves the run alone', async () => {
  using project = await temporaryProject({ ...textModule, 'script.json': scriptOf({ ...slow, delayMs: 1500 }) })
  const first = commandWorld(project)
  const playing = first.run('tdd', 'text')
  await until(() => /C1 red +qa is asked/.test(first.printed()))
  const leaving = new AbortController()
  const joiner = commandWorld(project, { signal: leaving.signal })
  const joining = joiner.run('resume')
  await until(() => joiner.printed().includes('goes on in process'))
  leaving.abort()
  const left = await joining
  expect([left.exit, left.result['reasons'], left.stderr]).toEqual([
    130,
    [expect.objectContaining({ rule: 'left' })],
    expect.stringMatching(/goes on in process \d+ \(`sigma tdd text`\)\.\nhint: sigma log --follow/),
  ])
  expect(await playing).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('C1 red                  qa answers'),
  })
})

test('a sigma that joins with another configuration is told that the running one keeps its own', async () => {
  using project = await temporaryProject({ ...textModule, 'script.json': scriptOf(slow) })
  const first = commandWorld(project)
  const playing = first.run('tdd', 'text')
  await until(() => /C1 red +qa is asked/.test(first.printed()))
  const config = JSON.parse(readFileSync(join(project.root, 'sigma.config.json'), 'utf8'))
  writeFileSync(join(project.root, 'sigma.config.json'), JSON.stringify({ ...config, limits: { turn: '1m' } }))
  const joiner = commandWorld(project)
  const joining = joiner.run('tdd', 'text', '--cov-lines', '90')
  await until(() => joiner.printed().includes('joining it'))
  await joiner.run('stop')
  expect((await joining).stderr).toMatch(
    /^warning: The configuration has changed since process \d+ .*\nhint: sigma stop.*\n.*joining it\.\nwarning: .* keeps the coverage/,
  )
  await playing
})

test('stop leaves the run that is played alone when another one is named', async () => {
  using project = await temporaryProject(textModule)
  const over = String((await commandWorld(project).run('tdd', 'text')).result['run'])
  writeFileSync(join(project.root, 'script.json'), scriptOf(slow))
  const first = commandWorld(project)
  const playing = first.run('tdd', 'text')
  await until(() => /C1 red +qa is asked/.test(first.printed()))
  const other = commandWorld(project)
  const refused = await other.run('stop', over)
  expect([refused.exit, refused.stderr]).toEqual([
    1,
    `error: ${over} is not being played; another run is, by \`sigma tdd text\`.\nhint: sigma status\n`,
  ])
  expect(await other.run('status')).toMatchObject({ stdout: expect.stringContaining(' running') })
  await other.run('stop')
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
