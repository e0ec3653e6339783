/** The module `@sigma/cli/testing`: what a project tries its own protocol with, without agents. */
import type { Simulated, Simulation } from '@sigma/engine/simulation'
import type { Kinded, Protocol } from '@sigma/protocol'

export type { Simulated, Simulation } from '@sigma/engine/simulation'
export { explore } from '@sigma/protocol'
export { answered, called, decided, failed, judged, play, transcript, wander } from '@sigma/protocol/testing'

/**
 * Plays the protocol many times by a host in memory: agents, gates and people do anything, hosts die, the clock is virtual.
 * Fails with the first seed whose run breaks a rule.
 */
export async function simulate<Input, State extends Kinded>(
  protocol: Protocol<Input, State>,
  input: Input,
  options: Simulation<Input> = {},
): Promise<Simulated> {
  // A host is a lot to load, and who only plays a protocol needs none of it.
  const simulation = await import('@sigma/engine/simulation')
  return await simulation.simulate(protocol, input, options)
}
