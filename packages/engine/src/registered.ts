import type { Protocol } from '@sigma/protocol'

/** A protocol as the host knows it: its types are closed over, JSON goes in and out. */
export interface Registered {
  readonly name: string
  readonly version: number
}

/** Makes a protocol known to a host. `asks` reads the kernel's budget of agent calls from the run's input. */
export declare function registered<Input, State extends { readonly kind: string }>(
  protocol: Protocol<Input, State>,
  asks: (input: Input) => number,
): Registered
