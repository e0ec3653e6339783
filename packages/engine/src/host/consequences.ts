import type { Advance, Kernel, Open, Recorded } from '@sigma/protocol'
import type { Due, Entry } from '../journal/entry.ts'
import type { AnyState } from './registered.ts'

type Consequences = Pick<Entry, 'disposition' | 'ends' | 'closed' | 'opened' | 'timers' | 'told' | 'verdict'>

/** In the outbox until the run's end is carried out. */
export const finishing = 'finish'

/** What the store must hold after an event: the difference between the kernel before and after. */
export function consequences(
  before: Kernel<AnyState> | null,
  { kernel, disposition, actions }: Advance<AnyState>,
  recorded: Recorded,
): Consequences {
  const old = Object.values(before?.open ?? {})
  const now = Object.values(kernel.open)
  const [known, left] = [new Set(old.map(({ attempt }) => attempt)), new Set(now.map(({ attempt }) => attempt))]
  const opened = now.filter(({ attempt }) => !known.has(attempt))
  const ends = before?.status !== 'ended' && kernel.status === 'ended'
  return {
    disposition,
    ends,
    closed: [...known].filter((attempt) => !left.has(attempt)),
    opened: [...opened.filter(isPerformed).map(({ attempt }) => attempt), ...(ends ? [finishing] : [])],
    timers: opened.flatMap((open) => dueOf(open, recorded)),
    told: actions.flatMap((action) => (action.kind === 'tell' ? [action.message] : [])),
    verdict: verdictAfter(before, disposition, recorded),
  }
}

/** Consults and timers only wait; the rest is work. */
export function isPerformed({ effect }: Open): boolean {
  return effect.kind !== 'consult' && effect.kind !== 'set-timer'
}

function dueOf({ attempt, effect }: Open, { envelope }: Recorded): readonly Due[] {
  const ms = effect.kind === 'set-timer' ? effect.durationMs : effect.kind === 'consult' ? effect.expiryMs : null
  if (ms === null) return []
  return [{ attempt, tick: envelope.tick + ms, wall: Date.parse(envelope.at) + ms }]
}

/** The verdict that an event brings; null: none, or one that came too late. */
export function verdictAfter(
  before: Kernel<AnyState> | null,
  disposition: string,
  { event }: Recorded,
): Entry['verdict'] {
  if (event.kind !== 'judged' || disposition !== 'applied') return null
  const effect = before?.open[event.id]?.effect
  if (effect?.kind !== 'check') return null
  return { gate: effect.gate, commit: effect.commit, verdict: event.verdict, evidence: event.evidence }
}
