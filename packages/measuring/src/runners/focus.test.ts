import { expect, test } from 'vitest'
import { definesTests, definitionAt, focusIn } from './focus.ts'

test('`only` is found as a method and as an option, on tests alone', () => {
  const text = `test.only('a')
it('b', { only: true }, f)
t.test.only('c')
describe('d', { only: false })
list.only('e')
// test.only('f')`
  expect(focusIn('a.test.js', text)).toEqual([1, 2, 3])
})

test('a test’s own text is found by the place that the runner reports', () => {
  const text = `describe('D', () => {\n  it('x', () => f(1))\n  it.skip('y', () => {})\n})`
  expect(definitionAt('a.test.ts', text, 2, 3)).toBe(`it('x', () => f(1))`)
  expect(definitionAt('a.test.ts', text, 3, 6)).toBe(`it.skip('y', () => {})`)
  expect(definitionAt('a.test.ts', text, 9, 1)).toBeNull()
  expect(definitionAt('a.test.ts', text, 0, 0)).toBeNull()
})

test('a file that only prepares what tests use defines none', () => {
  const fixtures = `export const it = test.extend({ list: [1] })\nit.beforeEach(reset)\nexport const run = () => it('x', f)`
  expect(definesTests('kit.ts', fixtures)).toBe(false)
  expect(definesTests('kit.ts', `${fixtures}\nit('x', f)`)).toBe(true)
  expect(definesTests('a.test.ts', `test.extend({ list: [1] })('x', f)`)).toBe(true)
})
