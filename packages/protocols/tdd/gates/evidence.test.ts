import { createHash } from 'node:crypto'
import { memoryBlobs } from '@sigma/engine'
import { readEvidence, writeEvidence } from '@sigma/measuring'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { parseEvidence } from '../../../measuring/src/evidence.ts'
import { trial } from './fixture/trial.ts'

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
/** Of a gate that measured nothing but the tests. */
const least = {
  gate: 'green',
  commit: 'c0ffee',
  sourceFrom: null,
  from: null,
  changes: [],
  patch: null,
  before: null,
  after,
  newTests: [],
  testFiles: {},
  sourceFiles: {},
  coverage: null,
  coveredFiles: ['src/a.js'],
  coverageBase: 'ba5e',
}

const stub = `export function slug() {\n  throw new Error('not implemented')\n}\n`
const testOf = (name: string, assertion: string): string =>
  `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { slug } from '../src/slug.js'\n\ntest('${name}', () => {\n  ${assertion}\n})\n`

test('what a gate did not try is null in its evidence', () => {
  const blobs = memoryBlobs()
  const evidence = writeEvidence(blobs, least)
  const untried = {
    again: null,
    takenBack: null,
    replayed: null,
    measures: null,
    testChanges: null,
    checks: null,
    mutants: null,
  }
  const rest = { laid: {}, ...untried, strength: null, meant: null }
  expect(readEvidence(blobs, { commit: 'c0ffee', evidence })).toEqual({ ...least, ...rest })
  expect(readEvidence(blobs, { commit: 'decaf', evidence })).toBeNull()
})

test('evidence names its schema; of a later one nothing is believed, and it stays as it is', async () => {
  proves('SIG-34')
  const blobs = memoryBlobs()
  const bytes = blobs.get(writeEvidence(blobs, least))
  expect(JSON.parse(new TextDecoder().decode(bytes))).toMatchObject({ schema: 1, gate: 'green' })
  expect(parseEvidence(bytes)).toMatchObject({ gate: 'green', commit: 'c0ffee' })
  const later = JSON.stringify({ ...least, schema: 2 })
  const evidence = blobs.put(later)
  expect(readEvidence(blobs, { commit: 'c0ffee', evidence })).toBeNull()
  expect(new TextDecoder().decode(blobs.get(evidence))).toBe(later)

  const { judge, blobs: kept, checkouts } = trial()
  const commit = await checkouts.commit({ 'src/a.js': '' })
  const red = { commit, evidence: kept.put(JSON.stringify({ ...least, gate: 'red', commit, schema: 2 })) }
  const judged = await judge('green', { 'src/a.js': '// a' }, { before: { commit, evidence: null }, red })
  expect(judged.verdict).toBe('unknown')
  expect(judged.rules).toContain('red-unknown')
})

test('a gate keeps what it saw under names that are its hashes: ids of tests, output, the change, and every file', async () => {
  proves('SIG-50')
  const { red, blobs } = trial()
  const before = { 'src/slug.js': stub, 'test/old.test.js': testOf('old', 'assert.ok(1)') }
  const written = `console.log('printed by a test \u001b[2J')\n${testOf('new', "assert.equal(slug('A'), 'a')")}`
  const { seen, commit } = await red(before, { ...before, 'test/slug.test.js': written })
  expect(seen).toMatchObject({
    gate: 'red',
    commit,
    newTests: ['test/slug.test.js › new'],
    changes: [{ path: 'test/slug.test.js', status: 'A' }],
    before: { tests: [{ id: 'test/old.test.js › old', state: 'passed' }] },
    after: { exit: 1, tests: [{ state: 'passed' }, { id: 'test/slug.test.js › new', state: 'failed' }] },
  })
  const text = (name: string | null | undefined): string => new TextDecoder().decode(blobs.get(name ?? ''))
  expect(seen.from).toMatch(/^[0-9a-f]{40}$/)
  expect(text(seen.patch)).toContain("+test('new'")
  expect(text(seen.after.output)).toMatch(/^\$ node [\s\S]*\nexit 1\n── stdout\n[\s\S]*printed by a test/)
  expect(text(seen.before?.output)).toMatch(/exit 0/)
  expect(text(seen.after.output)).not.toContain('sigma-gates-')
  const hash = createHash('sha256').update(written).digest('hex')
  expect(seen.testFiles).toMatchObject({ 'test/slug.test.js': `sha256:${hash}` })
})
