/** All that is shown of a project at one moment, as plain data: from the store, and from what its host shows. */
import type { Holder, OpenView, RunView } from '@sigma/engine'
import { isUnfinished } from '../runs/runs.ts'
import { isPlayed } from '../runs/standing.ts'
import type { Recorded } from './recorded.ts'
import { type Sighting, type Sightings, sightingKey } from './sightings.ts'

export interface Overview {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Who plays runs; null: nobody does. */
  readonly host: { readonly pid: number; readonly command: string } | null
  /** What the host does is shown as it happens; else only what it wrote down. */
  readonly live: boolean
  /** True: a host exists, and could not be joined for a while. */
  readonly silent: boolean
  /** Runs in which something is left to do, then the others, newest first. */
  readonly runs: readonly RunEntry[]
  /** Runs that are over and not among these. */
  readonly further: number
}

export interface RunEntry extends Recorded {
  /** `running`, or as its Result has it. */
  readonly stands: string
  readonly running: boolean
  readonly doing: readonly Doing[]
}

/** A turn, measurement or the like that stands open. */
export interface Doing extends OpenView {
  /** Null: nothing was seen of it. */
  readonly sighting: Sighting | null
}

export interface Sources {
  /** Runs, newest first; null: nothing was recorded yet. */
  readonly known: { readonly views: readonly RunView[]; readonly recorded: (view: RunView) => Recorded } | null
  readonly holder: Holder | null
  readonly live: boolean
  readonly silent: boolean
  readonly sightings: Sightings
  readonly now: number
}

/** How many of the runs that are over are shown beside the others. */
const mostOver = 5

export function overviewOf({ known, holder, live, silent, sightings, now }: Sources): Overview {
  const views = known?.views ?? []
  const isCurrent = (run: RunView): boolean => isUnfinished(run) || isPlayed(run, holder)
  const over = views.filter((run) => !isCurrent(run))
  const shown = [...views.filter(isCurrent), ...over.slice(0, mostOver)]
  return {
    now,
    host: holder === null ? null : { pid: holder.pid, command: holder.command },
    live,
    silent,
    runs:
      known === null ? [] : shown.map((view) => entryOf(view, known.recorded(view), isPlayed(view, holder), sightings)),
    further: Math.max(0, over.length - mostOver),
  }
}

/** Keys of the turns and measurements that are open. */
export function openKeys({ runs }: Overview): ReadonlySet<string> {
  return new Set(runs.flatMap(({ run, doing }) => doing.map(({ attempt }) => sightingKey(run, attempt))))
}

function entryOf(view: RunView, recorded: Recorded, running: boolean, sightings: Sightings): RunEntry {
  const doing = view.open
    .filter(({ kind }) => kind !== 'consult' && kind !== 'set-timer')
    .map((open) => ({ ...open, sighting: sightings.get(sightingKey(view.run, open.attempt)) ?? null }))
  // What a Result says of a run that is being played would be said of one that was stopped.
  const now = running ? { outcome: 'running', stands: 'running', reasons: [] } : { stands: recorded.outcome }
  return { ...recorded, ...now, running, doing }
}
