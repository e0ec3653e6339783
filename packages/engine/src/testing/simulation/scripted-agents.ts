import { type Json, jsonOf, readAnswer, type Usage } from '@sigma/protocol'
import { canonical } from '../../identity/canonical.ts'
import type { Agents, Blobs, Clock, TurnRequest, TurnResult } from '../../ports/ports.ts'
import { afterMs } from '../../time/alarm.ts'
import type { World } from '../world/world.ts'

/** What a scripted agent is told, in short. */
export interface Told {
  readonly request: TurnRequest
  readonly writable: readonly string[]
  readonly codes: readonly string[]
  /** Everything but the attempt: the same question has the same name, however often it is put. */
  readonly question: string
}

/** What it does: files (null: deleted), then a code, or a failure; neither is no answer at all. */
export interface Does {
  readonly files?: Readonly<Record<string, string | null>>
  readonly code?: string
  readonly message?: string
  /** Beside the code. */
  readonly data?: Json
  readonly failure?: 'crash' | 'timeout' | 'invalid' | 'limited' | 'unavailable'
  readonly ms?: number
  /** Absent: it does not say. */
  readonly usage?: Usage
  /** Of `limited`. */
  readonly retryAfterMs?: number
}

export type Script = (told: Told) => Does | Promise<Does>

export interface ScriptedWorld {
  readonly world: World
  readonly blobs: Blobs
  readonly script: Script
  readonly clock: Clock
}

/** Agents that play a script in the memory world. */
export function scriptedAgents({ world, blobs, script, clock }: ScriptedWorld): Agents {
  return {
    turn: async (request, signal): Promise<TurnResult> => {
      const told = tell(request)
      request.onBegun({ session: `session of ${request.attempt}`, pid: 1 })
      request.onActivity(`plays ${request.phase}`)
      const does = await script(told)
      await pass(does.ms ?? 0, clock, signal)
      const output = blobs.put(canonical({ says: does.code ?? does.failure ?? null, message: does.message ?? '' }))
      if (signal.aborted) return failure('interrupted', output)
      const files = world.workspaces.get(request.cwd)
      for (const [path, content] of Object.entries(does.files ?? {})) {
        if (content === null) files?.delete(path)
        else files?.set(path, content)
      }
      const used = does.usage === undefined ? {} : { usage: does.usage }
      const wait = does.retryAfterMs === undefined ? {} : { retryAfterMs: does.retryAfterMs }
      if (does.failure !== undefined) return { ...failure(does.failure, output), ...used, ...wait }
      const answer = readAnswer(does.code === undefined ? '' : `→${does.code}`, request.codes)
      if (answer.kind === 'invalid')
        return { kind: 'failed', cause: 'invalid', findings: answer.findings, evidence: output }
      return {
        kind: 'answered',
        code: answer.code,
        message: does.message ?? '',
        ...(does.data !== undefined && { data: does.data }),
        usage: does.usage ?? 'unknown',
        output,
      }
    },
  }
}

/** Takes so long, unless it is ended before. */
function pass(ms: number, clock: Clock, signal: AbortSignal): Promise<void> {
  if (ms === 0 || signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const disarm = afterMs(ms, clock, resolve)
    signal.addEventListener('abort', () => {
      disarm()
      resolve()
    })
  })
}

function failure(cause: NonNullable<Does['failure']> | 'interrupted', evidence: string): TurnResult {
  const finding = { rule: `scripted-${cause}`, message: `The script says ${cause}.`, remedy: 'Change the script.' }
  return { kind: 'failed', cause, findings: [finding], evidence }
}

function tell(request: TurnRequest): Told {
  const { metadata, ...handoff } = request.handoff
  const { turn: _turn, ...rest } = metadata
  const question = canonical(jsonOf({ ...handoff, metadata: rest }))
  return { request, writable: metadata.writable, codes: metadata.codes, question }
}
