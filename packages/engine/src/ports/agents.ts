/** Agents as the engine sees them: one turn at a time, and how they stand meanwhile. */
import type { At, BlobRef, FailureCause, Finding, Json, JsonObject, TurnHandoff, Usage } from '@sigma/protocol'
import type { AgentState } from '../views/schemas.ts'
import type { Denial } from './writing.ts'

export type { AgentState }

export interface Agents {
  /** Plays one turn. Never throws for what the agent does. */
  turn(request: TurnRequest, signal: AbortSignal): Promise<TurnResult>
  /** Called when the work of an answered turn was taken in: its session may go on in the next turn of its conversation. */
  accepted?(request: TurnRequest): void
  /** Name of the agent that plays a role; null: none does. */
  nameOf?(role: string): string | null
  /** True: agents run in a sandbox, and can change nothing of the user's. */
  readonly areConfined?: boolean
  /** How long a turn of this role may take where that is not the ask's own limit, in milliseconds: people get more. */
  limitOf?(role: string): number | null
  /**
   * How much longer a turn may take that was reminded when its limit of so many milliseconds was over; 0, or absent: it is
   * ended at its limit, and nobody is reminded.
   */
  graceOf?(limitMs: number): number
  /** True: keep the previous attempt's files; otherwise reset them. */
  keepsWork?(role: string): boolean
}

export interface TurnRequest {
  readonly run: string
  readonly attempt: string
  readonly role: string
  /** Word of the phase, e.g. `GREEN`. */
  readonly phase: string
  /** Where the ask stands in its protocol; `session` names the conversation that it belongs to. */
  readonly at: At
  /** What the task is about, for people, e.g. the name of a module. */
  readonly subject: string
  /** The Handoff as it is sent. */
  readonly handoff: TurnHandoff
  /** Every legal code, ME TO EX BL included. */
  readonly codes: readonly string[]
  readonly cwd: string
  /** Why a path, relative to the workspace, is not the role's to write; absent: as the Handoff's `writable` says. */
  readonly denial?: ((path: string) => Denial | null) | undefined
  readonly limitMs: number
  /** Session of an interrupted attempt, to be resumed where the adapter can. */
  readonly session: string | null
  /** What the agent's process gets in its environment beside what all get. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Absolute paths that its process is to see beside its workspace, read-only: what `env` speaks of. */
  readonly reads?: readonly string[] | undefined
  /** What its process may connect to beside what its configuration opens, as `host:port`: what `env` and `report` speak of. */
  readonly hosts?: readonly string[] | undefined
  readonly onBegun: (begun: { readonly session: string | null; readonly pid: number | null }) => void
  /** Last action in a few words, for people. */
  readonly onActivity: (text: string) => void
  /** How the agent stands, each time that it changes. */
  readonly onState?: ((state: AgentState) => void) | undefined
  /** Where it may give its answer in a structured form; absent: nowhere, and it answers by its last line. */
  readonly report?: ReportDesk | undefined
}

/** The tool `report` of an MCP server on loopback, for one turn. */
export interface ReportDesk {
  /** URL of the server, e.g. `http://127.0.0.1:40123/mcp`. */
  readonly url: string
  /** The turn's own; sent as `Authorization: Bearer …`. */
  readonly token: string
  /** True: the server has the memory of the turn's dialogue as well. */
  readonly remembers?: true | undefined
  /** What was reported so far; null: nothing that was taken. */
  readonly taken: () => Reported | null
}

/** An answer that was legal in its turn. */
export interface Reported {
  readonly code: string
  readonly message: string
  readonly data?: JsonObject | undefined
}

export type TurnResult =
  | {
      readonly kind: 'answered'
      readonly code: string
      readonly message: string
      readonly data?: Json | undefined
      readonly usage: Usage | 'unknown'
      readonly output: BlobRef
    }
  | {
      readonly kind: 'failed'
      readonly cause: FailureCause
      readonly findings: readonly Finding[]
      readonly evidence: BlobRef | null
      /** Absent: nothing was used. */
      readonly usage?: Usage | 'unknown' | undefined
      /** With `limited`: how long the service asked to be left alone, in milliseconds. */
      readonly retryAfterMs?: number | undefined
    }
