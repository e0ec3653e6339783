import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that play whole runs by the dozen begin first, so that nothing waits for them alone in the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      /\/test\/(agents\/|gauntlet|kill|campaign\/|release|bad-agents)|\/doctor\.test|\/warm\/campaign/.test(moduleId)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

// `x.test.ts` belongs to every tier, `x.long.test.ts` to the long one and to verify.
const isFast = (process.env['SIGMA_TIER'] ?? 'fast') === 'fast'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', ...(isFast ? ['**/*.long.test.ts'] : [])],
    // Many tests wait for processes, clocks and disks.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { requireAssertions: true },
  },
})
