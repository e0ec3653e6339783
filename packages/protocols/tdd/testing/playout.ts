import type { Registered } from '@sigma/engine'
import { type Scene as AnyScene, type Played, playOut as playAnywhere, readerOver } from '@sigma/engine/testing'
import type { Script } from './scripted-agents.ts'
import type { Judge } from './scripted-gates.ts'
import { scriptedPorts } from './scripted-ports.ts'

export { moved, type Played } from '@sigma/engine/testing'

/** A run with everything it meets; the documents of the sample are in its store. */
export interface Scene extends Omit<AnyScene, 'portsOf' | 'world'> {
  readonly protocol: Registered
  readonly script: Script
  readonly judge: Judge
}

/** Plays a run to its end, through as many hosts as it takes: the n-th dies at its `crashes[n]`-th boundary. */
export const playOut = ({ script, judge, ...scene }: Scene, crashes: readonly number[] = []): Promise<Played> =>
  playAnywhere({ ...scene, portsOf: (meets) => scriptedPorts({ ...meets, script, judge }) }, crashes)

export function readerOf({ disk }: Played): ReturnType<typeof readerOver> {
  return readerOver(disk.open().database)
}
