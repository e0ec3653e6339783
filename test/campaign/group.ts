import type { Trial } from './trial.ts'

/** One kind of disturbance. Each detail names one case, the same every time. */
export interface Group {
  readonly name: string
  readonly what: string
  /** The cases of the long form; where they are random, this many of them. */
  details(count: number, seed: string): Promise<readonly string[]>
  play(detail: string): Promise<Trial>
}
