import type { GateProof, ProofStage } from '@sigma/engine'
import type { Files } from '@sigma/measuring'
import type { JsonObject, Project } from '@sigma/protocol'
import type { GateName } from '../../machine/gate-parameters.ts'
import { asJson, project, start } from './slug.ts'

export interface Proof extends GateProof {
  readonly gate: GateName
  readonly project: Project
  /** The parameters where the project is another one. */
  readonly parametersFor: (project: Project) => GateProof['parameters']
}

/** What a gate is shown. */
export interface Shown {
  readonly after: Files
  /** Absent: as Phase 0 leaves it. */
  readonly before?: Files
  /** Where it differs from that of all proofs. */
  readonly project?: Partial<Project>
  readonly others?: Readonly<Record<string, Files>>
}

/** `more`: the gate's parameters beside the project and what was there before. */
export function proofOf(
  gate: GateName,
  { rule, title }: Pick<Proof, 'rule' | 'title'>,
  { after, before = start, project: own, others = {} }: Shown,
  more: (stage: ProofStage, shared: JsonObject) => Promise<JsonObject> | JsonObject,
): Proof {
  const whole = { ...project, ...own }
  const parametersFor: Proof['parametersFor'] = (given) => async (stage) => {
    const shared = { project: asJson(given), before: { commit: stage.before, evidence: null } }
    return { ...shared, ...(await more(stage, shared)) }
  }
  const parameters = parametersFor(whole)
  return { gate, rule, title, before, after, project: whole, others, parameters, parametersFor }
}

/** Of the gate RED. */
export const wanted = { tests: ['test/**'], interfaces: ['slug'], sourceFrom: null } as const
