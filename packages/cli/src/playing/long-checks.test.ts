import type { Activity } from '@sigma/engine'
import { expect, test } from 'vitest'
import { activity, noon } from '../testing/overviews.ts'
import { longChecksTold } from './long-checks.ts'

/** The lines that are printed of these sightings, each of which comes so many seconds after the run began. */
function printed(told: readonly (readonly [seconds: number, Partial<Activity>])[]): readonly string[] {
  const out: string[] = []
  let now = noon
  const stderr = { write: (text: string) => void out.push(text), isTTY: false, columns: 80 }
  const world = {
    cwd: '/',
    program: [],
    env: {},
    stdout: stderr,
    stderr,
    signal: new AbortController().signal,
    kill: () => false,
    now: () => now,
  }
  const tell = longChecksTold(world, noon, () => '')
  for (const [seconds, change] of told) {
    now = noon + seconds * 1_000
    tell(activity({ kind: 'check', ...change }))
  }
  return out.join('').split('\n').slice(0, -1)
}

const acts = (text: string): Partial<Activity> => ({ stage: 'acts', text })

test('of a measurement that takes long a line is added every half a minute', () => {
  const counts = Array.from({ length: 100 }, (_, at) => [at, acts(`${at} of 100 tests done`)] as const)
  expect(printed([[0, { stage: 'begun', text: '' }], ...counts])).toEqual([
    '    30s  C3 green                sigma measures: 30 of 100 tests done',
    '     1m  C3 green                sigma measures: 60 of 100 tests done',
    ' 1m 30s  C3 green                sigma measures: 90 of 100 tests done',
  ])
})

test('each measurement has its own half minute, and one that is over begins anew', () => {
  const other = { attempt: 'C1.green@7', at: { unit: 'C1', step: 'green' } }
  const lines = printed([
    [0, { stage: 'begun' }],
    [20, { stage: 'begun', ...other }],
    [30, acts('3 tests done')],
    [40, { ...acts('4 tests done'), ...other }],
    [41, { stage: 'over', text: 'judged' }],
    [70, acts('5 tests done')],
  ])
  expect(lines.map((line) => line.trim().replace(/ +/g, ' '))).toEqual(['30s C3 green sigma measures: 3 tests done'])
})

test('of turns nothing is added, nor of what says nothing; escape sequences are shown as text', () => {
  const lines = printed([
    [0, { stage: 'begun' }],
    [0, { stage: 'begun', kind: 'ask', attempt: 'turn@1' }],
    [60, { ...acts('writes'), kind: 'ask', attempt: 'turn@1' }],
    [61, acts('')],
    [62, acts('\x1b[2J1 test done')],
  ])
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('\x1b')
})
