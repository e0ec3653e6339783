/** The proofs as a project with another runner has them: the same cheats and the same honest work, in its words. */

import type { Files } from '@sigma/measuring'
import type { Proof } from './proof.ts'
import { proofs } from './proofs.ts'

/** What a file of a proof is in a project with that runner. */
type Dialect = (path: string, text: string) => string

const dialects: ReadonlyMap<string, Dialect> = new Map([
  ['node:test', (_, text) => text],
  ['vitest', (_, text) => text.replaceAll(`from 'node:test'`, `from 'vitest'`)],
  ['jest', jestText],
])

/** Vitest and jest outlive a process that is ended at its exit, so there is nothing to refuse. */
const ofNodeAlone = 'ended-early'

/** All proofs for node:test, and one for each rule where the judging is the same and only the runner is another. */
export function proofsFor(runner: string): readonly Proof[] {
  const every = everyProofFor(runner)
  if (runner === 'node:test') return every
  return every.filter((proof, at) => at === every.findIndex((each) => keyOf(each) === keyOf(proof)))
}

export function everyProofFor(runner: string): readonly Proof[] {
  const dialect = dialects.get(runner)
  if (dialect === undefined) return []
  if (runner === 'node:test') return proofs
  return proofs.filter(({ rule }) => rule !== ofNodeAlone).map((proof) => translated(proof, runner, dialect))
}

/** Honest work is shown to every gate, each rule once. */
const keyOf = ({ gate, rule }: Proof): string => (rule === null ? `honest ${gate}` : rule)

function translated(proof: Proof, runner: string, dialect: Dialect): Proof {
  const files = (from: Files): Files =>
    Object.fromEntries(Object.entries(from).map(([path, text]) => [path, dialect(path, text)]))
  const project = proof.project.runner === 'node:test' ? { ...proof.project, runner } : proof.project
  return {
    ...proof,
    before: files(proof.before),
    after: files(proof.after),
    others: Object.fromEntries(Object.entries(proof.others).map(([name, each]) => [name, files(each)])),
    project,
    parameters: proof.parametersFor(project),
  }
}

/** Modules as they are, without a transform. */
function jestText(path: string, text: string): string {
  if (path === 'package.json') {
    const scripts = { test: 'NODE_OPTIONS=--experimental-vm-modules jest' }
    return JSON.stringify({ ...JSON.parse(text), scripts, jest: { transform: {} } })
  }
  const own = text.replaceAll(`from 'node:test'`, `from '@jest/globals'`)
  return own.replace(/\{ timeout: (\d{1,9}) \}, (.{1,500})\)$/m, '$2, $1)')
}
