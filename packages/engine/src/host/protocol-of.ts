import type { RunView } from '../views/views.ts'
import type { Registered } from './registered.ts'

/** Null: this Sigma does not know that version of the protocol. */
export function protocolOf<Known extends Pick<Registered, 'name' | 'version'>>(
  known: readonly Known[],
  run: Pick<RunView, 'protocol' | 'version'>,
): Known | null {
  return known.find(({ name, version }) => name === run.protocol && version === run.version) ?? null
}
