import type { Ids } from '../ports/ports.ts'

/** Short enough to type, e.g. `tdd-k3f9a2`. */
export function newRunId(protocol: string, ids: Ids): string {
  return `${protocol}-${ids.nonce().slice(-6)}`
}
