/** Modules side by side: which may begin, which are worked on, and what each waits for. */
import type { Going, Lane, Stand } from './state.ts'

export const freshLane = (module: Lane['module'], returns: number): Lane => ({
  module,
  stand: { kind: 'waiting', stage: 'plan' },
  start: null,
  planned: null,
  built: null,
  returns,
  told: [],
  refused: null,
})

export const nameOf = ({ module: { module } }: Lane): string => module

export const namesOf = (lanes: readonly Lane[]): string => lanes.map(nameOf).join(', ')

export function withLane(going: Going, at: number, changes: Partial<Lane>): Going {
  const lanes = going.lanes.map((lane, position) => (position === at ? { ...lane, ...changes } : lane))
  return { ...going, lanes }
}

/** What it needs of the modules of this run: what it says, or else all that stand before it. What the run does not build is there. */
export function neededBy({ lanes }: Pick<Going, 'lanes'>, at: number): readonly Lane[] {
  const needs = lanes[at]?.module.needs ?? null
  return lanes.filter((lane, position) =>
    needs === null ? position < at : position !== at && needs.includes(nameOf(lane)),
  )
}

/** Integrated as it should be. */
export const isDone = ({ stand, refused }: Lane): boolean => stand.kind === 'integrated' && refused === null

const mayBegin = (going: Going, at: number): boolean =>
  going.lanes[at]?.stand.kind === 'waiting' && neededBy(going, at).every(isDone)

const busy: ReadonlySet<Stand['kind']> = new Set(['working', 'deciding'])

/** Worked on, or asked about: of these there are at most `atOnce`. */
export const isBusy = ({ stand }: Lane): boolean => busy.has(stand.kind)

/** The module that begins next; those that are built again come first. Null: none may, or there is no place for it. */
export function nextToBegin(going: Going): number | null {
  const { lanes, input } = going
  if (lanes.filter(isBusy).length >= input.atOnce) return null
  const ready = lanes.flatMap((lane, at) => (mayBegin(going, at) ? [{ lane, at }] : []))
  return (ready.find(({ lane }) => lane.start !== null) ?? ready[0])?.at ?? null
}

/** Whatever else this run builds waits for it, so that nothing grows from the same commit beside it. */
export function isAlone({ lanes }: Pick<Going, 'lanes'>, at: number): boolean {
  const waiting = new Set([at])
  // A module that needs one that waits, waits as well, wherever it stands.
  for (const _ of lanes)
    for (const [position] of lanes.entries())
      if (neededBy({ lanes }, position).some((lane) => waiting.has(lanes.indexOf(lane)))) waiting.add(position)
  return waiting.size === lanes.length
}
