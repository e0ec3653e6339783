/**
 * Which effect an event is about. The journal holds events alone, and of the effects that followed only a hash; so a run
 * is folded with its protocol, which gives each event the effect that was last opened under its id.
 */
import { type Action, type CallResult, type OpenEffect, type Recorded, staysOpen } from '@sigma/protocol'
import { protocolOf } from '../host/protocol-of.ts'
import type { Fold, Registered } from '../host/registered.ts'

export interface Placed {
  readonly recorded: Recorded
  /** Null: the event is about none, or this sigma cannot read the run's protocol or input. */
  readonly effect: OpenEffect | null
  /** Of a call what it was answered at once; absent: it was not, or cannot be known. */
  readonly result?: CallResult | undefined
}

/** Takes in a run's events from the first one on, each once and in order. */
export function placing(
  protocols: readonly Registered[],
  run: { readonly protocol: string; readonly version: number },
): (recorded: Recorded) => Placed {
  const known = protocolOf(protocols, run)
  const opened = new Map<string, OpenEffect>()
  let fold: Fold | null = null
  return (recorded) => {
    const { event } = recorded
    if (event.kind === 'started') fold = known === null || known.about(event.input) === null ? null : known.fresh
    const effect = 'id' in event ? (opened.get(event.id) ?? null) : null
    if (fold === null) return { recorded, effect }
    const next = fold.next(recorded)
    fold = next.fold
    for (const each of next.advance.effects) if (staysOpen(each)) opened.set(each.id, each)
    return { recorded, effect, ...(event.kind === 'called' && { result: resultOf(event.call, next.advance.actions) }) }
  }
}

function resultOf(call: string, actions: readonly Action[]): CallResult | undefined {
  for (const action of actions) if (action.kind === 'respond' && action.call === call) return action.result
  return undefined
}
