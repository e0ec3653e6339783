/**
 * The cheats and the honest work that every gate is shown, as a project with jest holds them. In CI the release is shown them,
 * in a repository with the same version: see `test/repositories/twelve.ts`.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memoryBlobs, runProof } from '@sigma/engine'
import { afterAll, expect, test } from 'vitest'
import { compilingCheckouts } from '../../../../measuring/src/fixture/compiling-checkouts.ts'
import { localProcesses } from '../../../../measuring/src/fixture/local-processes.ts'
import { createGates } from '../gates.ts'
import { everyProofFor } from './dialects.ts'

const modules = process.env['SIGMA_JEST'] ?? fileURLToPath(new URL('../../../../../node_modules', import.meta.url))
const compiled = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-compiled-')))
afterAll(() => rmSync(compiled, { recursive: true, force: true }))
const checkouts = compilingCheckouts(modules, compiled)
const gates = createGates({ processes: localProcesses(), checkouts, blobs: memoryBlobs() })

for (const proof of everyProofFor('jest')) {
  const what = proof.rule === null ? 'passes' : `refuses by ${proof.rule}`
  test.concurrent(`with jest ${proof.gate} ${what}: ${proof.title}`, { timeout: 480_000 }, async () => {
    expect(await runProof(proof, gates, checkouts.commit)).toMatchObject({ ok: true })
  })
}
