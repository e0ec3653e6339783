/** How runs stand, printed: once, or again whenever it has changed. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExitCode } from '../errors.ts'
import type { Place } from '../project/place.ts'
import { print, printJson, type World } from '../world.ts'
import type { Overview, RunEntry } from './overview.ts'
import { textOf } from './screens/line.ts'
import { listLines } from './screens/list-screen.ts'
import { sightOf } from './sight.ts'

export interface Reporting {
  readonly json: boolean
  readonly follow: boolean
}

/** How often a change is looked for. */
const lookMs = 500
/** Columns that are enough for any row. */
const widest = 100

/** Followed, it ends when the run that is named has ended, else by a signal. */
export async function report(
  world: World,
  place: Place,
  word: string | undefined,
  { json, follow }: Reporting,
): Promise<ExitCode> {
  using sight = sightOf(world, place, word, () => undefined)
  let told = ''
  for (;;) {
    await sight.join()
    const overview = sight.look()
    const what = changing(overview)
    if (what !== told) tell(world, overview, json)
    told = what
    if (!follow || (word !== undefined && overview.runs.every(({ phase, running }) => phase === null && !running)))
      return 0
    await sleep(lookMs, undefined, { signal: world.signal }).catch(() => undefined)
    if (world.signal.aborted) return 130
  }
}

function tell(world: World, overview: Overview, json: boolean): void {
  if (json) {
    printJson(world, jsonOf(overview))
    return
  }
  const state = { overview, chosen: null, view: { kind: 'list' as const }, message: null }
  const lines = listLines(state, { columns: widest, rows: Number.POSITIVE_INFINITY })
  print(
    world,
    lines
      .map((line) => textOf(line).replace(/^>/, ' ').trimEnd())
      .join('\n')
      .replace(/^\n/, ''),
  )
}

/** All but the time: it passes without anything having changed. */
function changing({ now: _now, ...overview }: Overview): string {
  return JSON.stringify(overview, (key, value: unknown) => (key === 'seenAt' || key === 'actions' ? null : value))
}

/** The overview as `sigma watch --json` prints it. */
export function jsonOf({ now, runs, ...overview }: Overview): object {
  return {
    at: new Date(now).toISOString(),
    ...overview,
    runs: runs.map(({ doing, unit, parts, ...run }) => ({
      ...namedBy(unit, run),
      parts: parts.map(({ unit: own, ...part }) => namedBy(own, part)),
      doing: doing.map(({ sighting, ...open }) => ({ ...open, ...sighting?.activity })),
    })),
  }
}

/** How many units are done is named by what they are called. */
function namedBy({ many }: RunEntry['unit'], run: object): object {
  return Object.fromEntries(Object.entries(run).map(([name, value]) => [name === 'progress' ? many : name, value]))
}
