import type { Document } from '@sigma/protocol'
import type { Writing } from '../ports/writing.ts'

/** How a run stands, for people. What it waits for is said by its open effects, each with its `at`. */
export interface Standing {
  /** What is being done, in a few words, e.g. `refactoring tests`. */
  readonly step: string
  /** How far it is; null: nothing is counted in this state. */
  readonly progress: Progress | null
  /** The command that goes on where nothing is left to do but to call the run; absent: nobody has to. */
  readonly next?: string | undefined
  /** Units that are being worked on, each with its workspace and the commit that it stands at. */
  readonly working: readonly UnitAtWork[]
  /** A merge that a person may finish by hand; absent: there is none. */
  readonly merge?: MergeByHand | undefined
  /** Texts that a person who decides may put their own in the place of, as they stand; absent: there are none. */
  readonly drafts?: readonly Document[] | undefined
}

export interface MergeByHand extends Pick<Writing, 'writes' | 'creates'> {
  readonly workspace: string
  /** The commit that was laid there. */
  readonly base: string
  /** True: it holds the marks of conflicts, and what is finished takes its place; else that comes on top of it. */
  readonly isUnfinished: boolean
  /** What is merged, for people. */
  readonly called: string
}

/** Numbers of units. */
export interface Progress {
  readonly done: number
  /** Left out by a person. */
  readonly skipped: number
  readonly all: number
}

export interface UnitAtWork {
  /** Name of the unit. */
  readonly unit: string
  readonly workspace: string
  readonly head: string
}
