import { legalCodes } from '../closers.ts'
import type { EventBody } from '../event.ts'
import type { Finding } from '../finding.ts'
import type { Protocol } from '../protocol.ts'
import type { Kernel, Open } from './kernel.ts'

/** Why an event changes nothing: it fits nothing that is open. Names the state, the event and what would be legal. */
export function notLegal<Input, State extends { readonly kind: string }>(
  protocol: Protocol<Input, State>,
  kernel: Kernel<State>,
  event: EventBody,
): Finding {
  const about = 'id' in event ? ` ${event.id}` : ''
  const legal = [
    ...Object.values(kernel.open).map(answersOf),
    ...protocol.calls(kernel.state).map(({ verb }) => `called ${verb}`),
  ]
  return {
    rule: 'not-open',
    message: `${event.kind}${about} fits nothing that is open in ${kernel.state.kind}.`,
    remedy: legal.length === 0 ? 'The run takes no more events.' : `Legal now: ${legal.join('; ')}.`,
  }
}

function answersOf({ effect }: Open): string {
  switch (effect.kind) {
    case 'ask':
      return `answered ${effect.id} (${legalCodes(effect).join(' ')}), failed ${effect.id}`
    case 'check':
      return `judged ${effect.id} (pass fail unknown), failed ${effect.id}`
    case 'consult':
      return `decided ${effect.id} (${effect.options.map(({ name }) => name).join(' ')})`
    case 'set-timer':
      return `elapsed ${effect.id}`
    case 'integrate':
      return `integrated ${effect.id}, conflicted ${effect.id}, failed ${effect.id}`
    case 'restore':
      return `restored ${effect.id}, failed ${effect.id}`
    case 'spawn':
      return `ended ${effect.id}, failed ${effect.id}`
  }
}
