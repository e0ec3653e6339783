import type { Advance, EventBody } from '@sigma/protocol'
import type { Store } from '../store/store.ts'
import type { Ledger, Origin } from './ledger.ts'
import type { AnyState } from './registered.ts'
import type { Seam } from './seam.ts'

/** What the parts of a host work at together. */
export interface Desk {
  readonly store: Store
  readonly ledger: Ledger
  readonly seam: Seam
  /** Runs that this host performs; of the others it only keeps the books. */
  readonly live: Set<string>
  /** Records an event and sees to what follows. */
  take(run: string, event: EventBody, origin: Origin): Advance<AnyState>
  carryOut(run: string, advance: Advance<AnyState>): void
  /** Writes a small change that is no event, in a transaction of its own. */
  write(what: string, work: () => void): void
  /** The store broke, or the host did: nothing more is done. */
  fail(error: unknown): void
}

/** Of an event that the host itself brings. */
export function hostOrigin(attempt: string, kind: EventBody['kind']): Origin {
  return { key: `${attempt} ${kind}`, attempt, caller: 'host' }
}
