import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { virtualClock } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { unchangedFor } from './changes.ts'
import { patience } from './stuck.ts'
import { supervisionOf } from './supervision.ts'

test('a role that writes and changes nothing for long is named, and goes on', async () => {
  const clock = virtualClock()
  const concerns: (string | null)[] = []
  let changedAgoMs = Number.POSITIVE_INFINITY
  const { signal } = new AbortController()
  using supervision = supervisionOf({
    ...{ signal, limitMs: 7_200_000, clock, patience },
    unchangedFor: () => Promise.resolve(changedAgoMs),
    pulse: () => null,
    onConcern: (says) => void (concerns.at(-1) === says || concerns.push(says)),
  })
  const minute = async (): Promise<void> => {
    clock.advance(60_000)
    supervision.saw({ kind: 'text', text: '.' })
    await Promise.resolve()
  }
  for (let at = 0; at < 12; at += 1) await minute()
  expect(concerns).toEqual([null, 'no file changed for 10 min', 'no file changed for 11 min'])
  changedAgoMs = 0
  await minute()
  await minute()
  expect([concerns.at(-1), supervision.why()]).toEqual([null, null])
})

test('time in which this process did not run is not held against the agent', () => {
  const clock = virtualClock()
  const { signal } = new AbortController()
  const asleep = { ...clock, monotonic: (): number => clock.monotonic() + sleptMs }
  let sleptMs = 0
  const watched = { signal, limitMs: 7_200_000, clock: asleep, patience, unchangedFor: null, onConcern: () => {} }
  using supervision = supervisionOf({ ...watched, pulse: () => null })
  clock.advance(1_500)
  sleptMs = 5_000_000
  clock.advance(100_000)
  expect(supervision.why()).toBe(null)
  clock.advance(700_000)
  expect(supervision.why()).toMatchObject({ kind: 'stuck', rule: 'agent-silent' })
})

test('a silent agent whose program does anything while it is looked at goes on, and one that does nothing is ended', () => {
  proves('ROOM-140')
  const clock = virtualClock()
  const { signal } = new AbortController()
  const concerns: (string | null)[] = []
  let bytes = 0
  using supervision = supervisionOf({
    ...{ signal, limitMs: 72_000_000, clock, patience, unchangedFor: null },
    pulse: () => ({ ticks: 0, bytes, pids: new Set([1]) }),
    onConcern: (says) => void (concerns.at(-1) === says || concerns.push(says)),
  })
  const minutes = (count: number, heard: number): void => {
    for (let at = 0; at < count * 60; at += 1) {
      bytes += heard
      clock.advance(1_000)
    }
  }
  minutes(40, 100)
  expect(supervision.why()).toBe(null)
  expect(concerns).toContain('silent for 10 min')
  minutes(6, 0)
  expect(supervision.why()).toBe(null)
  minutes(3, 0)
  expect(supervision.why()).toMatchObject({ kind: 'stuck', rule: 'agent-silent' })
})

test('how long a folder is unchanged is told by its own files, not by its dependencies', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sigma-changes-'))
  mkdirSync(join(folder, 'src'))
  const before = await unchangedFor(folder)
  writeFileSync(join(folder, 'src/a.ts'), 'x')
  utimesSync(join(folder, 'src/a.ts'), 0, 0)
  expect(await unchangedFor(folder)).toBeLessThan(60_000)
  expect(before).toBeLessThan(60_000)
  expect(await unchangedFor(join(folder, 'gone'))).toBeGreaterThan(60_000)
  rmSync(folder, { recursive: true })
})
