import {
  type Blobs,
  type LivingProcesses,
  type Processes,
  SigmaError,
  type TurnRequest,
  type TurnResult,
} from '@sigma/engine'
import type { FailureCause, Finding } from '@sigma/protocol'
import type { RunPrompts } from '../prompts/prompt.ts'
import type { Confining } from './confinement.ts'
import type { Around } from './opened.ts'
import type { People } from './people.ts'

/** What adapters reach the world through. */
export interface AgentsWorld extends Around {
  readonly processes: Processes & LivingProcesses
  readonly blobs: Blobs
  /** Absent: their programs are not confined, and no limits but time are kept. */
  readonly confining?: Confining | undefined
  /** By which templates the agents of a run are told; absent: in the words of each ask. */
  readonly promptsOf?: ((run: string) => RunPrompts) | undefined
  /** Where agents that are people answer; absent: nowhere. */
  readonly people?: People | undefined
}

/** What an adapter is given for one turn. */
export interface AgentTurn {
  readonly agent: string
  readonly request: TurnRequest
  readonly signal: AbortSignal
  readonly world: AgentsWorld
  /** True: `request.session` is that of the role's turn before, not that of an interrupted attempt. */
  readonly follows?: boolean | undefined
}

/** Why a turn was not answered. */
export type Failure = Pick<TurnResult & { readonly kind: 'failed' }, 'cause' | 'findings'>

export const failure = (cause: FailureCause, rule: string, message: string, remedy: string): Failure => ({
  cause,
  findings: [{ rule, message, remedy }],
})

export function unavailable(findings: readonly Finding[]): TurnResult {
  return { kind: 'failed', cause: 'unavailable', findings, evidence: null }
}

/** The result of a turn that could not start, for a reason that people can mend; throws anything else again. */
export function unavailableFor(error: unknown): TurnResult {
  if (error instanceof SigmaError) return unavailable([findingOf(error)])
  throw error
}

export function findingOf(error: SigmaError): Finding {
  return { rule: error.code, message: error.message, remedy: error.hint ?? 'sigma doctor' }
}
