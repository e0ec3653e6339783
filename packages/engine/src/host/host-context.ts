import type { Advance, EventBody, Message } from '@sigma/protocol'
import type { Blobs, Ports } from '../ports/ports.ts'
import type { Store } from '../store/store.ts'
import type { Reader } from '../views/views.ts'
import type { CrashPoints } from './crash-points.ts'
import type { Ledger, Origin } from './ledger.ts'
import type { AnyState } from './registered.ts'

/** What the parts of a host work with. */
export interface HostContext {
  readonly store: Store
  readonly ledger: Ledger
  readonly reader: Reader
  readonly ports: Ports
  /** Blobs of the store, from whose texts secrets are taken out. */
  readonly blobs: Blobs
  readonly crashPoints: CrashPoints
  /** Runs that this host performs; of the others it only keeps the books. */
  readonly live: Set<string>
  /** Records an event and sees to what follows. */
  take(run: string, event: EventBody, origin: Origin): Advance<AnyState>
  carryOut(run: string, advance: Advance<AnyState>): void
  /** Writes a small change that is no event, in a transaction of its own. */
  write(what: string, work: () => void): void
  /** Keeps a message beside the run's events, for people. */
  note(run: string, message: Message): void
  /** The store broke, or the host did: nothing more is done. */
  fail(error: unknown): void
}

/** Origin of an event that the host itself brings. */
export function hostOrigin(attempt: string, kind: EventBody['kind']): Origin {
  return { key: `${attempt} ${kind}`, attempt, caller: 'host' }
}
