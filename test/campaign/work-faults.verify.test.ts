import { needs } from '@sigma/engine/needs'
import { proves } from '@sigma/protocol/testing'
import { beforeEach, expect, test } from 'vitest'
import { disturbed, judged } from './disturbed.ts'
import { leanRepository, shellAgent } from './lean-project.ts'
import { struck } from './struck.ts'

const timeout = 720_000

/** Done once, in the first turn of a phase. */
const once = (phase: string, what: string): string =>
  `if [ "$phase" = ${phase} ] && [ ! -e "$HOME/once" ]; then : > "$HOME/once"; ${what}; fi`

beforeEach(() => needs('gcc'))

test('a sigma killed before it starts a program that is to be started starts it once, later', { timeout }, async () => {
  proves('F5')
  for (const at of [0.3, 0.8]) {
    const trial = await struck({ place: 'fork', action: 'kill', at })
    expect(trial.processes[0]?.signal).toBe('SIGKILL')
    expect(trial.faults).toEqual([])
  }
})

test('an agent whose sigma is killed is ended before its work is done anew', { timeout }, async () => {
  proves('F6')
  const agent = shellAgent(once('GREEN', 'kill -9 $PPID; sleep 2; echo too late > "$HOME/late"'))
  const trial = await judged(leanRepository(agent), () => null, 6)
  expect(trial.processes.map(({ signal, exit }) => signal || exit)).toEqual(['SIGKILL', 0])
  expect(trial.faults).toEqual([])
  expect(trial.turns).toBe(8)
})

test('a sigma killed while git names what it made, and a git that is killed itself, leave names old or new', {
  timeout,
}, async () => {
  proves('F6')
  for (const [place, action, at] of [
    ['git-names', 'kill', 0.01],
    ['delivery', 'kill-parent', 1],
  ] as const) {
    const trial = await struck({ place, action, at })
    expect(trial.faults, `${place} ${at}`).toEqual([])
  }
})

test('a disk that is full beside the store halts the run with a sentence, and it goes on when there is room', {
  timeout,
}, async () => {
  proves('F12')
  for (const place of ['workspaces', 'git-write']) {
    const trial = await struck({ place, action: 'ENOSPC', at: 0.4, on: true })
    expect(
      trial.processes.map(({ exit }) => exit),
      place,
    ).toEqual([2, 0])
    expect(trial.processes[0]?.stderr, place).toContain('disk-full: The disk is full: ')
    expect(trial.faults, place).toEqual([])
  }
})

test('where there is no room for a program for a moment, it is started a little later, and nobody is told', {
  timeout,
}, async () => {
  proves('F16')
  for (const [place, action] of [
    ['fork', 'EAGAIN'],
    ['pipes', 'EMFILE'],
  ] as const) {
    const trial = await struck({ place, action, at: 0.5 })
    expect(
      trial.processes.map(({ exit }) => exit),
      action,
    ).toEqual([0])
    expect(trial.processes[0]?.stderr, action).not.toContain('fails')
    expect(trial.faults, action).toEqual([])
  }
})

test('a sigma without memory dies with its agents, also when who watches over them dies first', {
  timeout,
}, async () => {
  proves('F62')
  // The kernel chooses by itself whom it kills: here the process that watches, then sigma.
  const watcher = `for p in /proc/[0-9]*; do
    [ "$(awk '{print $4}' $p/stat 2>/dev/null)" = $PPID ] && [ ! "$p" = /proc/$$ ] && grep -qa input-type=commonjs $p/cmdline && kill -9 \${p#/proc/}
  done; kill -9 $PPID; sleep 60`
  const killed = await judged(leanRepository(shellAgent(once('GREEN', watcher))), () => null, 6)
  expect(killed.processes.map(({ signal, exit }) => signal || exit)).toEqual(['SIGKILL', 0])
  expect(killed.faults).toEqual([])

  // And a real end of memory: a heap that is too small by far.
  const small = { NODE_OPTIONS: '--max-old-space-size=14' }
  const starved = await disturbed(() => (number) => (number === 0 ? { env: small } : null))
  expect(starved.processes[0]?.stderr).toMatch(/heap out of memory|JavaScript heap/)
  expect(starved.faults).toEqual([])
})
