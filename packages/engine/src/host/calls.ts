import type { CallResult } from '@sigma/protocol'

/** Callers that wait in this process; their calls are in the journal, the callers are not. */
export interface Calls {
  wait(call: string): Promise<CallResult>
  respond(call: string, result: CallResult): void
  fail(error: unknown): void
}

export function callsOf(): Calls {
  const waiting = new Map<string, { resolve(result: CallResult): void; reject(error: unknown): void }>()
  return {
    wait: (call) => new Promise((resolve, reject) => waiting.set(call, { resolve, reject })),
    respond: (call, result) => {
      waiting.get(call)?.resolve(result)
      waiting.delete(call)
    },
    fail: (error) => {
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    },
  }
}
