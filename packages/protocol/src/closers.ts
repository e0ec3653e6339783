import type { Ask, Effect } from './effect.ts'
import type { EventBody } from './event.ts'

export type OpenKind = 'ask' | 'check' | 'consult' | 'set-timer' | 'integrate' | 'restore' | 'spawn'

/** Effects that stay open until an event names their id. */
export type OpenEffect = Extract<Effect, { readonly kind: OpenKind }>

/** Which events may close which effect. `begun` belongs to an ask and does not close it. */
export const closers: Readonly<Record<OpenKind, readonly EventBody['kind'][]>> = {
  ask: ['answered', 'failed'],
  check: ['judged', 'failed'],
  consult: ['decided'],
  'set-timer': ['elapsed'],
  integrate: ['integrated', 'conflicted', 'failed'],
  restore: ['restored', 'failed'],
  spawn: ['ended', 'failed'],
}

/** Tells effects that wait for an event from those that are done at once. */
export function staysOpen(effect: Effect): effect is OpenEffect {
  return effect.kind in closers
}

/** The codes that every role may give in every phase, always meaning failure (DPTR-28). */
export const failureCodes: readonly string[] = ['ME', 'TO', 'EX', 'BL']

/** Every code that may answer this ask. */
export function legalCodes({ codes }: Ask): readonly string[] {
  return withFailures(codes)
}

/** Adds the failure codes that are always legal, without repeating one. */
export function withFailures(codes: readonly string[]): readonly string[] {
  return [...new Set([...codes, ...failureCodes])]
}
