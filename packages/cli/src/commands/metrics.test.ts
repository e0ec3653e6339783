/** What runs came to in numbers, of a recorded run. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { recordedProject } from '@sigma/protocols/tdd/testing'
import { expect, test } from 'vitest'
import { metricsText } from '../metrics/metrics-text.ts'
import { prometheusText } from '../metrics/prometheus.ts'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'

const coverage = { lines: 90, functions: 80, branches: 70, statements: 60 }

test('turns, refusals, regressions and coverage are counted from the journal, and nothing is changed', async () => {
  proves('SIG-101', 'SIG-102')
  let looks = 0
  using recorded = await recordedProject('run-1', ({ gate }) => {
    if (gate !== 'green') return 'pass'
    looks += 1
    return looks === 1 ? 'fail' : { verdict: 'pass', data: { coverage } }
  })
  using project = await temporaryProject({ 'package.json': '{}' })
  cpSync(recorded.folder, join(project.root, '.sigma'), { recursive: true })
  const world = commandWorld(project)
  const before = (await world.run('log', 'run-1', '--json')).stdout
  const { exit, result } = await world.run('metrics', '--json')
  expect(exit).toBe(0)
  expect(result).toMatchObject({
    schema: 1,
    module: null,
    protocols: [
      {
        protocol: 'tdd',
        runs: 1,
        running: 0,
        outcomes: { completed: 1 },
        acceptanceRate: 1,
        failureRate: 0,
        regressions: 0,
        coverage: { min: coverage, avg: coverage },
        phases: expect.arrayContaining([expect.objectContaining({ phase: 'GREEN', turns: 2 })]),
      },
    ],
  })
  const events = before
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).event?.kind)
  const [row] = JSON.parse(JSON.stringify(result['protocols']))
  expect(row.agentCalls).toBe(events.filter((kind) => kind === 'begun').length)
  // Round 0 is RED and GREEN; refactoring and its review have one each.
  expect(row.rounds).toEqual({ avg: 3, most: 3 })
  expect(row.judged).toBe(events.filter((kind) => kind === 'judged').length)
  expect(row.refusalRate).toBeCloseTo(1 / row.judged, 3)
  expect((await world.run('log', 'run-1', '--json')).stdout).toBe(before)
  const text = await world.run('metrics')
  expect(text.stdout).toMatch(/coverage +lines 90 % at least, 90 % on average/)
})

test('without a run it says how to begin one; of both forms at once it says which there are', async () => {
  using project = await temporaryProject({ 'package.json': '{}' })
  const world = commandWorld(project)
  expect(await world.run('metrics')).toMatchObject({ exit: 0, stdout: expect.stringContaining('No run yet.') })
  expect((await world.run('metrics', '--json')).result).toEqual({ schema: 1, module: null, protocols: [] })
  expect(await world.run('metrics', 'text')).toMatchObject({ exit: 1 })
  expect(await world.run('metrics', '--json', '--prometheus')).toMatchObject({ exit: 64 })
})

test('labels are written so that nothing ends them, and what is not known is no sample', () => {
  proves('SIG-102')
  const row = {
    ...{ protocol: 'a"b\\c\nd', runs: 1, running: 1, outcomes: {}, acceptanceRate: null, rounds: null, agentCalls: 0 },
    ...{ failureRate: null, judged: 0, refusalRate: null, regressions: 0, coverage: null, phases: [] },
  }
  const text = prometheusText([row], 'm')
  expect(text).toContain('sigma_runs{protocol="a\\"b\\\\c\\nd",module="m",outcome="open"} 1')
  expect(text).not.toMatch(/null|acceptance_rate|coverage/)
  expect(metricsText([row])).not.toContain('null')
})
