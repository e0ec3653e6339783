/** The gates that a protocol brings, and how those of all protocols become one port. */
import { gatesMissing } from '../errors.ts'
import { protocolOf } from '../host/protocol-of.ts'
import type { Registered } from '../host/registered.ts'
import type { Blobs, Checkouts, Gates, Kept, OwnTools, Processes, ProtocolGates, Secrets } from '../ports/ports.ts'
import type { GateProof } from './gate-proof.ts'

/** What gates measure with. */
export interface GateWorld {
  readonly processes: Processes
  readonly checkouts: Checkouts
  readonly blobs: Blobs
  /** Absent: nothing is secret. */
  readonly secrets?: Pick<Secrets, 'known' | 'text'> | undefined
  /** What outlives this process of suites that ran; absent: nothing does. */
  readonly kept?: Kept | undefined
  /** Programs that checks are made by and no project brings; absent: there are none. */
  readonly tools?: OwnTools | undefined
}

export interface GateKit {
  open(world: GateWorld): Gates
  /** That each gate can refuse, and passes honest work, in a project with that test runner. */
  proofs(runner: string): readonly GateProof[]
}

/** Loads the gates when a host or `sigma doctor` needs them; null: the protocol measures nothing. */
export type LoadGates = (() => Promise<GateKit>) | null

interface WithGates extends Pick<Registered, 'name' | 'version'> {
  readonly gates: LoadGates
}

/** Each check is made by the gates of its own protocol, which are loaded and opened when the first is made. */
export function gatesOf(kits: readonly WithGates[], world: GateWorld): ProtocolGates {
  // Protocols that share their gates share what these know of suites that ran.
  const opened = new Map<() => Promise<GateKit>, Promise<Gates>>()
  async function open(load: () => Promise<GateKit>): Promise<Gates> {
    return (await load()).open(world)
  }
  return {
    check: async ({ protocol, version, ...check }, signal, acts) => {
      const kit = protocolOf(kits, { protocol, version })
      const load = kit?.gates ?? null
      if (kit === null || load === null) throw gatesMissing(check.gate, protocol)
      const gates = opened.get(load) ?? open(load)
      opened.set(load, gates)
      return (await gates).check(check, signal, acts)
    },
  }
}
