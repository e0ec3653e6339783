/** What the gauntlet takes for told: it stands in the journal, and people were shown it. */
import { dirname } from 'node:path'
import { readEnd } from '@sigma/gauntlet'
import { proves } from '@sigma/protocol/testing'
import { kits } from '@sigma/protocols'
import { gauntletKit } from '@sigma/protocols/tdd/gauntlet'
import { recordedProject } from '@sigma/protocols/tdd/testing'
import { expect, test } from 'vitest'

const change = { cycle: 'C1', file: 'test/a.test.js', test: 'adds', how: 'dropped', before: 'equal(1, 1)', after: null }
const rose = [{ rule: 'complexity-rose', message: 'The code decides in 2 places and did in 1.' }]

async function rulesOf(stderr: string, isTold = true): Promise<readonly string[]> {
  using project = await recordedProject('run-1', ({ gate }) => {
    if (!isTold) return 'pass'
    if (gate === 'demands') return { verdict: 'pass', data: { failing: [], changes: [change] } }
    return gate === 'refactor' ? { verdict: 'pass', data: { rose } } : 'pass'
  })
  const stdout = JSON.stringify({ run: project.run, outcome: 'completed', reasons: [], delivered: {} })
  const how = { end: 'exited', exit: 0, signal: null, truncated: false, durationMs: 0, reason: null } as const
  return readEnd(
    dirname(project.folder),
    { ...how, stdout, stderr },
    { ...gauntletKit, protocols: kits, confined: false },
  ).rules
}

const [demands, measures] = ['  demands  TDD_1: 1 dropped', '  measures  TDD_1: harder']

test('a demand that is gone, and a measure that rose, are told where journal and summary say so', async () => {
  proves('SIG-45')
  expect(await rulesOf(`${demands}\n${measures}\n`)).toEqual(['told-measures', 'told-demands'])
  expect(await rulesOf(demands)).toEqual(['told-demands'])
  expect(await rulesOf(measures)).toEqual(['told-measures'])
})

test('what only one of them says is not told', async () => {
  expect(await rulesOf('')).toEqual([])
  expect(await rulesOf(`${demands}\n${measures}\n`, false)).toEqual([])
})
