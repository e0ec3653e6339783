/** The cheats and the honest work that every gate is shown, as a project with jest holds them. */
import { fileURLToPath } from 'node:url'
import type { Gates } from '@sigma/engine'
import { expect, test } from 'vitest'
import { folderCheckouts, memoryBlobs } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import { createGates } from '../gates.ts'
import { type Files, runProof } from '../proofs/proof.ts'
import { proofs } from '../proofs/proofs.ts'

const modules = process.env['SIGMA_JEST'] ?? fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const checkouts = folderCheckouts(undefined, modules)
const inner = createGates({ processes: localProcesses(), checkouts, blobs: memoryBlobs() })

const gates: Gates = {
  check: (check, signal) => {
    const { project } = check.parameters
    if (project === null || typeof project !== 'object' || !('runner' in project)) throw new Error('no project')
    return inner.check(
      { ...check, parameters: { ...check.parameters, project: { ...project, runner: 'jest' } } },
      signal,
    )
  },
}

/** Modules as they are, without a transform; the process that a source hooks into is jest's own. */
function forJest(files: Files): Files {
  const scripts = { test: 'NODE_OPTIONS=--experimental-vm-modules jest' }
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => {
      if (path === 'package.json') {
        return [path, JSON.stringify({ ...JSON.parse(text), scripts, jest: { transform: {} } })]
      }
      const own = text
        .replaceAll(`from 'node:test'`, `from '@jest/globals'`)
        .replace(/\{ timeout: (\d+) \}, (.*)\)$/m, '$2, $1)')
        .replace(`process.on('exit', () => process.exit(3))`, 'process.exit(3)')
      return [path, own]
    }),
  )
}

const known = proofs.filter((proof) => proof.rule !== 'runner-unknown')
const first = known.filter((proof, at) => known.findIndex(({ rule }) => rule === proof.rule) === at)
const shown =
  process.env['SIGMA_LONG'] === '1' ? known : [...first, ...known.filter(({ title }) => /two constants/.test(title))]

for (const proof of new Set(shown)) {
  const what = proof.rule === null ? 'passes' : `refuses by ${proof.rule}`
  test.concurrent(`${proof.gate} ${what} with jest: ${proof.title}`, { timeout: 120_000 }, async () => {
    const result = await runProof(proof, gates, (files) => checkouts.commit(forJest(files)))
    expect(result).toEqual({ ok: true, saw: result.saw })
  })
}
