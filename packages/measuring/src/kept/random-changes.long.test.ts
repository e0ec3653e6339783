import { fileURLToPath } from 'node:url'
import { memoryBlobs, memoryKept } from '@sigma/engine'
import { counted, inTier } from '@sigma/engine/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openBench, type Tools } from '../benches/bench.ts'
import { type Changing, filesOf, firstOf } from '../fixture/changing-project.ts'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import { nodeProject } from '../fixture/node-project.ts'
import { changed, changeNames } from '../fixture/random-changes.ts'
import { jest } from '../runners/jest.ts'
import { nodeTest } from '../runners/node-test.ts'
import type { TestRun } from '../runners/test-run.ts'
import { vitest } from '../runners/vitest.ts'
import { recordsIn } from './records.ts'

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const changesInTurn = 10
const turns = inTier({ fast: 1, long: 10, verify: 30 })

/** Now and then everything is put right, for what fails stands nowhere. */
const change = fc.record({
  name: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...changeNames) },
    { weight: 1, arbitrary: fc.constantFrom(...changeNames.slice(-1)) },
  ),
  pick: fc.nat(1000),
})

/** What verdicts are made of. */
const outcomesOf = ({ problem, tests, faults, empty }: TestRun) => ({
  problem,
  tests: tests.map(({ id, state, failure }) => `${id}: ${state} ${failure?.kind ?? ''}`).sort(),
  faults: faults.map(({ file, kind }) => `${file}: ${kind}`).sort(),
  empty: empty.toSorted(),
})

function toolsFor(checkouts: Tools['checkouts']): Tools {
  return {
    processes: localProcesses(),
    checkouts,
    blobs: memoryBlobs(),
    kept: { records: recordsIn(memoryKept()), leads: new Map(), counts: new Map() },
    baselines: new Map(),
    runners: [nodeTest, vitest, jest],
    checked: new Map(),
  }
}

test.each(['node:test', 'vitest', 'jest'] as const)(
  'with %s every outcome that stands is the one that running everything gives, whatever was changed',
  async (runner) => {
    const checkouts = folderCheckouts(undefined, modules)
    const project = { ...nodeProject, runner, ...(runner === 'node:test' && { node: ['--import', './before.js'] }) }
    const [seen, total] = [{ stood: 0 }, { files: 0 }]
    const runOf = async (tools: Tools, state: Changing, scope: 'reached' | 'all'): Promise<TestRun> => {
      const commit = await checkouts.commit(filesOf(state, runner))
      await using bench = await openBench(tools, { ...project, scope }, { commit }, AbortSignal.timeout(120_000))
      return await bench.suite()
    }
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: changesInTurn, maxLength: changesInTurn }), async (changes) => {
        const tools = toolsFor(checkouts)
        let state = firstOf()
        await runOf(tools, state, 'reached')
        for (const each of changes) {
          state = changed(state, each)
          const run = await runOf(tools, state, 'reached')
          seen.stood += run.stood?.length ?? 0
          total.files += Object.keys(state.tests).length
          expect({ after: each, ...outcomesOf(run) }).toEqual({
            after: each,
            ...outcomesOf(await runOf(toolsFor(checkouts), state, 'all')),
          })
        }
      }),
      { numRuns: turns, endOnFailure: true },
    )
    counted('random changes', turns * changesInTurn)
    // Otherwise everything ran, and nothing was shown.
    expect(seen.stood / total.files).toBeGreaterThan(0.2)
  },
  60 * 60_000,
)
