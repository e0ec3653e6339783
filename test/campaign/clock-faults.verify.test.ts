import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openReader } from '@sigma/engine'
import { needs } from '@sigma/engine/needs'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { faketimeLibrary } from '../../scripts/machine.js'
import { commandConfig, honestAgent, numbers } from '../kit/project.ts'
import { makeRepository, type Repository } from '../kit/repository.ts'
import { type Started, start } from '../kit/sigma.ts'
import { judged } from './disturbed.ts'
import { leanRepository, shellAgent } from './lean-project.ts'
import type { Trial } from './trial.ts'

const timeout = 720_000

/** A clock that a file sets: libfaketime in front of sigma alone, whose time that only runs on is left as it is. */
function stepped(
  repository: Repository,
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const library = faketimeLibrary() ?? ''
  writeFileSync(join(repository.home, 'clock'), '+0')
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: join(repository.home, 'clock'),
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    ...more,
  }
}

/** In which phase the clock is set to what. */
const steps = (at: Readonly<Record<string, string>>): string =>
  Object.entries(at)
    .map(([phase, step]) => `[ "$phase" = ${phase} ] && printf %s '${step}' > "$HOME/clock"`)
    .join('\n')

test('a wall clock that goes back an hour and forward forty days changes nothing about a run', {
  timeout,
}, async () => {
  needs('gcc', 'libfaketime')
  proves('F58')
  const agent = shellAgent(steps({ RED: '-1h', GREEN: '+40d', REFACTOR_IMPL: '-3600' }))
  const repository = leanRepository(agent, { turn: '30s', check: '30s', decisions: '7d' })
  const env = stepped(repository)
  const trial = await judged(repository, () => ({ env }), 1)
  expect(trial.faults).toEqual([])
  expect(trial.turns).toBe(7)
})

test('a change to summer time and back changes nothing about a run', { timeout }, async () => {
  needs('gcc', 'libfaketime')
  proves('F58')
  // The second before each change in Berlin in 2026: 29 March, 25 October; both lie at 01:00 UTC.
  const agent = shellAgent(steps({ RED: '@2026-03-29 01:59:59', REFACTOR_TESTS: '@2026-10-25 02:59:59' }))
  const repository = leanRepository(agent, { turn: '30s' })
  const env = stepped(repository, { TZ: 'Europe/Berlin' })
  const trial = await judged(repository, () => ({ env }), 1)
  expect(trial.faults).toEqual([])
})

test('between two hosts the clock may be set back, and the halted run goes on', { timeout }, async () => {
  needs('gcc', 'libfaketime')
  proves('F58')
  const agent = shellAgent('if [ "$phase" = GREEN ] && [ ! -e "$HOME/once" ]; then : > "$HOME/once"; exit 7; fi')
  const repository = leanRepository(agent, { decisions: '2h' })
  const env = stepped(repository)
  const back = { ...env, FAKETIME_TIMESTAMP_FILE: join(repository.home, 'back') }
  writeFileSync(join(repository.home, 'back'), '-1h')
  const trial = await judged(repository, (number) => ({ env: number === 0 ? env : back }), 2)
  expect(trial.processes.map(({ exit }) => exit)).toEqual([2, 0])
  expect(trial.faults).toEqual([])
})

/** Stops processes of a started sigma once a turn is at work, and lets them go on after a while. */
async function paused({ child, ended }: Started, repository: Repository, ms: number, all: boolean): Promise<void> {
  const over = new AbortController()
  void ended.then(() => over.abort())
  while (!over.signal.aborted && !globSync(join(repository.home, 'pause')).length) await delay(20)
  const pid = child.pid ?? 0
  const targets = all ? [pid, ...agentsOf(repository)] : [pid]
  for (const each of targets) process.kill(each, 'SIGSTOP')
  await delay(ms)
  for (const each of targets.reverse()) process.kill(each, 'SIGCONT')
}

function agentsOf(repository: Repository): readonly number[] {
  return globSync(join(repository.home, 'pid-*')).map((file) => Number(file.split('pid-')[1]))
}

/** A turn of a second, with a limit of three, while sigma stands still for five. */
async function pausedTrial(all: boolean): Promise<Trial> {
  const agent = shellAgent('[ "$phase" = GREEN ] && { : > "$HOME/pid-$$"; : > "$HOME/pause"; sleep 0.5; sleep 0.5; }')
  const repository = leanRepository(agent, { turn: '3s' })
  return await judged(repository, () => ({ during: (started) => paused(started, repository, 5_000, all) }), 1)
}

test('a sigma that is kept from running for longer than a turn may last does not end the turn', {
  timeout,
}, async () => {
  needs('gcc')
  proves('F60')
  const trial = await pausedTrial(false)
  expect(trial.faults).toEqual([])
  expect(trial.turns).toBe(7)
  expect(trial.processes[0]?.stderr).not.toContain('fails')
})

test('a machine that sleeps for longer than a turn may last wakes to the same turn', { timeout }, async () => {
  needs('gcc')
  proves('F59')
  const trial = await pausedTrial(true)
  expect(trial.faults).toEqual([])
  expect(trial.turns).toBe(7)
  expect(trial.processes[0]?.stderr).not.toContain('fails')
})

test('a decision that came due while the machine slept is taken once when it wakes', { timeout }, async () => {
  proves('F59')
  // One cycle asks a person; the other waits until it has, and holds the host awake.
  const agent = honestAgent(`
const { existsSync } = await import('node:fs')
if (phase === 'GREEN' && cycle === 1) { writeFileSync(process.env.HOME + '/failed', ''); console.log('→[BL, stuck]'); process.exit(0) }
if (phase === 'GREEN' && cycle === 2) {
  while (!existsSync(process.env.HOME + '/failed')) await new Promise((go) => setTimeout(go, 20))
  await new Promise((go) => setTimeout(go, 700))
  writeFileSync(process.env.HOME + '/pause', '')
  await new Promise((go) => setTimeout(go, 500))
}`)
  using repository = makeRepository({
    ...numbers,
    'agent.mjs': agent,
    'sigma.config.json': commandConfig(['node', 'agent.mjs'], { decisions: '3s' }, { sandbox: 'off' }),
  })
  const started = start(repository, ['tdd', 'numbers'])
  const [ended] = await Promise.all([started.ended, paused(started, repository, 6_000, false)])
  expect(ended.exit, ended.stderr).toBe(2)
  using reader = openReader({ folder: join(repository.path, '.sigma') })
  const events = reader.events(reader.runs()[0]?.run ?? '').map(({ event }) => event)
  const decided = events.filter((event) => event.kind === 'decided')
  expect(decided).toMatchObject([{ by: 'expiry', option: 'abort' }])
  // The turn that was at work was not held to be late.
  expect(events.filter((event) => event.kind === 'failed' && ['timeout', 'late'].includes(event.cause))).toEqual([])
})
