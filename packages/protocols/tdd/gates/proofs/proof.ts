import type { GateProof } from '@sigma/engine'
import type { Project } from '@sigma/protocol'
import type { GateName } from '../../machine/gate-parameters.ts'

export interface Proof extends GateProof {
  readonly gate: GateName
  readonly project: Project
}
