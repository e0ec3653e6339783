/** What a turn costs beyond the agent's and the tests' own processes: workspace, intake, journal, checkout, judgement. */
import { mkdtempSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { type Figure, median, ms, quantile } from './measure.ts'
import { playWatched } from './watched.ts'

const runs = 5

export async function turn(parent: string): Promise<readonly Figure[]> {
  const beyond: number[] = []
  const first: number[] = []
  for (let round = 0; round < runs; round += 1) {
    const folder = realpathSync(mkdtempSync(join(parent, 'turn-')))
    // The first turn of a project makes Sigma's own git folder as well, once.
    const [begins = Number.NaN, ...rest] = playWatched(folder)
    first.push(begins)
    beyond.push(...rest)
  }
  return [
    {
      name: 'a turn beyond its agent and its tests, milliseconds (p95)',
      value: quantile(beyond, 0.95),
      goal: { kind: 'at most', value: 150 },
      detail: `p50 ${ms(median(beyond))}, p95 ${ms(quantile(beyond, 0.95))} of ${beyond.length} turns, from asking to the verdict; a project's very first ${ms(median(first))}`,
    },
  ]
}
