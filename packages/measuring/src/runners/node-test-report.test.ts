import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readReport } from './node-test-report.ts'

const tree = { root: '/tree', folder: '', isSource: (path: string) => path.startsWith('src/') }
const lines = (...each: readonly object[]) => each
const at = (name: string, nesting = 0) => ({ file: 'a.test.js', writtenIn: 'a.test.js', name, nesting })
const done = { kind: 'done', line: 1, column: 1, passed: true, skip: false, todo: false, suite: false, error: null }
const whole = lines(
  { kind: 'open', version: 'v24.0.0' },
  { kind: 'start', ...at('D') },
  { kind: 'start', ...at('x', 1) },
  { ...done, ...at('x', 1) },
  { ...done, ...at('D'), suite: true },
  { kind: 'close' },
)

test('a whole report is read', () => {
  const report = readReport(whole, ['a.test.js'], tree)
  expect(report).toMatchObject({ version: 'v24.0.0', complete: true, faults: [], empty: [] })
  expect(report.tests.map((each) => [each.id, each.outermost])).toEqual([['a.test.js › D › x', 2]])
})

test('a report that was cut anywhere is not complete', () => {
  fc.assert(
    fc.property(fc.nat({ max: whole.length - 1 }), (end) => {
      expect(readReport(whole.slice(0, end), ['a.test.js'], tree).complete).toBe(false)
    }),
  )
})

test('a report with a line of somebody else is not complete', () => {
  expect(readReport([...whole, { kind: 'passed' }], ['a.test.js'], tree).complete).toBe(false)
  expect(readReport(null, ['a.test.js'], tree).complete).toBe(false)
})

test('a test that began and never ended is a fault', () => {
  const cut = lines({ kind: 'start', ...at('D') }, { kind: 'start', ...at('x', 1) }, { kind: 'close' })
  expect(readReport(cut, ['a.test.js'], tree).faults).toEqual([
    { kind: 'ended-early', file: 'a.test.js', message: 'D › x began and never ended.' },
  ])
})
