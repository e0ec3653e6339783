/** The states of a project run. Where modules are built, each is on a lane of its own; one integration is under way at a time. */
import type { Baseline, Finding, JsonObject, Outcome, Step } from '@sigma/protocol'
import type { Module, ModuleStage, ProjectInput } from './input.ts'

export type ProjectState = Designing | Building | Landing | Over
export type ProjectStep = Step<ProjectState>

/** What holds in every state of a run that is not over. */
export interface Going {
  readonly input: ProjectInput
  /** In the order in which they are listed; empty until they are designed. */
  readonly lanes: readonly Lane[]
  /** What is integrated so far, and what measured it; no evidence: it is the commit that the run began from. */
  readonly trunk: Baseline
  /** In the order in which they came into the trunk. */
  readonly integrated: readonly Integrated[]
  /** Positions of modules that are to be integrated, first come first; the first is the one under way. */
  readonly queue: readonly number[]
  /** What is open of the integration of the first of the queue; null: nothing is. */
  readonly joining: Joining | null
  /** What was left as it is by a person's word, each a sentence. */
  readonly left: readonly string[]
}

export type Designing = { readonly kind: 'design' | 'deciding'; readonly cause: Cause | null } & Going
export type Building = { readonly kind: 'building' } & Going
/** All modules are through; the branch that the run was begun on may have moved meanwhile. */
export type Landing = { readonly kind: 'landing'; readonly stand: LandingStand } & Going
export type LandingStand =
  | { readonly kind: 'looking' | 'deciding' }
  | { readonly kind: 'carrying'; readonly head: string }
  | { readonly kind: 'checking'; readonly head: string; readonly commit: string }
export interface Over {
  readonly kind: 'over'
  readonly outcome: Outcome
  /** As the end tells them. */
  readonly stands: readonly ModuleStand[]
  /** Names of what came into the trunk. */
  readonly integrated: readonly string[]
}

/** How a module stands when the run ends. Done is only what is integrated, and was refused by nobody. */
export interface ModuleStand {
  readonly module: string
  readonly stands: 'done' | 'refused' | 'not integrated' | 'not begun'
}

/** A module on its way through the stages. */
export interface Lane {
  readonly module: Module
  readonly stand: Stand
  /** Null: it has not begun. */
  readonly start: Start | null
  /** What the plan stage handed over; null: it is not planned yet. */
  readonly planned: JsonObject | null
  /** What was built; null: nothing yet. */
  readonly built: Built | null
  /** Times that it may be built again without a person's word. */
  readonly returns: number
  /** Why it is built again. */
  readonly told: readonly Finding[]
  /** A stage of it ended refused, and so does the run; null: none did. */
  readonly refused: Refusal | null
}

export type Stand =
  /** For what it needs, or for a place among those that are worked on. */
  | { readonly kind: 'waiting'; readonly stage: 'plan' | 'tdd' }
  | { readonly kind: 'working'; readonly stage: ModuleStage }
  | { readonly kind: 'deciding'; readonly cause: Cause; readonly back: ModuleStage }
  /** Built and reviewed. */
  | { readonly kind: 'queued' }
  | { readonly kind: 'integrated' }
  /** Nothing of it is integrated. */
  | { readonly kind: 'refused' }

/** What a module builds on. */
export interface Start {
  readonly commit: string
  /** How many modules were integrated by then. */
  readonly after: number
}

export interface Built {
  /** Where the work on the module began; it may have been carried over to a branch that had moved. */
  readonly base: string
  readonly session: string
  /** Name of the run that built it; null: it is not over. */
  readonly run: string | null
  /** What it ended with; null: it is not over, or built nothing. */
  readonly work: Baseline | null
  /** What it began from, and what measured that. */
  readonly from: Baseline
}

export interface Refusal {
  readonly sentence: string
  readonly reason: Finding
}

export interface Integrated {
  readonly name: string
  /** Its own work, and where that began. */
  readonly work: Baseline
  readonly from: Baseline
  /** The trunk with it. */
  readonly after: Baseline
  /** A person finished the merge, so that it is more than its parts. */
  readonly byHand: boolean
}

export type Cause = 'refused' | 'escalated' | 'failed'

export type Joining = JoiningWork | Laid | { readonly kind: 'halted'; readonly back: JoiningWork }

export type JoiningWork =
  | { readonly kind: 'integrating' }
  /** `merge`: a person finished it; absent: it came about by itself. */
  | { readonly kind: 'checking'; readonly commit: string; readonly merge?: Merge }

/** What does not fit, for a person to finish by hand; `unlaid`: it could not be laid for them. */
export interface Laid {
  readonly kind: 'laying' | 'unlaid' | 'deciding'
  readonly merge: Merge
  readonly reasons: readonly Finding[]
}

/** A combination that a person may finish by hand. */
export interface Merge {
  /** What is laid: the combination as far as it goes. */
  readonly commit: string
  /** `conflict`: it holds the marks of conflicts; `red`: it was refused by its check. */
  readonly kind: 'conflict' | 'red'
}
