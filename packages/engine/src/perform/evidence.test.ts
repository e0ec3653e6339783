import type { Check } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { blobUnknown } from '../errors.ts'
import type { Judgement } from '../ports/ports.ts'
import { recordable } from './recordable.ts'

test('a verdict whose evidence is not kept is none', () => {
  proves('SIG-50')
  const kept = new Map([['sha256:1', new Uint8Array()]])
  const blobs = {
    put: () => 'sha256:2',
    get: (ref: string) => {
      const bytes = kept.get(ref)
      if (bytes === undefined) throw blobUnknown(ref)
      return bytes
    },
  }
  const check: Check = { kind: 'check', id: 'a', at: { step: 'a' }, gate: 'red', commit: 'c0ffee', parameters: {} }
  const judgement: Judgement = { verdict: 'pass', findings: [], data: {}, evidence: 'sha256:1' }
  expect(recordable(check, judgement, blobs)).toMatchObject({ kind: 'judged', verdict: 'pass', evidence: 'sha256:1' })
  for (const evidence of ['', 'sha256:3']) expect(() => recordable(check, { ...judgement, evidence }, blobs)).toThrow()
})
