import type { OpenEffect } from '../closers.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Protocol } from '../protocol.ts'

type Named = { readonly kind: string }

/**
 * What makes two situations the same to the explorer: the protocol's own abstraction of its state, and what is open.
 * Attempts, texts, commits, keys and the ask budget are left out, and with an abstraction (which may swap symmetric
 * parts) ids and workspaces too.
 */
export function identity<Input, State extends Named>(
  protocol: Protocol<Input, State>,
): (kernel: Kernel<State>) => string {
  const shapes = new WeakMap<OpenEffect, string>()
  const shape = (effect: OpenEffect): string => {
    const known = shapes.get(effect)
    if (known !== undefined) return known
    const fresh = JSON.stringify(protocol.abstract === undefined ? [effect.id, ...traits(effect)] : traits(effect))
    shapes.set(effect, fresh)
    return fresh
  }
  return (kernel) => {
    const open = Object.values(kernel.open).map(({ effect }) => shape(effect))
    return `${kernel.status} ${abstraction(protocol, kernel.state)} ${open.sort().join(' ')}`
  }
}

export function abstraction<Input, State extends Named>(protocol: Protocol<Input, State>, state: State): string {
  return JSON.stringify(protocol.abstract === undefined ? state : protocol.abstract(state))
}

function traits(effect: OpenEffect): readonly unknown[] {
  switch (effect.kind) {
    case 'ask':
      return ['ask', effect.role, effect.phase, effect.codes]
    case 'check':
      return ['check', effect.gate]
    case 'consult':
      return ['consult', effect.status, effect.options.map(({ name }) => name)]
    case 'set-timer':
      return ['set-timer', effect.durationMs]
    case 'integrate':
      return ['integrate', effect.branches.length]
    case 'restore':
      return ['restore']
    case 'spawn':
      return ['spawn', effect.protocol]
  }
}
