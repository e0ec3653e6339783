import { needs } from '@sigma/engine/needs'
import { counted } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { beforeEach, expect, test } from 'vitest'
import { disturbed } from './disturbed.ts'
import { killedRecoveries } from './kill-points.ts'
import { leanRepository, shellAgent } from './lean-project.ts'
import { faultsIn } from './preload.ts'
import { struck } from './struck.ts'
import { playThrough, type Trial } from './trial.ts'

const timeout = 720_000

/** How the first process ended: a signal, or an exit code. */
const endOf = ({ processes }: Trial): string => `${processes[0]?.signal ?? processes[0]?.exit}`

/** What it said last, without what it told of the run before. */
const said = ({ processes }: Trial): string => processes[0]?.stderr.replace(/^ +[\d.]+s .*\n/gm, '') ?? ''

async function loseNothing(place: string, action: string): Promise<void> {
  const trial = await struck({ place, action, at: 0.5 })
  expect(endOf(trial)).toBe('SIGKILL')
  expect(trial.faults).toEqual([])
}

beforeEach(() => needs('gcc'))

test('a sigma killed before it writes an event loses and doubles nothing', { timeout }, async () => {
  proves('F1')
  await loseNothing('store-write', 'kill')
})

test('a sigma killed in the middle of a write loses and doubles nothing', { timeout }, async () => {
  proves('F2')
  await loseNothing('store-write', 'tear')
})

test('a sigma killed when an event is written and not yet synced loses and doubles nothing', { timeout }, async () => {
  proves('F3')
  await loseNothing('store-sync', 'kill')
})

test('a sigma killed when an event is synced and nobody knows of it loses and doubles nothing', {
  timeout,
}, async () => {
  proves('F4')
  await loseNothing('store-sync', 'kill-after')
})

test('a sigma killed while it empties, cuts or removes the files of its store finds all in them', {
  timeout,
}, async () => {
  proves('F7')
  for (const [action, at] of [
    ['kill', 0.6],
    ['kill-after', 1],
  ] as const) {
    const trial = await struck({ place: 'store-files', action, at })
    expect(endOf(trial)).toBe('SIGKILL')
    expect(trial.faults).toEqual([])
  }
})

test('whoever takes a run up may be killed at it, again and again', { timeout: 3 * timeout }, async () => {
  proves('F8')
  const deaths = 100
  const { processes, faults } = await killedRecoveries.play(`a:${deaths}`)
  expect(faults).toEqual([])
  expect(processes.filter(({ signal }) => signal === 'SIGKILL').length).toBe(deaths + 1)
  counted('recoveries killed', deaths)
})

test('a power cut that loses, tears and reorders what was not synced loses nothing that was told', {
  timeout,
}, async () => {
  proves('F9')
  for (const [seed, at] of [
    [1, 0.4],
    [2, 0.8],
  ] as const) {
    const trial = await struck({ place: 'store-write', action: `cut:${seed}`, at })
    expect(endOf(trial)).toBe('SIGKILL')
    expect(trial.faults, `seed ${seed}`).toEqual([])
  }
})

test('a disk that is full stops the run with one sentence, and it goes on when there is room', {
  timeout,
}, async () => {
  proves('F10')
  const trial = await struck({ place: 'store-write', action: 'ENOSPC', at: 0.5, on: true })
  expect(endOf(trial)).toBe('1')
  expect(said(trial)).toMatch(/^error: The disk is full: .* `sigma resume` goes on\.\nhint: df -h/m)
  expect(trial.faults).toEqual([])
})

test('a write that a full disk takes in part counts as none', { timeout }, async () => {
  proves('F11')
  using repository = leanRepository()
  // The whole disk is the quota: the write that reaches it is cut, and those after it are refused.
  const path = '*/.sigma/sigma.db-wal'
  const faults = faultsIn(repository.home, [
    { calls: ['pwrite'], path, from: 200, to: 200, action: 'short' },
    { calls: ['pwrite'], path, from: 201, to: 0, action: '28' },
  ])
  const trial = await disturbed(() => (number) => (number === 0 ? { env: faults.env } : null))
  expect(endOf(trial)).toBe('1')
  expect(said(trial)).toContain('The disk is full')
  expect(faults.met()[0]?.fired).toBe(1)
  expect(trial.faults).toEqual([])
})

test('a disk that fails at a write ends Sigma, and nothing more is written to the store', { timeout }, async () => {
  proves('F13')
  const trial = await struck({ place: 'store-write', action: 'EIO', at: 0.5 })
  expect(endOf(trial)).toBe('1')
  expect(said(trial)).toMatch(/^error: .*the disk failed.*\nhint: dmesg/m)
  expect(trial.after.filter((call) => call.includes('sigma.db'))).toEqual([])
  expect(trial.faults).toEqual([])
})

test('a sync that failed is never tried again by the process that saw it', { timeout }, async () => {
  proves('F14')
  const trial = await struck({ place: 'store-sync', action: 'EIO', at: 0.5 })
  expect(endOf(trial)).toBe('1')
  expect(said(trial)).toMatch(/^error: .*the disk failed/m)
  expect(trial.after).toEqual([])
  expect(trial.faults).toEqual([])
})

test('interrupted calls and short reads and writes are not noticed', { timeout }, async () => {
  proves('F17')
  const path = '*/.sigma/*'
  // Not the one byte by which SQLite makes its shared memory longer: half of that is none.
  const once = { path: '*/.sigma/sigma.db-wal', from: 30, to: 30 }
  const rules = [
    { calls: ['pread'], path: '*/.sigma/sigma.db*', from: 20, to: 200, action: 'short' },
    { calls: ['pwrite'], ...once, action: 'short' },
    { calls: ['pwrite'], path, from: 60, to: 62, action: '4' },
    { calls: ['open'], path, from: 12, to: 13, action: '4' },
    { calls: ['read'], path: '*', from: 100, to: 120, action: 'short' },
    { calls: ['write'], path: '*/cache/*', from: 5, to: 9, action: 'short' },
  ] as const
  const trial = await disturbed(({ home }) => () => ({ env: faultsIn(home, rules).env }))
  expect(trial.faults).toEqual([])
  expect(trial.processes).toHaveLength(1)
})

test('a data folder that cannot be written, or is taken away, ends Sigma with a sentence and a way out', {
  timeout,
}, async () => {
  proves('F18')
  const readOnly = await struck({ place: 'lock', action: 'EROFS', at: 0.01, on: true })
  expect(endOf(readOnly)).toBe('1')
  expect(said(readOnly)).toMatch(/^error: The data folder cannot be used: .*\nhint: /m)
  expect(readOnly.faults).toEqual([])

  const away = `[ "$phase" = GREEN ] && [ ! -e "$HOME/away" ] && mv "$HOME/project/.sigma" "$HOME/away"`
  using repository = leanRepository(shellAgent(away))
  const [first] = await playThrough(repository, () => null, 1)
  expect(first?.exit).toBe(1)
  expect(first?.stderr).toMatch(/^error: The data folder cannot be used: .*\nhint: /m)
  expect(first?.stderr).not.toContain('delivered')
})
