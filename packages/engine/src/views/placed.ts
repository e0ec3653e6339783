/**
 * Which effect an event is about. The journal holds events alone, and of the effects that followed only a hash; so a run
 * is folded with its protocol, which gives each event the effect that was last opened under its id.
 */
import { type OpenEffect, type Recorded, staysOpen } from '@sigma/protocol'
import { SigmaError } from '../errors.ts'
import type { Fold, Registered } from '../host/registered.ts'

export interface Placed {
  readonly recorded: Recorded
  /** Null: the event is about none, or this sigma cannot read the run's protocol or input. */
  readonly effect: OpenEffect | null
}

/** Takes in a run's events from the first one on, each once and in order. */
export function placing(
  protocols: readonly Registered[],
  { protocol, version }: { readonly protocol: string; readonly version: number },
): (recorded: Recorded) => Placed {
  const known = protocols.find((each) => each.name === protocol && each.version === version)
  const opened = new Map<string, OpenEffect>()
  let fold: Fold | null = null
  return (recorded) => {
    const { event } = recorded
    if (event.kind === 'started') fold = known !== undefined && isReadable(known, event.input) ? known.fresh : null
    const effect = 'id' in event ? (opened.get(event.id) ?? null) : null
    if (fold === null) return { recorded, effect }
    const next = fold.next(recorded)
    fold = next.fold
    for (const each of next.advance.effects) if (staysOpen(each)) opened.set(each.id, each)
    return { recorded, effect }
  }
}

function isReadable(protocol: Registered, input: Parameters<Registered['check']>[0]): boolean {
  try {
    protocol.check(input)
    return true
  } catch (error) {
    if (error instanceof SigmaError) return false
    throw error
  }
}
