/** TDD runs that are the same on every machine and in every version: what is made from them can be kept beside a test. */
import type { Recorded } from '@sigma/protocol'
import { type Pick, wander } from '@sigma/protocol/testing'
import { sampleTddInput } from '../machine/sample.ts'
import { tdd } from '../machine/tdd.ts'

const samples: readonly NonNullable<Parameters<typeof sampleTddInput>[0]>[] = [
  { batches: [1], tries: 2 },
  { batches: [2, 1], refactor: 'unconverged' },
  { batches: [1], target: 'refs/heads/main' },
  { batches: [3, 2], parallel: 2, rounds: 3, exchanges: 2, target: 'refs/heads/main' },
]

/** `count` runs, oldest first; the base commit is clean, and most of what happens then goes well, so that they get far. */
export function sameRuns(count: number, protocol: typeof tdd = tdd): readonly (readonly Recorded[])[] {
  return Array.from({ length: count }, (_, number) => {
    const chance = chanceOf(number + 1)
    const picks = Array.from({ length: 20 + chance(90) }, (): Pick => [chance(20), chance(12) < 10 ? 0 : chance(30)])
    const clean: Pick = [0, 0]
    const input = sampleTddInput(samples[number % samples.length])
    const data = { exitCode: chance(2), tests: chance(9), coverage: null }
    // Versions of before do not know `late`.
    const told = { run: `same-${number}`, picks: [clean, ...picks], data, without: 'late' } as const
    return wander({ protocol, budgets: [] }, input, told)
  })
}

/** Whole numbers below `most`, by the generator of Park and Miller. */
function chanceOf(seed: number): (most: number) => number {
  let state = (seed * 7_919) % 2_147_483_647
  return (most) => {
    state = (state * 48_271) % 2_147_483_647
    return Math.floor((state / 2_147_483_647) * most)
  }
}
