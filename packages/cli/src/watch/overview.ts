/** All that is shown of a project at one moment, as plain data: from the store, and from what its host shows. */
import type { Holder, OpenView, RunView } from '@sigma/engine'
import { partName } from '../runs/part-name.ts'
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

/** A turn, measurement or the like that stands open, in the run or in one that it began. */
export interface Doing extends OpenView {
  readonly run: string
  /** What that run is called beside others; empty: it has no name of its own. */
  readonly part: string
  /** Null: nothing was seen of it. */
  readonly sighting: Sighting | null
}

export interface Sources {
  /** Null: nothing was recorded yet. */
  readonly known: Known | null
  readonly holder: Holder | null
  readonly live: boolean
  readonly silent: boolean
  readonly sightings: Sightings
  readonly now: number
}

export interface Known {
  /** Runs that no other began, newest first. */
  readonly views: readonly RunView[]
  /** The run and those that it began. */
  readonly members: (view: RunView) => readonly RunView[]
  readonly recorded: (view: RunView) => Recorded
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
    runs: known === null ? [] : shown.map((view) => entryOf(view, known, isPlayed(view, holder), sightings)),
    further: Math.max(0, over.length - mostOver),
  }
}

/** Keys of the turns and measurements that are open. */
export function openKeys({ runs }: Overview): ReadonlySet<string> {
  return new Set(runs.flatMap(({ doing }) => doing.map(({ run, attempt }) => sightingKey(run, attempt))))
}

/** The entry that tells of the run, also where another began it. */
export const entryWith = ({ runs }: Pick<Overview, 'runs'>, run: string): RunEntry | undefined =>
  runs.find((each) => each.run === run || each.parts.some((part) => part.run === run))

function entryOf(view: RunView, known: Known, running: boolean, sightings: Sightings): RunEntry {
  const recorded = known.recorded(view)
  const members = known.members(view)
  const isTold = (kind: string): boolean =>
    // What its parts do says more than that it began them.
    kind !== 'consult' && kind !== 'set-timer' && (kind !== 'spawn' || members.length === 1)
  const doing = members.flatMap((member) =>
    member.open
      .filter(({ kind }) => isTold(kind))
      .map((each) => ({
        ...each,
        run: member.run,
        part: partName(view, member),
        sighting: sightings.get(sightingKey(member.run, each.attempt)) ?? null,
      })),
  )
  // What a Result says of a run that is being played would be said of one that was stopped.
  const now = running ? { outcome: 'running', stands: 'running', reasons: [] } : { stands: recorded.outcome }
  return { ...recorded, ...now, running, doing }
}
