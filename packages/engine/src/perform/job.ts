import type { BlobRef, Failed, Message, Open, TurnName } from '@sigma/protocol'
import { SigmaError } from '../errors.ts'
import type { HostContext } from '../host/host-context.ts'
import type { Registered } from '../host/registered.ts'
import type { AgentState } from '../ports/agents.ts'
import type { Blobs } from '../ports/ports.ts'
import { firstFault, isChange, osFaultOf } from './os-faults.ts'
import type { Watch } from './watch.ts'

/** One open attempt, being performed. */
export interface Job {
  readonly run: string
  readonly protocol: Pick<Registered, 'name' | 'version'>
  readonly open: Open
  /** A person plays it. */
  readonly isPerson: boolean
  readonly signal: AbortSignal
  /** Globs of files that no agent of this run may change. */
  readonly guarded: readonly string[]
  /** The process that plays it runs. */
  readonly begun: (begun: {
    readonly session: string | null
    readonly pid: number | null
    readonly brief: BlobRef
    readonly turn: TurnName
  }) => void
  /** What it does now, in a few words, for people. */
  readonly acts: (text: string) => void
  /** Its limit is over, and it goes on for a little: told once for each piece of work. */
  readonly reminds: (message: Message) => void
  /** How it stands, for people. */
  readonly stands: (state: AgentState) => void
}

/** What jobs are done with. */
export interface Tools extends Pick<HostContext, 'ports' | 'blobs' | 'note'> {
  readonly watch: Watch
}

/** What a port that threw means: something a person can put right, or a bug, kept with its stack. */
export function failedBy(thrown: unknown, id: string, blobs: Blobs): Failed {
  const first = firstFault(thrown)
  const error = osFaultOf(first) ?? first
  const told = error instanceof SigmaError
  const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  return {
    kind: 'failed',
    id,
    // Who installs something meanwhile is at fault in nothing, and done soon: the attempt is made again.
    cause: isChange(error) ? 'interrupted' : told ? 'unavailable' : 'crash',
    findings: [
      {
        rule: told ? error.code : 'broke',
        message: error instanceof Error ? error.message : String(error),
        remedy: (told ? error.hint : null) ?? `sigma why ${id}`,
      },
    ],
    evidence: blobs.put(stack),
    final: false,
  }
}
