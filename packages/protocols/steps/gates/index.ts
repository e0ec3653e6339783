/** The gates of step protocols: what a skill says, and what an agent left. */
import { type GateKit, type GateWorld, sha256 } from '@sigma/engine'
import type { Finding, JsonObject } from '@sigma/protocol'
import { memoryParameters, skillsParameters } from '../machine/gate-parameters.ts'
import { memoryFaults } from './memory.ts'
import { proofs } from './proofs/proofs.ts'
import { type Keep, lookAt } from './skills.ts'

export const gateKit: GateKit = {
  open: (world) => ({
    check: async ({ gate, commit, parameters }) =>
      gate === 'skills' ? skills(world, commit, parameters) : await memory(world, commit, parameters),
  }),
  proofs: () => proofs,
}

function skills({ blobs }: Pick<GateWorld, 'blobs'>, commit: string, given: JsonObject) {
  const keep: Keep = (name, text) => ({ name, hash: `sha256:${sha256(text)}`, blob: blobs.put(text) })
  const looked = lookAt(skillsParameters.parse(given), keep)
  const evidence = blobs.put(JSON.stringify({ gate: 'skills', commit, skills: looked.skills }))
  return judgement(looked.findings, { skills: looked.skills }, evidence)
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
