import type { Blobs, Clock, Ids, Ports } from '@sigma/engine'
import type { World } from '@sigma/engine/testing'
import { keepSampleDocuments } from './sample-run.ts'
import { type Script, scriptedAgents } from './scripted-agents.ts'
import { type Judge, scriptedGates } from './scripted-gates.ts'
import { honest } from './scripts.ts'

export interface ScriptedPorts {
  readonly world: World
  readonly clock: Clock
  readonly ids: Ids
  /** Absent: each turn is done as it should be. */
  readonly script?: Script
  /** Absent: everything passes. */
  readonly judge?: Judge
}

/** The ports of a host whose agents and gates play a script; the documents of the sample are in its store. */
export function scriptedPorts(spec: ScriptedPorts): (blobs: Blobs) => Ports {
  const { world, clock, ids, script = honest, judge = () => 'pass' } = spec
  return (blobs) => {
    keepSampleDocuments(blobs)
    const agents = scriptedAgents({ world, blobs, script, clock })
    return { clock, ids, agents, gates: scriptedGates(blobs, judge), workspaces: world.ports(blobs) }
  }
}
