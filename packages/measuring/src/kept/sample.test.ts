import { expect, test } from 'vitest'
import type { FileRecord, Outcome, SuiteRecord } from './record.ts'
import { sampleOf } from './sample.ts'

const outcome: Outcome = { tests: [], focused: [], isEmpty: false, leftOut: null }
const ran: FileRecord = { outcome, reach: null, commit: 'here', evidence: null }
const stood: FileRecord = { ...ran, commit: 'earlier' }

function record(files: Readonly<Record<string, FileRecord>>, always: readonly string[] = []): SuiteRecord {
  return {
    ...{ commit: 'here', tree: 't', version: 'v24', suiteMs: 0, here: new Set<string>(), isNarrow: false },
    files: new Map(Object.entries(files)),
    always: new Set(always),
  }
}

const many = (name: string, count: number, file: FileRecord): Readonly<Record<string, FileRecord>> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, file]))

/** As many numbers as are asked for, always the same. */
function numbers(seed: number): () => number {
  let at = seed
  return () => {
    at = (at * 16_807) % 2_147_483_647
    return at / 2_147_483_647
  }
}

const count = (files: readonly string[], name: string): number => files.filter((file) => file.startsWith(name)).length

test.each([
  ['many of both', 40, 40, 4, 4],
  ['few that stood', 2, 40, 2, 6],
  ['few that ran', 40, 1, 7, 1],
  ['few at all', 1, 2, 1, 2],
  ['none that stood', 0, 40, 0, 8],
])('a sample is small, and always has some that stood: %s', (_, standing, running, fromStood, fromRan) => {
  const sample = sampleOf(record({ ...many('r', running, ran), ...many('s', standing, stood) }), numbers(7))
  expect([count(sample, 's'), count(sample, 'r'), new Set(sample).size]).toEqual([fromStood, fromRan, sample.length])
})

test('chance decides which files it has', () => {
  const suite = record(many('s', 40, stood))
  const seen = new Set([1, 2, 3, 4, 5, 6, 7, 8].flatMap((seed) => sampleOf(suite, numbers(seed))))
  expect(seen.size).toBeGreaterThan(16)
})

test('what stands nowhere is no part of it', () => {
  expect(
    sampleOf(record({ failed: { ...stood, outcome: null }, doubted: stood, a: stood }, ['doubted']), numbers(1)),
  ).toEqual(['a'])
})
