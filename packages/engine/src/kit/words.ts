/** What only a protocol can say to people, in words of its own; whoever prints it takes out what could mislead a terminal. */
import type { CallResult, Finding, Json } from '@sigma/protocol'

export interface Words {
  /** What its units are called. */
  readonly unit: Word
  measurement(data: Json): MeasuredText
  /** A call, and what became of it; absent: its verb says enough. */
  readonly call?: ((call: WordedCall) => CallText) | undefined
  /** Types of notes that are shown with a run and not in its log alone: what was accepted, though something got worse. */
  readonly shown: readonly string[]
  /** Gates whose evidence has a patch that whoever decides about it must see. */
  readonly compared: readonly Compared[]
  /** Rules by which a gate refuses work that breaks what worked before. */
  readonly regressions: readonly string[]
}

export interface Word {
  readonly one: string
  readonly many: string
}

export interface WordedCall {
  readonly verb: string
  readonly arguments: Json
  /** Absent: it was not answered at once. */
  readonly result?: CallResult | undefined
}

export interface CallText {
  /** In a few words, e.g. `step 2: completed`. */
  readonly text: string
  /** Why what was called did not count; empty: it did, or nobody knows yet. */
  readonly refused: readonly Finding[]
}

/** What a gate measured, beside its verdict. */
export interface MeasuredText {
  /** Told in place of the verdict; null: the verdict is told. */
  readonly instead: string | null
  /** In a few words, e.g. `7 tests, 2 new`; empty: there is nothing to say. */
  readonly measured: string
  /** Each a sentence. */
  readonly warnings: readonly string[]
}

export interface Compared {
  readonly gate: string
  /** What the patch leads from and to. */
  readonly called: string
}

/** Words of a protocol that has nothing to add, or is not known. */
export const plainWords: Words = {
  unit: { one: 'unit', many: 'units' },
  measurement: () => ({ instead: null, measured: '', warnings: [] }),
  shown: [],
  compared: [],
  regressions: [],
}
