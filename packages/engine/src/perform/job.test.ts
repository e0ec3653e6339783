import { expect, test } from 'vitest'
import { failedBy } from './job.ts'

const blobs = { put: () => 'sha256:0', get: () => new Uint8Array() }

test('a full disk is told by a way out of it, any other fault by where its report is', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(failedBy(full, 'phase0.check', blobs).findings).toMatchObject([{ remedy: 'Make room on the disk: df -h' }])
  const fault = failedBy(new Error('x'), 'phase0.check', blobs)
  expect(fault.findings).toMatchObject([{ remedy: 'sigma why phase0.check' }])
})
