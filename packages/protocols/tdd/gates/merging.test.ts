/** Refactored tests that are fewer: merged honestly, or dropped. */

import type { Files } from '@sigma/measuring'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type Judged, trial } from './fixture/trial.ts'
import { green as done, start, tests } from './proofs/slug.ts'

const { red, green, judge } = trial()
const head = `import assert from 'node:assert/strict'\nimport * as source from '../src/text.js'\n`
const helper = `${head}export const makes = (text, wanted) => assert.equal(source.slug(text), wanted)\n`
const table = `export const rows = [['A b', 'a-b'], [' a ', 'a'], ['C', 'c']]\n`
const imports = `import { makes } from './makes.js'\nimport { rows } from './rows.js'\n`
const written = (code: string, more: Files = {}): Files => ({
  'test/slug.test.js': tests(`${imports}${code}`),
  'test/makes.js': helper,
  'test/rows.js': table,
  ...more,
})
const each = `for (const [text, wanted] of rows) test(text, () => makes(text, wanted))`
const two = `test('joins', () => makes('A b', 'a-b'))\ntest('trims', () => makes(' a ', 'a'))\n${each}`

let accepted: Promise<Judged> | null = null
const ask = async (after: Files, more: object = {}): Promise<Judged> => {
  accepted ??= red(start, { ...start, ...written(two) }).then((judged) =>
    green(start, judged, { ...done, ...written(two) }),
  )
  const { verdict, rules, baseline } = await accepted
  expect({ verdict, rules }).toEqual({ verdict: 'pass', rules: [] })
  return await judge('refactor', { ...done, ...after }, { before: { ...baseline }, of: 'tests', ...more })
}

test('a dropped test that asserts through a helper in another file is refused, unless it was asked for', async () => {
  proves('SIG-45')
  const dropped = written(`test('joins', () => makes('A b', 'a-b'))\n${each}`)
  const judged = await ask(dropped)
  expect(judged).toMatchObject({ verdict: 'fail', rules: ['fewer-tests', 'assertion-dropped'] })
  expect(judged.findings.map(({ message }) => message)).toEqual([
    'There were 6 tests and are 5; gone: test/slug.test.js › trims.',
    "test/slug.test.js › trims: `makes(' a ', 'a'): assert.equal(source.slug(text), wanted)` is asserted no more.",
  ])
  expect(await ask(dropped, { asked: true })).toMatchObject({ verdict: 'pass', findings: [] })
})

test('two tests that are merged and keep both demands are accepted', async () => {
  proves('SIG-45')
  const merged = written(`test('all', () => { makes('A b', 'a-b'); makes(' a ', 'a') })\n${each}`)
  expect(await ask(merged)).toMatchObject({ verdict: 'pass', findings: [] })
})

test('a row that goes from a table in another file is a test that is gone', async () => {
  proves('SIG-45')
  const shorter = written(two, { 'test/rows.js': table.replace(`, ['C', 'c']`, '') })
  expect(await ask(shorter)).toMatchObject({ verdict: 'fail', rules: ['fewer-tests'] })
  expect(await ask(shorter, { asked: true })).toMatchObject({ verdict: 'pass' })
})

test('a helper that asks for less is refused though no test changed', async () => {
  proves('SIG-45')
  const less = helper.replace('assert.equal(source.slug(text), wanted)', 'assert.ok(source.slug(text))')
  const judged = await ask(written(two, { 'test/makes.js': less }))
  expect(judged.verdict).toBe('fail')
  expect(judged.rules).toContain('assertion-weakened')
})
