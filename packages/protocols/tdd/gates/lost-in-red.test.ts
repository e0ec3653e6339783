/** RED adds demands: what tests that were there demanded is not lost on the way (SIG-41, SIG-45). */
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { oldTest, red, slugTest, start, tests } from './proofs/slug.ts'

const { red: judge } = trial()
const added = { 'test/slug.test.js': tests(slugTest) }
const strict = `export const same = (a, b) => assert.equal(a, b)\n`
const assertions = `import assert from 'node:assert/strict'\n`
const helped = `import { same } from './same.js'\n${tests(`test('shouts', () => same(source.shout('a'), 'A'))`)}`
const local = (body: string) =>
  tests(`const same = (a, b) => ${body}\ntest('shouts', () => same(source.shout('a'), 'A'))`)
const table = (rows: string) => ({
  'test/rows.json': rows,
  'test/rows.test.js': `import { readFileSync } from 'node:fs'\n${tests(
    `test('rows', () => { for (const [a, b] of JSON.parse(readFileSync('test/rows.json', 'utf8'))) assert.equal(source.shout(a), b) })`,
  )}`,
})

test('a helper that old tests lean on is not hollowed out in RED', async () => {
  proves('SIG-41', 'SIG-45')
  const before = { ...start, 'test/old.test.js': helped, 'test/same.js': `${assertions}${strict}` }
  const weak = `${assertions}${strict.replace('equal(a, b)', 'ok(a, b)')}`
  const judged = await judge(before, { ...red, ...before, ...added, 'test/same.js': weak })
  expect(judged).toMatchObject({ verdict: 'fail', rules: ['assertion-weakened'] })
  const tidied = before['test/same.js'].replace(
    '(a, b) => assert.equal(a, b)',
    '(is, wanted) => assert.equal(is, wanted)',
  )
  expect(await judge(before, { ...before, ...red, 'test/old.test.js': helped, 'test/same.js': tidied })).toMatchObject({
    verdict: 'pass',
  })
})

test('nor one in the file of the old tests', async () => {
  const before = { ...start, 'test/old.test.js': local('assert.equal(a, b)') }
  const judged = await judge(before, { ...red, 'test/old.test.js': local('assert.ok(a)') })
  expect(judged).toMatchObject({ verdict: 'fail', rules: ['assertion-weakened'] })
  const by = (made: string) =>
    tests(`const is = (text, wanted) => assert.equal(${made}, wanted)\ntest('shouts', () => is('a', 'A'))`)
  const other = await judge(
    { ...start, 'test/old.test.js': by('source.shout(text)') },
    { ...red, 'test/old.test.js': by('text.toUpperCase()') },
  )
  expect(other.data).toMatchObject({ lost: [{ file: 'test/old.test.js', test: 'shouts', how: 'changed' }] })
})

test('data that old tests lean on may grow, and loses nothing', async () => {
  const before = { ...start, ...table('[["a","A"],["b","B"]]') }
  const fewer = await judge(before, { ...red, ...table('[["a","A"]]') })
  expect(fewer).toMatchObject({ verdict: 'fail', rules: ['assertion-dropped'] })
  expect(fewer.findings[0]?.message).toContain('test/rows.json')
  const more = await judge(before, { ...red, ...table('[ ["c", "C"], ["a", "A"], ["b", "B"] ]') })
  expect(more).toMatchObject({ verdict: 'pass' })
})

test('an old test that is written anew and fails may demand another thing: what it demands no more is told', async () => {
  const anew = tests(`test('shouts', () => { assert.ok(source.shout('a')); assert.equal(source.slug('X Y'), 'x-y') })`)
  const judged = await judge(start, { ...red, 'test/old.test.js': anew })
  expect(judged.verdict).toBe('pass')
  expect(judged.data).toMatchObject({ lost: [{ file: 'test/old.test.js', test: 'shouts', how: 'weakened' }] })
  const more = tests(oldTest.replace(`'A')`, `source.slug('A b'))`))
  expect((await judge(start, { ...red, 'test/old.test.js': more })).data).toMatchObject({ lost: [{ how: 'changed' }] })
  const beside = tests(`${oldTest}\ntest('shouts more', () => assert.equal(source.slug('A b'), 'a-b'))`)
  expect((await judge(start, { ...start, 'test/old.test.js': beside })).data).not.toHaveProperty('lost')
})
