import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { holderOf, openHost, openReader, systemClock, systemIds } from '@sigma/engine'
import { expect, test } from 'vitest'
import { memoryWorld } from '../../../engine/src/testing/index.ts'
import { kits } from '../../kits.ts'
import { keepSampleDocuments, sampleRun } from '../testing/sample-run.ts'
import { scriptedAgents } from '../testing/scripted-agents.ts'
import { scriptedGates } from '../testing/scripted-gates.ts'
import { honest } from '../testing/scripts.ts'

test('a reader follows a run beside the host that plays it, event by event, to its end', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'sigma-reader-')), '.sigma')
  const world = memoryWorld()
  const host = await openHost({
    folder,
    protocols: kits,
    command: 'sigma tdd sample',
    ports: (blobs) => {
      keepSampleDocuments(blobs)
      return {
        clock: systemClock,
        ids: systemIds,
        agents: scriptedAgents({
          world,
          blobs,
          clock: systemClock,
          script: async (told) => ({ ...(await honest(told)), ms: 5 }),
        }),
        gates: scriptedGates(blobs, () => 'pass'),
        workspaces: world.ports(blobs),
      }
    },
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
  const world = memoryWorld()
  await using host = await openHost({
    folder,
    protocols: kits,
    ports: (blobs) => {
      keepSampleDocuments(blobs)
      return {
        clock: systemClock,
        ids: systemIds,
        agents: scriptedAgents({ world, blobs, clock: systemClock, script: () => ({ code: 'BL' }) }),
        gates: scriptedGates(blobs, () => 'pass'),
        workspaces: world.ports(blobs),
      }
    },
  })
  const run = host.start('tdd', sampleRun())
  await host.settled(run)
  const seen: string[] = []
  for await (const { event } of host.reader.follow(run, 0, AbortSignal.timeout(150))) seen.push(event.kind)
  expect(seen).toEqual(['started', 'begun', 'answered'])
  rmSync(join(folder, '..'), { recursive: true })
})
