import { fileURLToPath } from 'node:url'
import { runProof } from '@sigma/engine'
import { expect, test } from 'vitest'
import { folderCheckouts, memoryBlobs } from '../../../../measuring/src/fixture/folder-checkouts.ts'
import { localProcesses } from '../../../../measuring/src/fixture/local-processes.ts'
import { inTurn, proofsShown } from '../fixture/other-runners.ts'
import { createGates } from '../gates.ts'
import { proofsFor } from './dialects.ts'
import { proofs } from './proofs.ts'

const modules = process.env['SIGMA_VITEST'] ?? fileURLToPath(new URL('../../../../../node_modules', import.meta.url))
const checkouts = folderCheckouts(undefined, modules)
const gates = createGates({ processes: localProcesses(), checkouts, blobs: memoryBlobs() })

for (const proof of proofsShown('vitest')) {
  const what = proof.rule === null ? 'passes' : `refuses by ${proof.rule}`
  test.concurrent(`with vitest ${proof.gate} ${what}: ${proof.title}`, { timeout: 120_000 }, async () => {
    expect(await runProof(proof, gates, checkouts.commit)).toMatchObject({ ok: true })
  })
}

test('every rule is shown once to a runner that is not node:test, and honest work to every gate', () => {
  expect(proofsFor('node:test')).toBe(proofs)
  expect(proofsFor('mocha')).toEqual([])
  for (const runner of ['vitest', 'jest']) {
    const rules = proofsFor(runner).map(({ gate, rule }) => rule ?? `honest ${gate}`)
    expect(new Set(rules).size).toBe(rules.length)
    const all = proofs.map(({ gate, rule }) => rule ?? `honest ${gate}`)
    expect(new Set(rules)).toEqual(new Set(all.filter((rule) => rule !== 'ended-early')))
  }
})

test('vitest and jest take turns, so that every rule is shown to one of them whenever tests are run', () => {
  const shown = (['vitest', 'jest'] as const).map((runner) =>
    inTurn(proofsFor(runner), runner).map(({ gate, rule }) => rule ?? `honest ${gate}`),
  )
  const honest = new Set(proofs.flatMap(({ gate, rule }) => (rule === null ? `honest ${gate}` : [])))
  const [vitest, jest] = shown.map((each) => new Set(each))
  expect(vitest?.intersection(jest ?? new Set())).toEqual(honest)
  const every = proofsFor('vitest').map(({ gate, rule }) => rule ?? `honest ${gate}`)
  expect(vitest?.union(jest ?? new Set())).toEqual(new Set(every))
})
