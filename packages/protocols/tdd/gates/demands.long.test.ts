/** The tests that RED accepted, over the work as it ended. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Files } from '@sigma/measuring'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type Judged, trial } from './fixture/trial.ts'
import { green as done, red as failing, oldTest, slugTest, source, start, tests, written } from './proofs/slug.ts'

const { red, judge, checkouts, blobs } = trial()

/** RED over these tests, then the gate over what the cycle ended with; `merged` where other cycles brought something in. */
async function prove(now: Files, { from = failing, before = start, merged = now } = {}): Promise<Judged> {
  const accepted = await red(before, from)
  expect(accepted).toMatchObject({ verdict: 'pass' })
  const commit = await checkouts.commit(now)
  const cycles = [{ name: 'C1', accepted: { ...accepted.baseline }, now: { commit, evidence: null } }]
  return await judge('demands', merged, { cycles })
}
const withTest = (code: string, more: Files = {}): Files => ({ ...done, 'test/slug.test.js': tests(code), ...more })
const weak = slugTest.replace(/assert.equal\((.*), 'a-b'\)/, 'assert.ok($1.length > 0)')
const lying: Files = { 'src/text.js': source('return text') }

test('where the tests are those of RED, nothing is run', async () => {
  proves('SIG-41', 'SIG-42')
  const judged = await prove(done)
  expect(judged).toMatchObject({
    verdict: 'pass',
    findings: [],
    data: { failing: [], changes: [], tests: 0, asAccepted: true },
    seen: { after: { command: [] }, changes: [], patch: null },
  })
})

test('every equal made a length, over a function that does nothing: the accepted tests fail, and both versions are shown', async () => {
  proves('SIG-41', 'SIG-45', 'SIG-51')
  const judged = await prove(withTest(weak, lying))
  expect(judged).toMatchObject({
    verdict: 'fail',
    rules: ['accepted-test-fails'],
    data: {
      failing: ['C1'],
      changes: [
        {
          cycle: 'C1',
          file: 'test/slug.test.js',
          test: 'makes a slug',
          how: 'weakened',
          before: "assert.equal(source.slug('A b'), 'a-b')",
          after: "assert.ok(source.slug('A b').length > 0)",
        },
      ],
    },
  })
  expect(judged.findings[0]?.message).toMatch(
    /^C1: test\/slug.test.js › makes a slug, as RED accepted it, fails over the finished work: AssertionError: /,
  )
  const { patch } = judged.seen
  const text = patch === null ? '' : new TextDecoder().decode(blobs.get(patch))
  expect(text).toContain(`-${slugTest}`)
  expect(text).toContain(`+${weak}`)
  expect(text).not.toContain('git a/src')
})

test('a weaker test over honest work passes, and is told', async () => {
  proves('SIG-45')
  expect(await prove(withTest(weak))).toMatchObject({
    verdict: 'pass',
    findings: [],
    data: { failing: [], changes: [{ how: 'weakened' }], tests: 1 },
  })
})

test('tests that say the same in other words pass, and nothing is told', async () => {
  proves('SIG-45')
  const other = `const wanted = 'a-b'
test('makes a slug of two words', () => { const made = source.slug('A b'); assert.equal(made, wanted) })`
  expect(await prove(withTest(other))).toMatchObject({ verdict: 'pass', data: { failing: [], changes: [], tests: 1 } })
})

const helper = `import assert from 'node:assert/strict'
import * as source from '../src/text.js'
export const makes = (text, wanted) => assert.equal(source.slug(text), wanted)
`
const helping = (code: string): Files => ({
  'test/slug.test.js': tests(`import { makes } from './makes.js'\n${code}`),
  'test/makes.js': helper,
})
const twoTests = `test('joins', () => makes('A b', 'a-b'))\ntest('trims', () => makes(' a ', 'a'))`

test('a helper that was emptied is put back with the tests that lean on it', async () => {
  proves('SIG-41', 'SIG-51')
  const from = { ...start, ...helping(twoTests) }
  const emptied = {
    ...done,
    ...helping(twoTests),
    ...lying,
    'test/makes.js': helper.replace('assert.equal(source.slug(text), wanted)', 'source.slug(text)'),
  }
  expect(await prove(emptied, { from })).toMatchObject({
    verdict: 'fail',
    rules: ['accepted-test-fails', 'accepted-test-fails'],
    data: {
      changes: [
        { file: 'test/slug.test.js', test: 'joins', how: 'dropped', after: null },
        { file: 'test/slug.test.js', test: 'trims', how: 'dropped', after: null },
        { file: 'test/makes.js', test: '', how: 'changed', before: expect.stringContaining('assert.equal') },
      ],
    },
  })
})

test('a dropped test that asserts through a helper in another file is told by its name, over work that is right', async () => {
  proves('SIG-41', 'SIG-45')
  const from = { ...start, ...helping(twoTests) }
  const one = `test('joins', () => makes('A b', 'a-b'))`
  expect(await prove({ ...done, ...helping(one) }, { from })).toMatchObject({
    verdict: 'pass',
    data: {
      failing: [],
      changes: [
        {
          cycle: 'C1',
          file: 'test/slug.test.js',
          test: 'trims',
          how: 'dropped',
          before: "makes(' a ', 'a'): assert.equal(source.slug(text), wanted)",
          after: null,
        },
      ],
    },
  })
  const merged = `test('all', () => { makes('A b', 'a-b'); makes(' a ', 'a') })`
  expect(await prove({ ...done, ...helping(merged) }, { from })).toMatchObject({
    verdict: 'pass',
    data: { failing: [], changes: [] },
  })
})

test('a helper that is used by tests of before is put back for these too', async () => {
  const before = {
    ...start,
    'test/makes.js': helper.replaceAll('slug', 'shout'),
    'test/old.test.js': tests(`import { makes } from './makes.js'\ntest('shouts', () => makes('a', 'A'))`),
  }
  const now = {
    ...done,
    ...before,
    'test/slug.test.js': tests(slugTest),
    'test/makes.js': 'export const makes = () => {}\n',
    'src/text.js': written.replace('toUpperCase', 'toLowerCase'),
  }
  const judged = await prove(now, { before, from: { ...before, 'test/slug.test.js': tests(slugTest) } })
  expect(judged).toMatchObject({ verdict: 'fail', rules: ['accepted-test-fails'] })
  expect(judged.findings[0]?.message).toContain('test/old.test.js › shouts')
})

test('tests that were dropped, renamed, skipped or whose file is gone are run as they were', async () => {
  proves('SIG-41')
  const two = `${slugTest}\ntest('trims', () => assert.equal(source.slug(' a '), 'a'))`
  const from = { ...start, 'test/slug.test.js': tests(two) }
  const half = { 'src/text.js': source(`return text.toLowerCase().replaceAll(' ', '-')`) }
  const dropped = await prove(withTest(slugTest, half), { from })
  expect(dropped).toMatchObject({
    verdict: 'fail',
    rules: ['accepted-test-fails'],
    data: { changes: [{ how: 'dropped' }] },
  })
  const { 'test/slug.test.js': _gone, ...others } = done
  expect(await prove({ ...others, ...lying }, { from })).toMatchObject({ verdict: 'fail', data: { failing: ['C1'] } })
  const skipped = await prove(withTest(slugTest.replace('test(', 'test.skip('), lying))
  expect(skipped).toMatchObject({ verdict: 'fail', data: { changes: [{ how: 'switched off' }] } })
})

test('an old test that the cycle rewrote counts as it was accepted too', async () => {
  proves('SIG-41')
  const now = {
    ...done,
    'test/old.test.js': tests(oldTest.replace(`'A'`, `'a'`)),
    'src/text.js': written.replace('toUpperCase', 'toLowerCase'),
  }
  expect(await prove(now)).toMatchObject({ verdict: 'fail', data: { failing: ['C1'], changes: [{ how: 'changed' }] } })
})

test('what another cycle made of a file that both changed is its own; what it broke of this cycle’s demands is found', async () => {
  proves('SIG-41', 'DPTR-101')
  const own = `${oldTest}\n${slugTest}`
  const from = { ...start, 'test/old.test.js': tests(own) }
  const now = { ...done, 'test/old.test.js': tests(own.replace('makes a slug', 'joins')) }
  const { 'test/slug.test.js': _none, ...mine }: Files = now
  const theirs = {
    'src/text.js': written.replace('toUpperCase', 'toLowerCase'),
    'test/old.test.js': tests(own.replace('makes a slug', 'joins').replace(`'A'`, `'a'`)),
  }
  expect(await prove(mine, { from, merged: { ...mine, ...theirs } })).toMatchObject({ verdict: 'pass' })
  const broken = await prove(mine, { from, merged: { ...mine, ...lying } })
  expect(broken).toMatchObject({ verdict: 'fail', data: { failing: ['C1'] } })
})

test('what another cycle left as it was in a file that both changed is still what RED accepted', async () => {
  proves('SIG-41')
  const second = `test('shouts b', () => assert.equal(source.shout('b'), 'B'))`
  const before = { ...start, 'test/old.test.js': tests(`${oldTest}\n${second}`) }
  const from = { ...before, 'test/slug.test.js': tests(slugTest) }
  const weaker = oldTest.replace(/assert.equal\((.*), 'A'\)/, 'assert.ok($1)')
  const now = { ...done, 'test/old.test.js': tests(`${weaker}\n${second}`) }
  const merged = {
    ...now,
    'src/text.js': written.replace('text.toUpperCase()', `text === 'a' ? 'no' : text.toUpperCase()`),
    'test/old.test.js': tests(`${weaker}\n${second}\ntest('shouts c', () => assert.equal(source.shout('c'), 'C'))`),
  }
  const judged = await prove(now, { before, from, merged })
  expect(judged).toMatchObject({ verdict: 'fail', rules: ['accepted-test-fails'], data: { failing: ['C1'] } })
  expect(judged.findings.map(({ message }) => message)).toEqual([expect.stringContaining('test/old.test.js › shouts,')])
})

test('accepted tests that cannot be loaded over the finished work fail, by file', async () => {
  const from = {
    ...start,
    'test/slug.test.js': `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { slug } from '../src/text.js'\ntest('makes a slug', () => assert.equal(slug('A b'), 'a-b'))\n`,
  }
  const gone = withTest(`test('x', () => assert.ok(source))`, {
    'src/text.js': 'export const shout = (text) => text.toUpperCase()\n',
  })
  const judged = await prove(gone, { from })
  expect(judged).toMatchObject({ verdict: 'fail', rules: ['accepted-test-fails'] })
  expect(judged.findings[0]?.message).toMatch(/test\/slug.test.js, as RED accepted it, cannot be run \(load-error/)
})

test('accepted tests that pass now and then are no proof', async () => {
  proves('SIG-52')
  const once = `import { existsSync, writeFileSync } from 'node:fs'\n`
  const marker = JSON.stringify(join(tmpdir(), `sigma-once-${crypto.randomUUID()}`))
  const flaky = {
    'src/text.js': `${once}${source(`if (existsSync(${marker})) return 'a-b'\n  writeFileSync(${marker}, '')\n  return text`)}`,
  }
  expect(await prove(withTest(weak, flaky))).toMatchObject({
    verdict: 'fail',
    rules: ['flaky'],
    data: { failing: ['C1'] },
  })
})

test('without the evidence of RED nobody can tell', async () => {
  const accepted = { commit: await checkouts.commit(failing), evidence: null }
  const now = { commit: await checkouts.commit(withTest(weak)), evidence: null }
  const judged = await judge('demands', withTest(weak), { cycles: [{ name: 'C1', accepted, now }] })
  expect(judged).toMatchObject({ verdict: 'unknown', rules: ['red-unknown'] })
})
