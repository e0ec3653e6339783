/** The simulation for whoever may not need it: a host is a lot to load, and who only plays a protocol needs none of it. */
import type { Protocol } from '@sigma/protocol'
import type { AnyState } from '../../host/registered.ts'
import type { Simulated, Simulation } from './simulate.ts'

export type { Simulated, Simulation } from './simulate.ts'

/**
 * Plays the protocol many times by a host in memory: agents, gates and people do anything, hosts die, the clock is virtual.
 * Fails with the first seed whose run breaks a rule.
 */
export async function simulate<Input, State extends AnyState>(
  protocol: Protocol<Input, State>,
  input: Input,
  options: Simulation<Input> = {},
): Promise<Simulated> {
  const simulation = await import('./simulate.ts')
  return await simulation.simulate(protocol, input, options)
}
