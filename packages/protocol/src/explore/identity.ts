import type { OpenEffect } from '../closers.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Kinded, Protocol } from '../protocol.ts'

/**
 * What makes two situations the same to the explorer: the protocol's own abstraction of its state, and what is open.
 * Attempts, texts, commits, keys and the ask budget are left out, and with an abstraction (which may swap symmetric
 * parts) ids and workspaces too.
 */
export function identity<Input, State extends Kinded>(
  protocol: Protocol<Input, State>,
): (kernel: Kernel<State>) => string {
  const named = protocol.abstract === undefined
  return (kernel) => {
    const open: string[] = []
    for (const id of Object.keys(kernel.open)) {
      const effect = kernel.open[id]?.effect
      if (effect !== undefined) open.push(named ? `${id} ${traits(effect)}` : traits(effect))
    }
    return `${kernel.status} ${abstraction(protocol, kernel.state)} ${open.sort(byText).join()}`
  }
}

export function abstraction<Input, State extends Kinded>(protocol: Protocol<Input, State>, state: State): string {
  const view = protocol.abstract === undefined ? state : protocol.abstract(state)
  return typeof view === 'string' ? view : JSON.stringify(view)
}

function traits(effect: OpenEffect): string {
  switch (effect.kind) {
    case 'ask':
      return `ask ${effect.role} ${effect.phase} ${effect.codes.join(' ')}`
    case 'check':
      return `check ${effect.gate}`
    case 'consult':
      return `consult ${effect.status} ${effect.options.map(({ name }) => name).join(' ')}`
    case 'set-timer':
      return `set-timer ${effect.durationMs}`
    case 'integrate':
      return `integrate ${effect.branches.length}${effect.branch === undefined ? '' : ' put'}${effect.merge === undefined ? '' : ' merged'}`
    case 'restore':
      return 'restore'
    case 'spawn':
      return `spawn ${effect.protocol}`
  }
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
