/** What is read about a run or a step of it: what was recorded, and of a turn that goes on what was seen of it. */
import { printableLine } from '../printable.ts'
import { stepText } from '../render/place.ts'
import { entryWith, type Overview } from './overview.ts'
import { ageText } from './screens/age.ts'
import type { Wish } from './state.ts'

type Read = Extract<Wish, { readonly kind: 'read' }>

export function readingCommand({ run, step }: Read): readonly string[] {
  return step === null ? ['log', run] : ['why', `${run}/${step.id}`, '--evidence']
}

export const readingTitle = ({ run, step }: Read): string => (step === null ? run : `${run} ${stepText(step.at)}`)

/** Before what was recorded, since that ends where the turn began. */
export function seenText({ run, step }: Read, overview: Overview): string {
  const { now } = overview
  const doing = entryWith(overview, run)?.doing.find((each) => each.run === run && each.id === step?.id)
  const sighting = doing?.sighting ?? null
  if (sighting === null) return ''
  const { activity, actions } = sighting
  const lines = actions.map(
    ({ at, text }) => `  ${ageText(now - Date.parse(at)).padStart(7)} ago  ${printableLine(text)}`,
  )
  const since = `It goes on since ${ageText(now - Date.parse(activity.sinceAt))}; what it prints is kept when it is over.`
  return `${[since, ...lines].join('\n')}\n\n`
}

/** Changes when there is something new to read. */
export function markOf({ run, step }: Read, overview: Overview): string {
  const entry = entryWith(overview, run)
  const actions = entry?.doing.find((each) => each.run === run && each.id === step?.id)?.sighting?.actions ?? []
  return `${entry?.events ?? 0} ${actions.length} ${actions.at(-1)?.at ?? ''}`
}
