import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CheckoutSpec, memoryBlobs, memoryKept } from '@sigma/engine'
import { counted } from '@sigma/engine/testing'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { type Bench, openBench, type Tools } from '../benches/bench.ts'
import { type Changing, filesOf, firstOf, vitestConfig } from '../fixture/changing-project.ts'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import { nodeProject } from '../fixture/node-project.ts'
import { changed, changeNames } from '../fixture/random-changes.ts'
import type { Files } from '../project-files.ts'
import { jest } from '../runners/jest.ts'
import { nodeTest } from '../runners/node-test.ts'
import type { TestRun } from '../runners/test-run.ts'
import { vitest } from '../runners/vitest.ts'
import { withCare } from './care.ts'
import { recordsIn } from './records.ts'

const modules = realpathSync(fileURLToPath(new URL('../../../../node_modules', import.meta.url)))
const compiled = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-compiled-')))
afterAll(() => rmSync(compiled, { recursive: true, force: true }))

/** As in a sandbox, where what Node compiled of a runner is kept. */
const shut = {
  ...{ reads: [modules], writes: [], protects: [], hosts: [] },
  limits: { processes: null, memoryBytes: null, diskBytes: null },
}
const changesInTurn = 20
const turns = 15

/** Now and then everything is put right, for what fails stands nowhere. */
const change = fc.record({
  name: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...changeNames) },
    { weight: 1, arbitrary: fc.constantFrom(...changeNames.slice(-1)) },
  ),
  pick: fc.nat(1000),
})

/** The parts of a run that verdicts are made of, for these test files alone. */
const outcomesOf = ({ problem, tests, faults, empty }: TestRun, files: ReadonlySet<string>) => ({
  problem,
  tests: tests
    .filter(({ file }) => files.has(file))
    .map(({ id, state, failure }) => `${id}: ${state} ${failure?.kind ?? ''}`)
    .sort(),
  faults: faults
    .filter(({ file }) => files.has(file))
    .map(({ file, kind }) => `${file}: ${kind}`)
    .sort(),
  empty: empty.filter((file) => files.has(file)).sort(),
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

/** The test files of the project do not depend on each other, so a process for each would only make the comparison slower. */
const inOneWorker = (runner: string): Files =>
  runner === 'vitest' ? { 'vitest.config.js': vitestConfig(`, pool: 'threads', isolate: false`) } : {}

test.each(['node:test', 'vitest', 'jest'] as const)(
  'with %s every outcome that stands is the one that running the file gives, whatever was changed',
  async (runner) => {
    const folders = folderCheckouts(undefined, modules, undefined, shut)
    const checkouts = { ...folders, open: async (spec: CheckoutSpec) => ({ ...(await folders.open(spec)), compiled }) }
    const project = { ...nodeProject, runner, ...(runner === 'node:test' && { node: ['--import', './before.js'] }) }
    const [seen, total] = [{ stood: 0 }, { files: 0 }]
    const onBench = async (
      tools: Tools,
      state: Changing,
      run: (bench: Bench) => Promise<TestRun>,
      more: Files = {},
    ): Promise<TestRun> => {
      const commit = await checkouts.commit({ ...filesOf(state, runner), ...more })
      const reaching = { ...project, scope: 'reached' } as const
      return await withCare(async (care) => {
        await using bench = await openBench({ ...tools, care }, reaching, { commit }, AbortSignal.timeout(120_000))
        return await run(bench)
      })
    }
    const suite = ({ suite }: Bench): Promise<TestRun> => suite()
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: changesInTurn, maxLength: changesInTurn }), async (changes) => {
        const tools = toolsFor(checkouts)
        let state = firstOf()
        await onBench(tools, state, suite)
        for (const each of changes) {
          state = changed(state, each)
          const known = await onBench(tools, state, suite)
          total.files += Object.keys(state.tests).length
          // Only files that stand are run again: both runs of another file would be the same.
          const stood = new Set(known.stood?.map(({ file }) => file))
          if (stood.size === 0) continue
          seen.stood += stood.size
          const run = (bench: Bench): Promise<TestRun> => bench.run({ files: [...stood] })
          const really = await onBench(toolsFor(checkouts), state, run, inOneWorker(runner))
          expect({ after: each, ...outcomesOf(known, stood) }).toEqual({ after: each, ...outcomesOf(really, stood) })
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
