/** What a protocol brings, as one value: nothing outside its folder knows its words. */
import { draw, type ExploreReport, explore, type Json, type JsonObject, type Protocol } from '@sigma/protocol'
import { type AnyState, type Registered, registered } from '../host/registered.ts'
import type { About } from './about.ts'
import type { LoadGates } from './gates.ts'

/** How a run stands, for people. */
export interface Standing {
  /** Units that are being worked on, each with its workspace and the commit that it stands at. */
  readonly working: readonly UnitAtWork[]
}

export interface UnitAtWork {
  /** Name of the unit. */
  readonly unit: string
  readonly workspace: string
  readonly head: string
}

/** Limits by name, for the explorer: small enough to walk every state. */
export type Limits = Readonly<Partial<Record<string, number>>>

export interface Sample {
  /** Names of the limits that `of` knows. */
  readonly limits: readonly string[]
  of(limits: Limits): Json
}

export interface Kit extends Registered {
  /** Null: it cannot be read. */
  standing(state: JsonObject): Standing | null
  /** Gates whose verdict is about the work of the whole run, and not of one unit. */
  readonly wholeGates: readonly string[]
  readonly gates: LoadGates
  readonly sample: Sample
  /** Walks every state that a run with this input can come to. */
  explore(input: Json, spec: { readonly now: () => number }): ExploreReport
  /** The same states as a Mermaid diagram. */
  draw(input: Json): string
}

export interface KitSpec<Input, State extends AnyState> {
  readonly protocol: Protocol<Input, State>
  readonly about: (input: Input) => About
  readonly standing: (state: JsonObject) => Standing | null
  readonly wholeGates: readonly string[]
  readonly gates: LoadGates
  readonly sample: Sample
}

/** Closes over the protocol's own types. */
export function kit<Input, State extends AnyState>(spec: KitSpec<Input, State>): Kit {
  const { protocol, about, standing, wholeGates, gates, sample } = spec
  return {
    ...registered(protocol, about),
    standing,
    wholeGates,
    gates,
    sample,
    explore: (input, { now }) => explore(protocol, protocol.input.parse(input), { now }),
    draw: (input) => draw(protocol, protocol.input.parse(input)),
  }
}
