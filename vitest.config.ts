import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { absences } from './scripts/machine.js'

/** Those that play whole runs by the dozen begin first, so that nothing waits for them alone in the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      /\/test\/(agents|campaign|planted|repositories)\/|\/(gauntlet|kill|release)[^/]*$|\/(doctor|program-keys|isolation|(vitest|jest)-proofs.long|decisions.long|green|red|second-opinion)\.test|\/warm\/campaign/.test(
        moduleId,
      )
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

const everything = ['packages/*/src/**/*.test.ts', 'packages/protocols/**/*.test.ts', 'test/**/*.test.ts']

/** `npm test` plays all but `x.long.test.ts`. The long tier plays those, and again what plays another amount in it. */
const tiers = {
  fast: { include: everything, exclude: ['**/*.long.test.ts'] },
  long: { include: globSync(everything).filter(isOfTheLongTier), exclude: [] },
  verify: { include: everything, exclude: [] },
}

function isOfTheLongTier(file: string): boolean {
  return file.endsWith('.long.test.ts') || / inTier\(/.test(readFileSync(file, 'utf8'))
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
    // Many tests wait for processes, clocks and disks.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { requireAssertions: true },
  },
})
