import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { holderOf, openHost, openReader, systemClock, systemIds } from '@sigma/engine'
import { expect, test } from 'vitest'
import { memoryWorld } from '../../../engine/src/testing/index.ts'
import { kits } from '../../kits.ts'
import { sampleRun } from '../testing/sample-run.ts'
import { scriptedPorts } from '../testing/scripted-ports.ts'
import { honest } from '../testing/scripts.ts'

test('a reader follows a run beside the host that plays it, event by event, to its end', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'sigma-reader-')), '.sigma')
  const host = await openHost({
    folder,
    protocols: kits,
    command: 'sigma tdd sample',
    ports: scriptedPorts({
      world: memoryWorld(),
      clock: systemClock,
      ids: systemIds,
      script: async (told) => ({ ...(await honest(told)), ms: 5 }),
    }),
  })
  const run = host.start('tdd', sampleRun())
  using reader = openReader({ folder })
  expect(holderOf(folder)).toMatchObject({ pid: process.pid, command: 'sigma tdd sample' })
  const sequences: number[] = []
  for await (const { envelope } of reader.follow(run)) sequences.push(envelope.sequence)
  expect(sequences).toEqual(Array.from({ length: sequences.length }, (_, index) => index + 1))
  const { result } = await host.settled(run)
  expect(sequences).toHaveLength(reader.run(run)?.events ?? 0)
  expect(reader.result(run)).toEqual(result)
  expect(reader.verdicts(run).at(-1)).toMatchObject({
    gate: 'demands',
    verdict: 'pass',
    commit: result.delivered?.commit,
  })
  expect(() => reader.result('run-9')).toThrow('There is no run run-9.')
  await host.stop()
  expect(reader.runs()).toHaveLength(1)
  rmSync(join(folder, '..'), { recursive: true })
})

test('following ends when the signal says so', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'sigma-reader-')), '.sigma')
  await using host = await openHost({
    folder,
    protocols: kits,
    ports: scriptedPorts({
      world: memoryWorld(),
      clock: systemClock,
      ids: systemIds,
      script: () => ({ code: 'BL' }),
    }),
  })
  const run = host.start('tdd', sampleRun())
  await host.settled(run)
  const seen: string[] = []
  for await (const { event } of host.reader.follow(run, 0, AbortSignal.timeout(150))) seen.push(event.kind)
  expect(seen).toEqual(['started', 'judged', 'begun', 'answered'])
  rmSync(join(folder, '..'), { recursive: true })
})
