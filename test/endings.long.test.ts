/** How a sigma ends that others, or nobody, wait for: by a signal, by a closed pipe, by being paused, or killed. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { proves } from '@sigma/protocol/testing'
import { expect, test, vi } from 'vitest'
import { leanRepository, shellAgent } from './campaign/lean-project.ts'
import { holderOf, journalIn, journalOf, type Listened, listen, listenTo } from './kit/listened.ts'
import type { Repository } from './kit/repository.ts'
import { resultOf, sigma, source, start } from './kit/sigma.ts'

vi.setConfig({ testTimeout: 120_000 })

/** An agent that says who it is, will not end when it is asked to, and waits in its first turn until the test says go. */
const stubborn = shellAgent(`trap '' TERM INT HUP
echo $$ >> "$HOME/agents"
while [ ! -e "$HOME/go" ]; do sleep 0.1; done`)
const go = ({ home }: Repository): void => writeFileSync(join(home, 'go'), '')

/** Makes a Node pass for one that is too old and cannot replace its process, so that Sigma goes on in a child. */
const old =
  "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.11.1'}});process.execve=undefined"

async function playing(repository: Repository, node: readonly string[] = []): Promise<Listened> {
  const host = listenTo(start(repository, ['tdd', 'lean'], node))
  await host.says(/dev is asked/)
  while (!existsSync(join(repository.home, 'agents'))) await sleep(20)
  return host
}

async function untilDead(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    await sleep(20)
  }
}

async function agentsAreDead({ home }: Repository): Promise<boolean> {
  for (const pid of readFileSync(join(home, 'agents'), 'utf8').trim().split('\n')) await untilDead(Number(pid))
  return true
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s ends it in order, with its agents, and the run can be resumed',
  async (signal) => {
    proves('F61')
    using repository = leanRepository(stubborn)
    using host = await playing(repository)
    process.kill(host.pid, signal)
    const ended = await host.ended
    expect([ended.exit, ended.signal]).toEqual([130, null])
    expect(ended.stderr).toMatch(/lean-\w+ was interrupted and stands as it was\.\nhint: sigma resume lean-/)
    expect(resultOf(ended)).toMatchObject({ outcome: 'halted', reasons: [{ rule: 'interrupted' }] })
    expect(await agentsAreDead(repository)).toBe(true)
    expect(holderOf(repository)).toBeNull()
    expect(await sigma(repository, 'status')).toMatchObject({ exit: 2 })
  },
)

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s to the whole process group, which the launcher under an old Node passes on as well, ends it in order',
  async (signal) => {
    proves('F61')
    using repository = leanRepository(stubborn)
    // Only a checkout has a Node of its own beside it.
    using host = await playing({ ...repository, program: source }, ['--import', old])
    process.kill(-host.pid, signal)
    const ended = await host.ended
    expect([ended.exit, ended.signal]).toEqual([130, null])
    expect(resultOf(ended)).toMatchObject({ outcome: 'halted', reasons: [{ rule: 'interrupted' }] })
    expect(await agentsAreDead(repository)).toBe(true)
  },
)

test('a second signal ends it at once, and its agents with it', async () => {
  proves('F61')
  using repository = leanRepository(stubborn)
  using host = await playing(repository)
  process.kill(host.pid, 'SIGINT')
  await sleep(1_100)
  process.kill(host.pid, 'SIGINT')
  const ended = await host.ended
  expect([ended.exit, ended.stdout]).toEqual([130, ''])
  expect(await agentsAreDead(repository)).toBe(true)
  go(repository)
  expect(await sigma(repository, 'resume')).toMatchObject({ exit: 0 })
})

test('when nobody reads along any more it ends in order: the run can be resumed, and a story ends where it was cut', async () => {
  proves('F61')
  using repository = leanRepository(stubborn)
  using host = await playing(repository)
  using follower = listen(repository, 'log', '--follow', '--json')
  await follower.says(/"begun"/)
  follower.child.stdout?.destroy()
  host.child.stderr?.destroy()
  go(repository)
  const [ended, told] = await Promise.all([host.ended, follower.ended])
  expect([ended.exit, ended.signal, told.exit, told.signal]).toEqual([130, null, 130, null])
  expect(await sigma(repository, 'resume')).toMatchObject({ exit: 0 })
})

test('while the holder is paused nobody else writes: whoever comes waits, says so, and goes on with it', async () => {
  proves('F20')
  using repository = leanRepository(stubborn)
  using host = await playing(repository)
  using before = listen(repository, 'tdd', 'lean')
  await before.says(/joining it/)
  process.kill(host.pid, 'SIGSTOP')
  using later = listen(repository, 'tdd', 'lean')
  const silent = new RegExp(`process ${host.pid}, which has this project and does not answer; is it paused`)
  await Promise.all([before.says(silent), later.says(silent)])
  expect(holderOf(repository)?.pid).toBe(host.pid)
  process.kill(host.pid, 'SIGCONT')
  await Promise.all([before.says(/answers again/), later.says(/answers again[\s\S]*joining it/)])
  go(repository)
  const ended = await Promise.all([host, before, later].map((each) => each.ended))
  for (const each of ended) expect(each.exit, each.stderr).toBe(0)
  const { epochs } = await journalOf(repository, resultOf(ended[0] ?? (await host.ended)).run)
  expect(new Set(epochs)).toEqual(new Set([1]))
})

test('stop wakes a paused holder, and ends its run', async () => {
  using repository = leanRepository(stubborn)
  using host = await playing(repository)
  process.kill(host.pid, 'SIGSTOP')
  expect(await sigma(repository, 'stop')).toMatchObject({ exit: 0, stderr: expect.stringMatching(/ is stopped\./) })
  expect((await host.ended).exit).toBe(130)
})

test('a process that only got the dead holder’s number is left alone', async () => {
  proves('F21')
  using repository = leanRepository(shellAgent())
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
  mkdirSync(join(repository.path, '.sigma'), { mode: 0o700 })
  const holder = {
    pid: stranger.pid,
    since: '2020-01-01T00:00:00.000Z',
    processStart: '2020-01-01T00:00:00.000Z',
    command: 'sigma tdd lean',
    socket: join(repository.home, 'sigma', 'nobody.sock'),
    plays: ['lean-000000'],
  }
  writeFileSync(join(repository.path, '.sigma', 'holder.json'), JSON.stringify(holder))
  const played = await sigma(repository, 'tdd', 'lean')
  expect(played.exit, played.stderr).toBe(0)
  writeFileSync(join(repository.path, '.sigma', 'holder.json'), JSON.stringify(holder))
  expect(await sigma(repository, 'stop')).toMatchObject({ exit: 0, stderr: expect.stringContaining('is not running') })
  expect([stranger.exitCode, stranger.signalCode]).toEqual([null, null])
  stranger.kill('SIGKILL')
})

test('any number of readers see the story as far as it goes, each event whole and in its place', async () => {
  proves('F41')
  using repository = leanRepository(shellAgent('sleep 0.2'))
  using host = await playingAtAll(repository)
  const followers = Array.from({ length: 4 }, () => listen(repository, 'log', '--follow', '--json'))
  const seen: string[] = []
  while (host.child.exitCode === null) seen.push((await sigma(repository, 'log', '--json')).stdout)
  const whole = (await sigma(repository, 'log', '--json')).stdout
  const { sequences } = journalIn({ stdout: whole })
  expect(sequences).toEqual(sequences.map((_, at) => at + 1))
  for (const each of seen) expect(whole.startsWith(each)).toBe(true)
  expect(new Set(seen).size).toBeGreaterThan(1)
  for (const follower of followers) {
    const { exit, stdout } = await follower.ended
    expect([exit, journalIn({ stdout }).sequences]).toEqual([0, sequences])
  }
})

async function playingAtAll(repository: Repository): Promise<Listened> {
  const host = listen(repository, 'tdd', 'lean')
  await host.says(/dev is asked/)
  return host
}
