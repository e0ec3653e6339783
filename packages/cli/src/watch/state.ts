/** How the watching itself stands: what is chosen, what is shown, what is asked of the person. */
import type { Decision, OpenView } from '@sigma/engine'
import type { Doing, Overview, RunEntry } from './overview.ts'

export interface WatchState {
  readonly overview: Overview
  /** Key of the item that is chosen; null: there is none. */
  readonly chosen: string | null
  readonly view: View
  /** What came of the last wish; null: nothing to tell. */
  readonly message: string | null
}

export type View =
  | { readonly kind: 'list' }
  | { readonly kind: 'help' }
  /** Waits for a yes. */
  | { readonly kind: 'confirming'; readonly question: string; readonly wish: Wish; readonly back: View }
  | { readonly kind: 'deciding'; readonly id: string; readonly option: number }
  | Paging

/** Text that is longer than the screen. */
export interface Paging {
  readonly kind: 'paging'
  readonly title: string
  /** What is shown, so that it can be read again. */
  readonly wish: Wish & { readonly kind: 'read' }
  readonly text: string
  /** The first line that is shown; null: the last lines are, whatever comes. */
  readonly top: number | null
  /** Where one came from. */
  readonly back: View
}

/** An open effect. */
type Step = Pick<OpenView, 'id' | 'at'>

/** What the person wants of the world. */
export type Wish =
  | { readonly kind: 'quit' }
  | { readonly kind: 'stop'; readonly run: string }
  | { readonly kind: 'resume'; readonly run: string }
  | { readonly kind: 'decide'; readonly id: string; readonly option: string }
  /** The log of a run, or what was kept of a step of it. */
  | { readonly kind: 'read'; readonly run: string; readonly step: Step | null }

export type Item =
  | { readonly kind: 'run'; readonly key: string; readonly run: RunEntry }
  | { readonly kind: 'doing'; readonly key: string; readonly run: RunEntry; readonly doing: Doing }
  | { readonly kind: 'decision'; readonly key: string; readonly run: RunEntry; readonly decision: Decision }

/** All that can be chosen, in the order in which it is shown. */
export function itemsOf({ runs }: Overview): readonly Item[] {
  return runs.flatMap((run): readonly Item[] => [
    { kind: 'run', key: run.run, run },
    ...run.doing.map((doing) => ({ kind: 'doing' as const, key: `${doing.run} ${doing.attempt}`, run, doing })),
    ...run.decisions.map((decision) => ({ kind: 'decision' as const, key: decision.id, run, decision })),
  ])
}

/** The chosen item; the first where what was chosen is not there any more. */
export function chosenOf({ overview, chosen }: WatchState): Item | null {
  const items = itemsOf(overview)
  return items.find(({ key }) => key === chosen) ?? items[0] ?? null
}

export function decisionOf({ runs }: Overview, id: string): Decision | null {
  return runs.flatMap(({ decisions }) => decisions).find((decision) => decision.id === id) ?? null
}

/** The state with a new overview. A chosen item that is gone gives way to the one in its place. */
export function refreshed(state: WatchState, overview: Overview): WatchState {
  const items = itemsOf(overview)
  if (items.some(({ key }) => key === state.chosen)) return { ...state, overview }
  const at = itemsOf(state.overview).findIndex(({ key }) => key === state.chosen)
  const next = items[Math.min(Math.max(0, at), items.length - 1)] ?? null
  return { ...state, overview, chosen: next?.key ?? null }
}
