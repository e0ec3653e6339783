import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readReport } from './jest-report.ts'

const tree = { root: '/tree', folder: '', isSource: (path: string) => path.startsWith('src/') }
const files = ['slug', 'only', 'throws', 'empty', 'flaky'].map((name) => `test/${name}.test.js`)
const captured = (version: number): readonly string[] =>
  readFileSync(new URL(`../fixture/jest-${version}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')

const signed = (lines: readonly string[], key = 'key'): string =>
  lines.map((json, at) => `${createHmac('sha256', key).update(`${at} ${json}`).digest('hex')} ${json}\n`).join('')
const read = (text: string) => readReport(text, 'key', files, tree)

for (const version of [29, 30]) {
  test(`a report of jest ${version} is read`, () => {
    const report = read(signed(captured(version)))
    expect(report).toMatchObject({ complete: true, missing: [], unfinished: [], patched: [], foreign: null })
    expect(report.tests.map(({ id, state, failure }) => [id.slice(5), state, failure?.kind])).toEqual([
      ['slug.test.js › shouts', 'passed', undefined],
      ['slug.test.js › slug › joins', 'failed', 'not-implemented'],
      ['slug.test.js › slug › joins #2', 'failed', 'assertion'],
      ['slug.test.js › slug › takes 1', 'failed', 'assertion'],
      ['slug.test.js › slug › rests', 'skipped', undefined],
      ['slug.test.js › slug › grows', 'todo', undefined],
      ['slug.test.js › slug › waits', 'failed', 'timeout'],
      ['slug.test.js › database › reads', 'failed', 'other'],
      ['only.test.js › alone › runs', 'passed', undefined],
      ['only.test.js › is left out', 'skipped', undefined],
      ['flaky.test.js › passes in the end', 'failed', 'other'],
    ])
    expect(report.tests[1]).toMatchObject({
      line: 6,
      column: 3,
      failure: { frame: 'src/slug.js:3', throughSource: true },
    })
    expect(report.faults).toEqual([
      { kind: 'hook', file: 'test/slug.test.js', message: 'database: no database' },
      { kind: 'load', file: 'test/throws.test.js', message: 'Error: at once' },
    ])
    expect(report).toMatchObject({ empty: ['test/empty.test.js'], focused: ['test/only.test.js:1'] })
  })
}

const whole = signed(captured(30))

test('a report that was cut anywhere is not complete', () => {
  proves('F53')
  fc.assert(
    fc.property(fc.nat({ max: whole.length - 1 }), (end) => {
      expect(read(whole.slice(0, end)).complete).toBe(false)
    }),
  )
})

test('a report in which anything was changed, or that somebody else signed, says nothing', () => {
  proves('F53')
  fc.assert(
    fc.property(fc.nat({ max: whole.length - 1 }), (at) => {
      const other = whole[at] === 'a' ? 'b' : 'a'
      expect(read(`${whole.slice(0, at)}${other}${whole.slice(at + 1)}`)).toMatchObject({ tests: [], complete: false })
    }),
    { examples: [[64]] },
  )
  expect(read(signed(captured(30), 'guessed'))).toMatchObject({ tests: [], complete: false })
  const [open = '', ...rest] = whole.split('\n')
  expect(read([...rest, open].join('\n')).complete).toBe(false)
  expect(read(whole + whole).complete).toBe(false)
})

test('a file that was begun and has no result is told, and so is one that was not begun', () => {
  const report = read(signed(captured(30).slice(0, 4)))
  expect(report).toMatchObject({ complete: false, unfinished: ['test/flaky.test.js'] })
  expect(report.missing).toEqual(['test/only.test.js', 'test/throws.test.js', 'test/empty.test.js'])
})

test('a report that counts other tests than jest does is not complete', () => {
  const lines = captured(30)
  const wrong = lines.map((line) => line.replace('"tests":11', '"tests":12'))
  expect(read(signed(wrong)).complete).toBe(false)
  const fewer = lines.map((line) => line.replace('"count":2', '"count":3'))
  expect(read(signed(fewer)).patched).toEqual(['the list of tests'])
})
