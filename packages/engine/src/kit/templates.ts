/** The prompt templates that a protocol brings, what they may hold, and a turn to look at them by. */
import type { Finding, Json, JsonObject, TurnHandoff } from '@sigma/protocol'
import type { ToldTask } from './tasks.ts'

export interface TemplateSource {
  readonly tasks: readonly ToldTask[]
  /** What a unit is, for people, e.g. `cycle`. */
  readonly unit: string
  /** A template as it comes with Sigma. */
  text(name: string): string
  /** What its templates may hold beside what any template may. */
  readonly placeholders: readonly Placeholder[]
  /** Parameters of tasks that these placeholders tell: they are told nowhere else. */
  readonly told: readonly string[]
  /** Codes whose names say too little. */
  readonly codes: Readonly<Partial<Record<string, CodeText>>>
  /** Input of an imaginary run. */
  readonly example: Json
  /** A turn that nobody plays, as a run with this input would ask for it; null: it would not ask for such a one. */
  sample(turn: SampleTurn): TurnHandoff | null
}

export interface CodeText {
  /** When the code is right. */
  readonly means: string
  /** What the code offers to an agent that was refused a change, as an imperative; absent: nothing. */
  readonly wayOut?: string | undefined
}

export interface SampleTurn {
  readonly task: ToldTask
  readonly phase: string
  readonly input: Json
  /** Name of what is worked on; null: the first. */
  readonly unit: string | null
  /** True: the sample also has what only some turns have, e.g. points of a reviewer, or an earlier try that was refused. */
  readonly withTalk: boolean
}

export interface Placeholder {
  readonly name: string
  /** `block`: lines of its own, none where there is nothing to say. */
  readonly kind: 'inline' | 'block'
  readonly says: string
  readonly write: (told: ToldTurn, offered: Offered) => string
}

/** What a prompt is made of: the Handoff as it is sent. */
export interface ToldTurn {
  readonly role: string
  readonly from: string
  readonly task: string
  readonly purpose: string
  readonly parameters: JsonObject
  /** The protocol's own. */
  readonly context: JsonObject
  /** Where the context names none, the kind of task. */
  readonly phase: string
  /** Every path that the context names. */
  readonly documents: readonly string[]
  readonly directive: string
  readonly codes: readonly string[]
  readonly writable: readonly string[]
  /** Where new files may be made; empty: as `writable` says. */
  readonly creatable: readonly string[]
  /** Oldest first. */
  readonly refused: readonly Finding[]
}

/** What a turn offers beside its Handoff. */
export interface Offered {
  /** The tool `report` of the MCP server `sigma`; else the answer is the last line. */
  readonly report: boolean
  /** Somebody reads it, and answers by a command. */
  readonly person?: boolean | undefined
  /** `SIGMA_GATES` is set: the agent can have its tests tried. */
  readonly rehearses: boolean
  /** The MCP server `sigma` has the memory of the turn's dialogue as well; absent: it has not. */
  readonly remembers?: boolean | undefined
  /** The project has checks of its own, which it can have tried, too. */
  readonly checks?: boolean | undefined
  /** The session of an interrupted attempt goes on. */
  readonly resumed: boolean
  /** The session of the role's turn before goes on. */
  readonly follows?: boolean | undefined
}
