/** Runs that nobody waits for: played by a host in the background, or by a service, and taken up when one was killed. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hasBegun, letters } from './kit/letters.ts'
import type { Repository } from './kit/repository.ts'
import { type Ended, resultOf, type Started, sigma, start } from './kit/sigma.ts'

vi.setConfig({ testTimeout: 480_000 })

let project: Repository
const started: Started[] = []
beforeEach(() => {
  project = letters()
})
afterEach(async () => {
  for (const { child } of started.splice(0)) child.kill('SIGKILL')
  const pid = holder()?.pid
  if (pid !== undefined) kill(pid)
  project[Symbol.dispose]()
})

const begin = (...args: readonly string[]): Promise<Ended> =>
  sigma(project, 'letter', ...args, '--tries', '1', '--detach')
const hold = (): void => writeFileSync(join(project.home, 'hold'), '')
const release = (): void => {
  for (const name of ['hold', 'begun']) rmSync(join(project.home, name), { force: true })
}
const log = (): string => readFileSync(join(project.path, '.sigma/host.log'), 'utf8')

function holder(): { readonly pid: number; readonly mode: string; readonly plays: readonly string[] } | null {
  const file = join(project.path, '.sigma/holder.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

const soon = { timeout: 120_000, interval: 200 }
const untilBegun = (): Promise<void> => expect.poll(() => hasBegun(project), soon).toBe(true)
const standsOf = async (run: string): Promise<number | null> => (await sigma(project, 'status', run)).exit
const untilWaiting = (run: string): Promise<void> => expect.poll(() => standsOf(run), soon).toBe(3)
const untilGone = (): Promise<void> => expect.poll(holder, soon).toBe(null)

function serve(): Started {
  const service = start(project, ['serve'])
  started.push(service)
  return service
}

async function ready({ child }: Started): Promise<string> {
  return await new Promise((resolve) => child.stdout?.once('data', (said: Buffer) => resolve(said.toString())))
}

test('prints the id alone while the run goes on in the background, by a host that ends when nothing is left to do', async () => {
  hold()
  const { exit, stdout } = await begin('ada')
  expect([exit, stdout]).toEqual([0, expect.stringMatching(/^letter-ada-\w+\n$/)])
  const run = stdout.trim()
  await untilBegun()
  const status = await sigma(project, 'status')
  const { pid } = holder() ?? {}
  expect(status.stdout).toContain(`${run}  letter ada  running`)
  expect(status.stdout).toMatch(
    new RegExp(`Process ${pid} hosts this project in the background, since 20.*\nhint: sigma stop`),
  )
  expect(JSON.parse((await sigma(project, 'status', '--json')).stdout).host).toMatchObject({ pid, mode: 'background' })
  // The same again joins it; another beside it is played by the same host.
  expect((await begin('ada')).stdout).toBe(`${run}\n`)
  const other = (await sigma(project, 'letter', 'grace', '--tries', '1', '--detach', '--json')).stdout
  expect(JSON.parse(other)).toEqual({ run: expect.stringMatching(/^letter-grace-/) })
  expect(holder()?.pid).toBe(pid)
  const stopped = await sigma(project, 'stop')
  expect(stopped.stderr).toContain(`Process ${pid} has ended, which hosted this project in the background.`)
  expect(holder()).toBe(null)
  release()
  expect((await sigma(project, 'resume', run)).exit).toBe(3)
  expect((await begin('alan')).exit).toBe(0)
  await untilGone()
  expect(log()).toMatch(/Process \d+ hosts .* in the background\.\n[\s\S]*Process \d+ ends\.\n$/)
  expect(await standsOf('alan')).toBe(3)
})

test('a host in the background that was killed is followed by the next, which goes on with what it played', async () => {
  hold()
  const run = (await begin('ada')).stdout.trim()
  await untilBegun()
  const killed = holder()?.pid ?? 0
  kill(killed)
  expect(await standsOf(run)).toBe(2)
  release()
  expect((await begin('grace')).exit).toBe(0)
  await untilWaiting(run)
  await untilWaiting('grace')
  expect(log()).toContain(`${run} goes on.`)
})

test('beside a command in a terminal a run outlives it', async () => {
  hold()
  const terminal = start(project, ['letter', 'ada', '--tries', '1'])
  started.push(terminal)
  await untilBegun()
  const { exit, stdout } = await begin('grace')
  expect(exit).toBe(0)
  const grace = stdout.trim()
  expect(holder()).toMatchObject({ pid: terminal.child.pid, mode: 'command' })
  await expect.poll(() => holder()?.plays, soon).toContain(grace)
  release()
  await expect.poll(log, soon).toContain(`Waiting for ${grace} in process ${terminal.child.pid}.`)
  terminal.child.kill('SIGINT')
  expect((await terminal.ended).exit).toBe(130)
  await untilWaiting(grace)
  expect(await standsOf('ada')).toBe(2)
})

test('who waits in the background for a run that ends beside a command in a terminal ends with it', async () => {
  hold()
  const terminal = start(project, ['letter', 'ada', '--tries', '1'])
  started.push(terminal)
  await untilBegun()
  rmSync(join(project.home, 'hold'))
  const grace = (await begin('grace')).stdout.trim()
  await expect.poll(log, soon).toContain(`Waiting for ${grace} in process ${terminal.child.pid}.`)
  await untilWaiting(grace)
  await expect.poll(() => programsWith('--background', grace), soon).toEqual([])
  expect(holder()).toMatchObject({ pid: terminal.child.pid, mode: 'command' })
})

/** Processes that were started with these words, one after the other. */
function programsWith(...words: readonly string[]): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(`\0${words.join('\0')}\0`)
    } catch {
      return false
    }
  })
}

test('where no host can be started, the command fails and says why', async () => {
  mkdirSync(join(project.path, '.sigma/host.lock'), { recursive: true })
  const { exit, stderr } = await begin('ada')
  expect([exit, stderr]).toEqual([
    1,
    expect.stringMatching(/^error: No host could be started in the background: .+\nhint: /m),
  ])
  expect(holder()).toBe(null)
})

test('a service says when it is ready, plays what others begin, ends in order, and goes on with all but what was stopped', async () => {
  hold()
  const first = serve()
  const line = await ready(first)
  expect(line).toBe(`Ready: process ${first.child.pid} hosts ${project.path}.\n`)
  const second = await sigma(project, 'serve')
  expect([second.exit, second.stderr]).toEqual([1, expect.stringContaining('hosts this project already')])
  const ada = (await begin('ada')).stdout.trim()
  const grace = (await begin('grace')).stdout.trim()
  await untilBegun()
  expect((await sigma(project, 'status')).stdout).toContain(
    `Process ${first.child.pid} hosts this project as a service`,
  )
  expect(resultOf(await sigma(project, 'stop', grace))).toMatchObject({ outcome: 'halted' })
  expect(holder()?.pid).toBe(first.child.pid)
  first.child.kill('SIGTERM')
  expect(await first.ended).toMatchObject({ exit: 0, stderr: expect.stringContaining(`${ada} was interrupted`) })
  release()
  const next = serve()
  await ready(next)
  await untilWaiting(ada)
  expect(await standsOf(grace)).toBe(2)
  // It stays with nothing to do.
  await new Promise((resolve) => setTimeout(resolve, 5_000))
  expect(holder()?.pid).toBe(next.child.pid)
})
