/** What a key does: how the watching stands afterwards, and what is wished for. */
import {
  chosenOf,
  decisionOf,
  type Item,
  itemsOf,
  type Paging,
  type View,
  type WatchState,
  type Wish,
} from './state.ts'

/** A key's name in Node (`up`, `return`, `escape`, `pageup`), or its character. */
export type Key = string

export interface Pressed {
  readonly state: WatchState
  readonly wish: Wish | null
}

/** Lines of text that fit on the screen, for paging. */
export interface Room {
  readonly lines: number
  /** Lines of the paged text, as they are shown. */
  readonly all: number
}

export function pressed(before: WatchState, key: Key, room: Room): Pressed {
  const state = { ...before, message: null }
  if (key === 'ctrl-c') return { state, wish: { kind: 'quit' } }
  switch (state.view.kind) {
    case 'list':
      return inList(state, key)
    case 'help':
      return to(state, { kind: 'list' })
    case 'confirming':
      return answered(state, state.view, key)
    case 'deciding':
      return inDecision(state, state.view, key)
    case 'paging':
      return inPages(state, state.view, key, room)
  }
}

const to = (state: WatchState, view: View): Pressed => ({ state: { ...state, view }, wish: null })
const say = (state: WatchState, message: string): Pressed => ({ state: { ...state, message }, wish: null })

function inList(state: WatchState, key: Key): Pressed {
  const item = chosenOf(state)
  if (key === 'q' || key === 'escape') return { state, wish: { kind: 'quit' } }
  if (key === '?' || key === 'h') return to(state, { kind: 'help' })
  const moved = movedTo(state, key)
  if (moved !== null) return { state: moved, wish: null }
  if (item === null) return { state, wish: null }
  switch (key) {
    case 's':
      return stopping(state, item)
    case 'd':
      return deciding(state, item)
    case 'r':
      return resuming(state, item)
    case 'l':
      return { state, wish: readingOf(item) }
    case 'return':
      return item.kind === 'decision' ? deciding(state, item) : { state, wish: readingOf(item) }
    default:
      return { state, wish: null }
  }
}

/** How far a key goes, in lines; beyond the first and the last there is nothing. */
const steps: Readonly<Record<Key, number>> = {
  up: -1,
  k: -1,
  down: 1,
  j: 1,
  home: Number.NEGATIVE_INFINITY,
  g: Number.NEGATIVE_INFINITY,
  end: Number.POSITIVE_INFINITY,
  G: Number.POSITIVE_INFINITY,
}

/** How far it goes in pages. */
const pages: Readonly<Record<Key, number>> = { pageup: -1, b: -1, pagedown: 1, space: 1 }

const within = (at: number, count: number): number => Math.max(0, Math.min(count - 1, at))

function movedTo(state: WatchState, key: Key): WatchState | null {
  const step = steps[key] ?? (pages[key] ?? 0) * 10
  if (step === 0) return null
  const items = itemsOf(state.overview)
  const at = items.findIndex((item) => item.key === chosenOf(state)?.key)
  return { ...state, chosen: items[within(at + step, items.length)]?.key ?? null }
}

function readingOf(item: Item): Wish {
  if (item.kind === 'run') return { kind: 'read', run: item.run.run, step: null }
  const { run } = item.kind === 'doing' ? item.doing : item.decision
  const { id, at } = item.kind === 'doing' ? item.doing : item.decision.consult
  return { kind: 'read', run, step: { id, at } }
}

function stopping(state: WatchState, { run }: Item): Pressed {
  if (!run.running) return say(state, `${run.run} is not being played.`)
  const question = `Stop ${run.run}? It can be gone on with: sigma resume ${run.run}`
  return to(state, { kind: 'confirming', question, wish: { kind: 'stop', run: run.run }, back: state.view })
}

function resuming(state: WatchState, { run }: Item): Pressed {
  if (run.running) return say(state, `${run.run} is being played.`)
  if (run.phase === null) return say(state, `${run.run} has ended.`)
  const question = `Leave this view, and go on with ${run.run} here?`
  return to(state, { kind: 'confirming', question, wish: { kind: 'resume', run: run.run }, back: state.view })
}

/** The chosen decision, else the first of the run, else the first of all. */
function deciding(state: WatchState, item: Item): Pressed {
  const all = [item.run, ...state.overview.runs].flatMap(({ decisions }) => decisions)
  const decision = item.kind === 'decision' ? item.decision : all[0]
  if (decision === undefined) return say(state, 'Nothing waits for a decision.')
  return to({ ...state, chosen: decision.id }, { kind: 'deciding', id: decision.id, option: 0 })
}

function answered(state: WatchState, { wish, back }: View & { readonly kind: 'confirming' }, key: Key): Pressed {
  const view = wish.kind === 'decide' ? { kind: 'list' as const } : back
  if (key === 'y') return { state: { ...state, view }, wish }
  return ['n', 'q', 'escape'].includes(key) ? to(state, back) : { state, wish: null }
}

function inDecision(state: WatchState, view: View & { readonly kind: 'deciding' }, key: Key): Pressed {
  const decision = decisionOf(state.overview, view.id)
  if (decision === null || key === 'q' || key === 'escape') return to(state, { kind: 'list' })
  const { options } = decision.consult
  const step = steps[key]
  const at = /^[1-9]$/.test(key) ? Number(key) - 1 : step === undefined ? null : view.option + step
  if (at !== null) return to(state, { ...view, option: within(at, options.length) })
  const { id, at: place } = decision.consult
  if (key === 'l') return { state, wish: { kind: 'read', run: decision.run, step: { id, at: place } } }
  const option = options[view.option]
  if (key !== 'return' || option === undefined) return { state, wish: null }
  const question = `Answer with ${option.name}?`
  const wish = { kind: 'decide' as const, id: view.id, option: option.name }
  return to(state, { kind: 'confirming', question, wish, back: view })
}

function inPages(state: WatchState, view: Paging, key: Key, { lines, all }: Room): Pressed {
  if (['q', 'escape', 'l', 'left'].includes(key)) return to(state, view.back)
  const last = Math.max(0, all - lines)
  const step = steps[key] ?? (pages[key] ?? 0) * lines
  if (step === 0) return { state, wish: null }
  const top = Math.max(0, (view.top ?? last) + step)
  return to(state, { ...view, top: top >= last ? null : top })
}
