/** A RED that any stub meets demands nothing. */
import { dirname } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { project, slugTest, source, start, tests } from './proofs/slug.ts'

const env = { PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(':') }
const isRun = (command: readonly string[]): boolean => command.some((part) => part.endsWith('.test.js'))

/** RED over these tests, and how often tests ran for it beside the suite before. */
async function redOf(code: string, before: Readonly<Record<string, string>> = start) {
  const { red, processes } = trial(env)
  const judged = await red(before, { ...before, 'test/slug.test.js': tests(code) })
  return { ...judged, runs: processes.started.filter(isRun).length - 1 }
}

const weak = [
  `test('a', () => assert.doesNotThrow(() => source.slug('a')))`,
  `test('a', () => assert.match(String(source.slug('a')), /.*/))`,
  `test('a', () => { try { source.slug('a') } catch (error) { assert.notEqual(error.message, 'not implemented') } })`,
  `test('a', () => { const had = 'a'; assert.notEqual(source.slug(had), 1) })\ntest('b', () => assert.equal(typeof String(source.slug('b')), 'string'))`,
]

for (const code of weak) {
  test.concurrent(`new tests that a stub meets which returns nothing demand nothing: ${code}`, async () => {
    proves('SIG-51')
    const { verdict, rules, findings, seen } = await redOf(code)
    expect({ verdict, rules: new Set(rules) }).toEqual({ verdict: 'fail', rules: new Set(['any-result-passes']) })
    expect(findings.map(({ message }) => message.split(' passes')[0])).toEqual(seen.newTests)
    expect(seen.again).toMatchObject({ how: 'plain', flaky: [] })
  })
}

/** Runs: two more where a test fails outside of the source, and it is seen whether it calls it. */
const honest: readonly (readonly [code: string, runs: number, how: string])[] = [
  [slugTest, 2, 'emptied'],
  [`test('a', () => assert.equal(source.slug('A b').length, 3))`, 2, 'emptied'],
  [`test('a', () => assert.throws(() => source.slug(null), /empty/))`, 4, 'emptied'],
  [`${slugTest}\ntest('nothing', () => assert.equal(source.slug(''), undefined))`, 3, 'plain'],
]

for (const [code, runs, how] of honest) {
  test.concurrent(`new tests of which one wants a result pass, after ${runs} runs: ${code}`, async () => {
    proves('SIG-51', 'SIG-52')
    expect(await redOf(code)).toMatchObject({
      verdict: 'pass',
      findings: [],
      runs,
      seen: { again: { how, flaky: [] } },
    })
  })
}

test('where nothing says "not implemented" the second run is plain', async () => {
  const returning = { ...start, 'src/text.js': source('return text') }
  expect(await redOf(slugTest, returning)).toMatchObject({
    verdict: 'pass',
    runs: 4,
    seen: { again: { how: 'plain' } },
  })
})

test('an old test that lives by a stub is not run without it, and one that hangs without it says nothing', async () => {
  const old = {
    'test/wish.test.js': tests(`test('waits', () => assert.throws(() => source.slug('a'), /implemented/))`),
  }
  expect(await redOf(slugTest, { ...start, ...old })).toMatchObject({ verdict: 'pass', findings: [], runs: 2 })
  const endless = `test('a', () => { while (source.slug('A b') !== 'a-b'); })`
  const { red } = trial(env)
  const judged = await red(start, { ...start, 'test/slug.test.js': tests(endless) }, { ...project, checkLimitMs: 3000 })
  expect(judged).toMatchObject({ seen: { again: { how: 'plain', flaky: [] } } })
})

test('tests that are adjusted over the source of before are held against its stubs', async () => {
  const { judge, checkouts } = trial(env)
  const commit = await checkouts.commit(start)
  const given = { before: { commit, evidence: null }, tests: ['test/**'], interfaces: ['slug'], sourceFrom: commit }
  const written = { ...start, 'src/text.js': source(`return text.replaceAll(' ', '-')`) }
  const soft = {
    ...written,
    'test/slug.test.js': tests(`test('a', () => assert.doesNotThrow(() => source.slug('a')))`),
  }
  expect((await judge('red', soft, given)).rules).toEqual(['any-result-passes'])
  const firm = { ...written, 'test/slug.test.js': tests(slugTest) }
  expect(await judge('red', firm, given)).toMatchObject({ verdict: 'pass', seen: { again: { how: 'emptied' } } })
})
