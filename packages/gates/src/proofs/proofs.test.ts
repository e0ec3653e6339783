import { expect, test } from 'vitest'
import { folderCheckouts, memoryBlobs } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import { createGates } from '../gates.ts'
import { runProof } from './proof.ts'
import { proofs } from './proofs.ts'

const checkouts = folderCheckouts()
const gates = createGates({ processes: localProcesses(), checkouts, blobs: memoryBlobs() })

for (const proof of proofs) {
  const expected = proof.rule === null ? 'passes' : `refuses as ${proof.rule}`
  test.concurrent(`${proof.gate} ${expected}: ${proof.title}`, async () => {
    const { ok, saw } = await runProof(proof, gates, checkouts.commit)
    expect({ ok, saw }).toEqual({ ok: true, saw })
  })
}
