import type { Gates, Judgement } from '@sigma/engine'
import type { Files } from '@sigma/measuring'
import type { JsonObject, Project } from '@sigma/protocol'
import type { GateName } from '../../machine/gate-parameters.ts'

/**
 * One thing that a gate must be able to do: refuse a cheat or a mistake by its rule, or pass honest work. `sigma doctor`
 * plays them against the ports it runs with.
 */
export interface Proof {
  readonly gate: GateName
  /** The finding that must be there; null: the work is honest and must pass. */
  readonly rule: string | null
  readonly title: string
  readonly before: Files
  readonly after: Files
  readonly project: Project
  /** Further states of the same project, by name: accepted RED, cycles of a slice. */
  readonly others: Readonly<Record<string, Files>>
  readonly parameters: (stage: Stage) => Promise<JsonObject>
}

/** The states of a proof as commits. */
export interface Stage {
  readonly before: string
  readonly after: string
  readonly other: (name: string) => string
  /** Evidence of an earlier gate, for the gates that build on one. */
  readonly judge: (gate: GateName, commit: string, parameters: JsonObject) => Promise<string>
}

export interface ProofResult {
  readonly ok: boolean
  /** The verdict and the rules found, e.g. `fail: already-passes`. */
  readonly saw: string
}

/** Plays a proof with real ports; `commitFiles` makes a commit that holds exactly these files. */
export async function runProof(
  proof: Proof,
  gates: Gates,
  commitFiles: (files: Files) => Promise<string>,
  signal: AbortSignal = AbortSignal.timeout(120_000),
): Promise<ProofResult> {
  const others = new Map<string, string>()
  for (const [name, files] of Object.entries(proof.others)) others.set(name, await commitFiles(files))
  const judge = (gate: GateName, commit: string, parameters: JsonObject): Promise<Judgement> =>
    gates.check({ kind: 'check', id: `proof-${gate}`, at: { step: gate }, gate, commit, parameters }, signal)
  const stage: Stage = {
    before: await commitFiles(proof.before),
    after: await commitFiles(proof.after),
    other: (name) => others.get(name) ?? '',
    judge: async (gate, commit, parameters) => (await judge(gate, commit, parameters)).evidence,
  }
  const judgement = await judge(proof.gate, stage.after, await proof.parameters(stage))
  return { ok: isAsExpected(proof, judgement), saw: describe(judgement) }
}

function isAsExpected({ rule }: Proof, { verdict, findings }: Judgement): boolean {
  if (rule === null) return verdict === 'pass' && findings.length === 0
  return verdict !== 'pass' && findings.some((finding) => finding.rule === rule)
}

function describe({ verdict, findings }: Judgement): string {
  const rules = [...new Set(findings.map((finding) => finding.rule))]
  return rules.length === 0 ? verdict : `${verdict}: ${rules.join(', ')}`
}
