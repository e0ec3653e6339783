/** The module `@sigma/cli/testing`: what a project tries its own protocol with, without agents. */
export { type Simulated, type Simulation, simulate } from '@sigma/engine/simulation'
export { explore } from '@sigma/protocol'
export { answered, called, decided, failed, judged, play, transcript, wander } from '@sigma/protocol/testing'
