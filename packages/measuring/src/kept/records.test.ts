import { memoryKept } from '@sigma/engine'
import { expect, test } from 'vitest'
import type { TestCase } from '../runners/test-run.ts'
import { type FileRecord, recordIn, type SuiteRecord, textOf } from './record.ts'
import { recordsIn } from './records.ts'

const surroundings = 'a'.repeat(64)
const passed: TestCase = {
  ...{ id: 'test/a.test.js › says hunter2', file: 'test/a.test.js', names: ['says hunter2'], outermost: 1 },
  ...{ state: 'passed', line: 3, column: 1, failure: null },
}
const file: FileRecord = {
  outcome: { tests: [passed], isEmpty: false, leftOut: null, focused: ['test/a.test.js:3'] },
  reach: { files: ['src/a.js', 'src/b.js'], folders: [''], missing: ['src/b.js'], open: null },
  ...{ commit: 'c1', evidence: 'sha256:e' },
}
const record: SuiteRecord = {
  ...{ commit: 'c1', tree: 'b'.repeat(64), version: 'v24', suiteMs: 74_000, here: new Set<string>(), isNarrow: false },
  files: new Map([
    ['test/a.test.js', file],
    ['test/b.test.js', { outcome: null, reach: null, commit: 'c1', evidence: null }],
  ]),
  always: new Set(['test/b.test.js']),
}
const plain = (text: string): string => text

test('a record is read as it was written', () => {
  expect(recordIn(textOf(record, plain))).toEqual(record)
})

test('known secrets are not kept', () => {
  const text = textOf(record, (each) => each.replaceAll('hunter2', '•••'))
  expect(text).not.toContain('hunter2')
  expect(recordIn(text)?.files.get('test/a.test.js')?.outcome?.tests[0]?.names).toEqual(['says •••'])
  const kept = memoryKept()
  recordsIn(kept, (each) => each.replaceAll('hunter2', '•••')).keep(surroundings, record)
  expect(kept.names().map((name) => kept.get(name))).toEqual([text])
})

test('a record stands under its own name alone', () => {
  const kept = memoryKept()
  recordsIn(kept).keep(surroundings, record)
  const later = recordsIn(kept)
  expect(later.of(surroundings, record.tree)).toEqual(record)
  expect([...later.all(surroundings)]).toEqual([record])
  expect(later.of('c'.repeat(64), record.tree)).toBeNull()
  expect([...later.all('c'.repeat(64))]).toEqual([])
  const [name = ''] = kept.names()
  // Of two trees whose names begin alike, one has the record.
  expect(later.of(surroundings, `${'b'.repeat(24)}${'d'.repeat(40)}`)).toBeNull()
  kept.put(name.replace('b', 'e'), kept.get(name) ?? '')
  expect([...recordsIn(kept).all(surroundings)]).toEqual([record])
})

test('what another process came to doubt stands no more, and is not forgotten by this one', () => {
  const kept = memoryKept()
  const [host, doctor] = [recordsIn(kept), recordsIn(kept)]
  expect(host.any()).toBe(false)
  host.keep(surroundings, record)
  doctor.doubt(['test/a.test.js'])
  expect([...(host.of(surroundings, record.tree)?.always ?? [])]).toEqual(['test/b.test.js', 'test/a.test.js'])
  host.doubt(['test/c.test.js'])
  host.keep(surroundings, { ...record, tree: 'd'.repeat(64) })
  expect(kept.get('doubted')).toBe('["test/a.test.js","test/c.test.js"]')
  expect(host.any()).toBe(true)
  const empty = memoryKept()
  recordsIn(empty).doubt(['test/a.test.js'])
  expect(recordsIn(empty).any()).toBe(false)
})

test.each([
  ['no JSON', '{'],
  ['no object', '[]'],
  ['of no version', textOf(record, plain).replace('"schema":1,', '')],
  ['of a later version', textOf(record, plain).replace('"schema":1', '"schema":2')],
  ['with a failed test', textOf(record, plain).replace('"passed"', '"failed"')],
  ['with a place outside of its paths', textOf(record, plain).replace(/"paths":\[[^\]]*\]/, '"paths":[]')],
  ['with half a number', textOf(record, plain).replace(/"files":"[A-Za-z0-9+/=]+"/, '"files":"AAA="')],
])('what is %s is no record', (_, text) => {
  expect(text).not.toBe(textOf(record, plain))
  expect(recordIn(text)).toBeNull()
})
