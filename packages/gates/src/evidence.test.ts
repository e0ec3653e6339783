import { expect, test } from 'vitest'
import { readEvidence, writeEvidence } from './evidence.ts'
import { memoryBlobs } from './fixture/folder-checkouts.ts'

const after = {
  runner: 'node:test',
  version: null,
  command: [],
  exit: 0,
  signal: null,
  durationMs: 1,
  tests: [],
  faults: [],
  empty: [],
  focused: [],
  problem: null,
}
const older = {
  gate: 'green',
  commit: 'c0ffee',
  sourceFrom: null,
  before: null,
  after,
  newTests: [],
  testFiles: {},
  coverage: null,
}

test('evidence of before coverage was read per cycle can be read, and says that nothing is known of it', () => {
  const blobs = memoryBlobs()
  const evidence = blobs.put(JSON.stringify(older))
  const unknown = { ...older, sourceFiles: {}, coveredFiles: null, coverageBase: null }
  expect(readEvidence(blobs, { commit: 'c0ffee', evidence })).toEqual(unknown)
  const known = { ...older, sourceFiles: {}, coveredFiles: ['src/a.js'], coverageBase: 'ba5e' }
  expect(readEvidence(blobs, { commit: 'c0ffee', evidence: writeEvidence(blobs, known) })).toEqual(known)
})
