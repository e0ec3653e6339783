/** Files to begin with, for whoever has nothing yet to begin a run from. */
import type { Argument } from './commands.ts'

export interface Example {
  /** What a run of it is about. */
  readonly subject: Pick<Argument, 'placeholder' | 'read'>
  /** What people call the files, e.g. `design` and `plan`. */
  readonly documents: readonly string[]
  files(bank: string, subject: string): readonly ExampleFile[]
  /** Subjects that a run could begin with as things lie there; `bank` is the memory bank's folder. */
  ready(bank: string): readonly string[]
}

export interface ExampleFile {
  /** Absolute where the bank is. */
  readonly path: string
  readonly text: string
}
