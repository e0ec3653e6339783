/** The cheats and the honest work that every gate is shown, as a project with vitest holds them. */
import { fileURLToPath } from 'node:url'
import { memoryBlobs, runProof } from '@sigma/engine'
import { expect, test } from 'vitest'
import { folderCheckouts } from '../../../../measuring/src/fixture/folder-checkouts.ts'
import { localProcesses } from '../../../../measuring/src/fixture/local-processes.ts'
import { createGates } from '../gates.ts'
import { everyProofFor } from './dialects.ts'

const modules = process.env['SIGMA_VITEST'] ?? fileURLToPath(new URL('../../../../../node_modules', import.meta.url))
const checkouts = folderCheckouts(undefined, modules)
const gates = createGates({ processes: localProcesses(), checkouts, blobs: memoryBlobs() })

for (const proof of everyProofFor('vitest')) {
  const what = proof.rule === null ? 'passes' : `refuses by ${proof.rule}`
  test.concurrent(`with vitest ${proof.gate} ${what}: ${proof.title}`, { timeout: 480_000 }, async () => {
    expect(await runProof(proof, gates, checkouts.commit)).toMatchObject({ ok: true })
  })
}
