/** What a turn costs beyond the agent's and the tests' own processes: workspace, intake, journal, checkout, judgement. */
import { mkdtempSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { type Figure, median, ms, quantile, type Scale } from './measure.ts'
import { playWatched } from './watched.ts'

export async function* turn(parent: string, scale: Scale): AsyncGenerator<Figure> {
  const beyond: number[] = []
  const first: number[] = []
  for (let round = 0; round < scale({ whole: 5, short: 1 }); round += 1) {
    // The first turn of a project makes Sigma's own git folder as well, once.
    const [begins = Number.NaN, ...rest] = playWatched(realpathSync(mkdtempSync(join(parent, 'turn-'))))
    first.push(begins)
    beyond.push(...rest)
  }
  yield {
    name: 'a turn beyond its agent and its tests, milliseconds (p95)',
    value: quantile(beyond, 0.95),
    goal: { kind: 'at most', value: 150 },
    detail: `p50 ${ms(median(beyond))}, p95 ${ms(quantile(beyond, 0.95))} of ${beyond.length} turns, from asking to the verdict; a project's very first ${ms(median(first))}`,
  }
}
