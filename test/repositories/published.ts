import type { Files } from '../kit/repository.ts'

/** What is installed before it is tested. */
export interface Installable {
  /** Who installs its dependencies; null: it has none. */
  readonly manager: Manager | null
  readonly files: Files
}

/** A repository made after published ones: their layout, configuration and way of testing, with code of its own. */
export interface Published extends Installable {
  readonly name: string
  /** The folder that a person stands in, relative to its top: of a monorepo the package that is worked on. */
  readonly folder: string
  /** The name of the folder that it lies in. */
  readonly at?: string
  /** What makes the repository odd, done by git after its first commit. */
  readonly odd?: 'submodule' | 'linked worktree'
  /** What the person's shell has besides. */
  readonly env?: Readonly<Record<string, string>>
  /** What `sigma init` must say that it found. */
  readonly found: readonly RegExp[]
  /** What the suite fails by at HEAD, which nobody is to mend; absent: nothing. */
  readonly failing?: readonly string[]
  /** What is told and asked before the first turn, and what a person answers; absent: nothing is asked. */
  readonly asks?: { readonly about: readonly RegExp[]; readonly option: string }
  /** Two cycles that add to what is there. */
  readonly feature: Work
  /** One cycle that mends a bug. */
  readonly fix: Work
}

export type Manager = 'npm' | 'pnpm' | 'yarn'

/** A module that is worked on, as a person writes it down, and what an honest developer writes in each turn. */
export interface Work {
  readonly module: string
  readonly design: string
  readonly plan: string
  /** By phase and cycle, e.g. `RED 1`. What is not named writes nothing. */
  readonly turns: Readonly<Record<string, Writes>>
  /** What is held back from the developer, by turn and by the file beside which it lies. */
  readonly held?: Readonly<Record<string, Readonly<Record<string, HeldBack>>>>
}

/** The tests that are new in a file, with other inputs. */
export interface HeldBack {
  /** Lines that stand before them, each once in the file; absent: none. */
  readonly head?: readonly string[]
  /** The group that they stand in; absent: none but what is new with them. */
  readonly group?: string
  /** What stands in the new tests, and what stands in its place. */
  readonly instead: readonly Edit[]
}

/** A whole new text, or places of an existing one that are written anew. */
export type Writes = Readonly<Record<string, string | readonly Edit[]>>

/** What stands there now, once in the file, and what takes its place; an empty one stands for the end of the file. */
export type Edit = readonly [now: string, then: string]
