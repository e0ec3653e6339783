/** One thing that a gate must be able to do, shown to it by `sigma doctor` with the ports that runs are made with. */
import type { JsonObject } from '@sigma/protocol'
import type { Gates, Judgement } from '../ports/ports.ts'

/** Files of a project by path. */
type Files = Readonly<Record<string, string>>

/** A cheat or a mistake that a gate must refuse by its rule, or honest work that it must pass. */
export interface GateProof {
  readonly gate: string
  /** The finding that must be there; null: the work is honest and must pass. */
  readonly rule: string | null
  readonly title: string
  readonly before: Files
  readonly after: Files
  /** Further states of the same project, by name. */
  readonly others: Readonly<Record<string, Files>>
  readonly parameters: (stage: ProofStage) => Promise<JsonObject>
}

/** The states of a proof as commits. */
export interface ProofStage {
  readonly before: string
  readonly after: string
  readonly other: (name: string) => string
  /** Evidence of an earlier gate, for the gates that build on one. */
  readonly judge: (gate: string, commit: string, parameters: JsonObject) => Promise<string>
}

export interface ProofResult {
  readonly ok: boolean
  /** The verdict and the rules found, e.g. `fail: already-passes`. */
  readonly saw: string
}

/** Plays a proof with real ports; `commitFiles` makes a commit that holds exactly these files. */
export async function runProof(
  proof: GateProof,
  gates: Gates,
  commitFiles: (files: Files) => Promise<string>,
  signal: AbortSignal = AbortSignal.timeout(120_000),
): Promise<ProofResult> {
  const others = new Map<string, string>()
  for (const [name, files] of Object.entries(proof.others)) others.set(name, await commitFiles(files))
  const judge = (gate: string, commit: string, parameters: JsonObject): Promise<Judgement> =>
    gates.check({ kind: 'check', id: `proof-${gate}`, at: { step: gate }, gate, commit, parameters }, signal)
  const stage: ProofStage = {
    before: await commitFiles(proof.before),
    after: await commitFiles(proof.after),
    other: (name) => others.get(name) ?? '',
    judge: async (gate, commit, parameters) => (await judge(gate, commit, parameters)).evidence,
  }
  const judgement = await judge(proof.gate, stage.after, await proof.parameters(stage))
  return { ok: isAsExpected(proof, judgement), saw: describe(judgement) }
}

function isAsExpected({ rule }: GateProof, { verdict, findings }: Judgement): boolean {
  if (rule === null) return verdict === 'pass' && findings.length === 0
  return verdict !== 'pass' && findings.some((finding) => finding.rule === rule)
}

function describe({ verdict, findings }: Judgement): string {
  const rules = [...new Set(findings.map((finding) => finding.rule))]
  return rules.length === 0 ? verdict : `${verdict}: ${rules.join(', ')}`
}
