import { type Unknown, unknown } from './unknown.ts'

/** A slot of the memory bank and the file it is kept in, relative to the bank's folder (DPTR-08). */
export interface Slot {
  readonly kind: 'slot'
  readonly symbol: 'σ₁' | 'σ₂' | 'σ₃' | 'σ₄' | 'σ₅'
  readonly name: 'brief' | 'patterns' | 'tech' | 'context' | 'progress'
  readonly file: string
}

export const slots: readonly Slot[] = [
  { kind: 'slot', symbol: 'σ₁', name: 'brief', file: 'projectbrief.md' },
  { kind: 'slot', symbol: 'σ₂', name: 'patterns', file: 'systemPatterns.md' },
  { kind: 'slot', symbol: 'σ₃', name: 'tech', file: 'techContext.md' },
  { kind: 'slot', symbol: 'σ₄', name: 'context', file: 'activeContext.md' },
  { kind: 'slot', symbol: 'σ₅', name: 'progress', file: 'progress.md' },
]

/** The slot behind a symbol, e.g. `σ₅`. */
export function slotOfSymbol(symbol: string): Slot | Unknown {
  const known = slots.map((slot) => slot.symbol)
  return slots.find((slot) => slot.symbol === symbol) ?? unknown('slot', symbol, known)
}

/** The file beside the slots that says what the signs of the others mean (DPTR-09). */
export const legendFile = 'symbols.md'

/** The files of a module's folder (DPTR-09). */
export const moduleFiles: Readonly<Record<'design' | 'plan', string>> = { design: 'design.md', plan: 'tdd_plan.md' }

/** What a batch is marked with in σ₅ (DPTR-97). */
export const progressMarks: Readonly<Record<'done' | 'failed' | 'waiting', string>> = {
  done: '✅',
  failed: '❌',
  waiting: '⚠️',
}
