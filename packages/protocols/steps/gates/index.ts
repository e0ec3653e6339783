/** The gates of step protocols: what a skill says, and what an agent left. */
import { type GateKit, type GateWorld, sha256 } from '@sigma/engine'
import type { Finding, JsonObject } from '@sigma/protocol'
import { memoryParameters, skillsParameters } from '../machine/gate-parameters.ts'
import { memoryFaults } from './memory.ts'
import { proofs } from './proofs/proofs.ts'
import { readSkill } from './skill-file.ts'

export const gateKit: GateKit = {
  open: (world) => ({
    check: async ({ gate, commit, parameters }) =>
      gate === 'skills' ? skills(world, commit, parameters) : await memory(world, commit, parameters),
  }),
  proofs: () => proofs,
}

function skills({ blobs }: Pick<GateWorld, 'blobs'>, commit: string, given: JsonObject) {
  const read = skillsParameters.parse(given).skills.map(({ name, text }) => ({ text, read: readSkill(name, text) }))
  const findings = read.flatMap((each) => (each.read.kind === 'faults' ? each.read.faults : []))
  const found = read.flatMap(({ text, read: skill }) =>
    skill.kind === 'skill'
      ? [{ name: skill.name, hash: `sha256:${sha256(text)}`, blob: blobs.put(text), phases: skill.phases }]
      : [],
  )
  return judgement(findings, { skills: found }, blobs.put(JSON.stringify({ gate: 'skills', commit, skills: found })))
}

async function memory({ blobs, checkouts }: Pick<GateWorld, 'blobs' | 'checkouts'>, commit: string, given: JsonObject) {
  const { task, path, since } = memoryParameters.parse(given)
  const textAt = async (at: string): Promise<string | null> => {
    const bytes = await checkouts.read(at, path)
    return bytes === null ? null : new TextDecoder().decode(bytes)
  }
  const text = await textAt(commit)
  const earlier = since === undefined ? null : await textAt(since)
  const evidence = blobs.put(JSON.stringify({ gate: 'memory', commit, path, text }))
  return judgement(memoryFaults(text, { task, path, earlier }), { bytes: Buffer.byteLength(text ?? '') }, evidence)
}

const judgement = (findings: readonly Finding[], data: object, evidence: string) => ({
  verdict: findings.length === 0 ? ('pass' as const) : ('fail' as const),
  findings: findings.map((finding) => ({ ...finding, evidence })),
  data: JSON.parse(JSON.stringify(data)),
  evidence,
})
