import { closers, legalCodes, type OpenEffect } from '../closers.ts'
import type { EventBody } from '../event.ts'
import type { Finding } from '../finding.ts'
import type { Kinded, Protocol } from '../protocol.ts'
import type { Kernel, Open } from './kernel.ts'

/** Why an event changes nothing: it fits nothing that is open. Names the state, the event and what would be legal. */
export function notLegal<Input, State extends Kinded>(
  protocol: Protocol<Input, State>,
  kernel: Kernel<State>,
  event: EventBody,
): Finding {
  const about = 'id' in event ? ` ${event.id}` : ''
  const legal = [
    ...Object.values(kernel.open).map(answersOf),
    ...new Set(protocol.calls(kernel.state).map(({ verb }) => `called ${verb}`)),
  ]
  return {
    rule: 'not-open',
    message: `${event.kind}${about} fits nothing that is open in ${kernel.state.kind}.`,
    remedy: legal.length === 0 ? 'The run takes no more events.' : `Legal now: ${legal.join('; ')}.`,
  }
}

function answersOf({ effect }: Open): string {
  return closers[effect.kind].map((kind) => `${kind} ${effect.id}${choicesOf(effect, kind)}`).join(', ')
}

/** What an answer may say, where that is a choice. */
function choicesOf(effect: OpenEffect, kind: EventBody['kind']): string {
  if (effect.kind === 'ask' && kind === 'answered') return ` (${legalCodes(effect).join(' ')})`
  if (effect.kind === 'consult') return ` (${effect.options.map(({ name }) => name).join(' ')})`
  return kind === 'judged' ? ' (pass fail unknown)' : ''
}
