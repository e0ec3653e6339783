import { expect, test } from 'vitest'
import type { Job, Tools } from './job.ts'
import { perform } from './perform.ts'

/** A check by gates that throw: as they are stopped, or by themselves. */
const checked = (signal: AbortSignal) =>
  perform(
    {
      signal,
      protocol: { name: 'tdd', version: 1 },
      open: { attempt: 'C1.check#1', effect: { kind: 'check', id: 'C1.check' } },
    } as unknown as Job,
    {
      ports: { gates: { check: () => Promise.reject(new Error('This operation was aborted')) } },
      blobs: { put: () => 'sha256:0' },
    } as unknown as Tools,
  )

test('a check that was stopped says nothing, and one that breaks by itself is a fault', async () => {
  expect(await checked(AbortSignal.abort())).toBeNull()
  expect(await checked(new AbortController().signal)).toMatchObject({ kind: 'failed', cause: 'crash' })
})
