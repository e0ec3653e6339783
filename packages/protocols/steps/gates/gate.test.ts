import { memoryBlobs } from '@sigma/engine'
import type { Check } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { gateKit } from './index.ts'
import { proofs } from './proofs/proofs.ts'

const signal = new AbortController().signal

test.each(proofs.map((proof) => [proof.gate, proof.rule ?? 'pass', proof.title, proof] as const))(
  'the gate %s says %s of %s',
  async (gate, rule, _, proof) => {
    proves('EXE-06', 'EXE-23')
    const files: Readonly<Record<string, string>> = proof.after
    // as: what the gates ask of their world, and nothing else.
    const world = {
      blobs: memoryBlobs(),
      checkouts: {
        read: async (_commit: string, path: string) =>
          Object.hasOwn(files, path) ? Buffer.from(files[path] ?? '') : null,
      },
    } as unknown as Parameters<typeof gateKit.open>[0]
    const stage = { before: 'b', after: 'a', other: () => '', judge: async () => '' }
    const parameters = await proof.parameters(stage)
    const check: Check = { kind: 'check', id: gate, at: { step: gate }, gate, commit: 'a', parameters }
    const judged = await gateKit.open(world).check(check, signal)
    expect(judged.findings.map((finding) => finding.rule)).toEqual(proof.rule === null ? [] : [rule])
    expect(judged.verdict).toBe(proof.rule === null ? 'pass' : 'fail')
  },
)
