import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { absences } from './scripts/machine.js'

/**
 * Where the files lie that take longest in either tier, the longest first, as they were measured on two cores. Beside what
 * keeps a core busy all the time stands what waits for the most part: for agents, clocks, and processes that were killed.
 */
const longest = [
  'families/families.',
  'honest/honest.',
  'test/release.',
  'test/gauntlet-runners.',
  'test/histories/',
  'test/repositories/',
  'test/gauntlet.',
  'test/modules-at-once.',
  'machine/exploration.long.',
  'machine/cross-product.long.',
  'test/agents/steps.',
  'test/agents/contract.',
  'gates/second-opinion.',
  'test/run.long.',
  'test/mutants-of-work.',
  'gates/elsewhere.',
  'gates/replayed.',
  'test/steps.long.',
  'test/default-specialists.',
  'gates/thrown.',
  'test/steps-standby.',
  'commands/runs.long.',
  'test/endings.',
  'gates/looked-back.',
  'gates/side-by-side.',
  'test/design.',
  'test/agents/',
  'gates/old-failures.',
  'gates/cheats.',
  'test/bad-agents.',
  'test/baseline.',
  'test/memory-clients.',
  'test/own-steps.',
  'test/rooms-limit.',
  'test/kill.',
  'test/sessions.',
  'git/program-keys.',
  'gates/behind-old-failures.',
  'commands/doctor.',
  'test/repository-kinds.',
  'commands/gc.long.',
  'test/own-protocols.',
  'test/skills.',
  'test/detached.',
  'mcp/src/garbage.',
  'test/project-checks.',
  'test/what-tests-find.',
  'test/runners.',
  'test/gates-of-branch.',
  'commands/gates-of-branch.',
  'commands/branch-in-words.',
  'test/lost-demands.',
  'commands/projections.long.',
  'test/modules-moved.',
  'commands/init-trial.long.',
  'test/terminals.',
  'test/confined.',
  'gates/green.',
  'gates/red.',
  'commands/tdd-refusals.',
  'gates/demands.',
  'tdd/host/simulation.',
  'gates/meant.',
  'workspace/contract.',
  'gates/twice.',
  'isolation.',
  'test/demo.',
]

/** What takes longest begins first, so that in the end nothing waits for one file alone. The others follow as vitest has them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = longest.findIndex((each) => moduleId.includes(each))
      return at < 0 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

const everything = ['packages/*/src/**/*.test.ts', 'packages/protocols/**/*.test.ts', 'test/**/*.test.ts']

/**
 * `npm test` plays all but `x.long.test.ts`. The long tier plays those, and again what plays another amount in it.
 * `x.verify.test.ts` is played by `npm run verify` alone (decision 0101).
 */
const tiers = {
  fast: { include: everything, exclude: ['**/*.long.test.ts', '**/*.verify.test.ts'] },
  long: { include: globSync(everything).filter(isOfTheLongTier), exclude: ['**/*.verify.test.ts'] },
  verify: { include: everything, exclude: [] },
}

function isOfTheLongTier(file: string): boolean {
  return file.endsWith('.long.test.ts') || /\binTier\(/.test(readFileSync(file, 'utf8'))
}

const { include, exclude } = tiers[inTierNow()]

function inTierNow(): keyof typeof tiers {
  const name = process.env['SIGMA_TIER'] ?? 'fast'
  return name === 'long' || name === 'verify' ? name : 'fast'
}

export default defineConfig({
  test: {
    include,
    exclude: ['**/node_modules/**', ...exclude],
    provide: { absent: absences().map(({ need }) => need) },
    reporters: ['default', './test/kit/not-run.ts'],
    // Every module is loaded once a worker, not once a file. A test puts back what it changes of its process.
    isolate: inTierNow() !== 'fast',
    // Many tests wait for processes, clocks and disks. More would make limits short, and gain little: some files keep two cores busy.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongestFirst },
    // On a slow or a busy machine a test that goes on is no failure yet.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { requireAssertions: true },
  },
})
