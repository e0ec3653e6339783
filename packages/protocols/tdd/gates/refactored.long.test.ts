import type { Files } from '@sigma/measuring'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type Judged, trial } from './fixture/trial.ts'
import { green as done, red as failing, slugTest, source, start, tests, written } from './proofs/slug.ts'

const { red, green, judge, checkouts } = trial()
/** GREEN's verdict, for all that refactor it. */
let accepted: Promise<Judged> | null = null
const acceptedOnce = (): Promise<Judged> => {
  accepted ??= red(start, failing).then((judged) => green(start, judged, done))
  return accepted
}
const ask = async (after: Files, of: 'tests' | 'implementation', more: object = {}): Promise<Judged> =>
  await judge('refactor', after, { before: { ...(await acceptedOnce()).baseline }, of, ...more })
const withTest = (code: string): Files => ({ ...done, 'test/slug.test.js': tests(code) })

test('the numbers of before and after stand in what people are told, and in the evidence', async () => {
  proves('SIG-44', 'SIG-45', 'DPTR-100')
  const judged = await ask(
    { ...done, 'src/text.js': source(`return text ? text.trim().toLowerCase().replaceAll(' ', '-') : ''`) },
    'implementation',
  )
  expect(judged).toMatchObject({ verdict: 'fail', rules: ['complexity-rose'] })
  expect(judged.findings[0]?.message).toBe(
    'The code decides in 1 places and did in 0; its cognitive complexity is 1 and was 0. Measured over src/text.js; the hardest is src/text.js:2 slug (2 ways through it).',
  )
  expect(judged.data).toMatchObject({
    measuredFiles: ['src/text.js'],
    measures: {
      before: { decisions: 0, worst: 'src/text.js:1 module: 1 ways, cognitive 0' },
      after: { decisions: 1, cognitive: 1 },
    },
  })
  expect(judged.seen.measures).toMatchObject({
    of: 'implementation',
    before: { decisions: 0 },
    after: { decisions: 1 },
  })
})

test('what a reviewer asked for may be harder to follow: it is told, and passes', async () => {
  proves('SIG-45')
  const checked = {
    ...done,
    'src/text.js': source(`if (text === null) return ''\n  return text.trim().toLowerCase().replaceAll(' ', '-')`),
  }
  const judged = await ask(checked, 'implementation', { asked: true })
  expect(judged).toMatchObject({ verdict: 'pass', findings: [], data: { measures: { after: { decisions: 1 } } } })
  expect(judged.data).toMatchObject({ rose: [{ rule: 'complexity-rose' }] })
})

test('what a module offered stays, whoever asked for another thing', async () => {
  proves('SIG-44', 'SIG-45')
  const other = { ...done, 'src/text.js': written.replace('(text) => text', '(text, end) => text') }
  for (const more of [{}, { asked: true }]) {
    expect(await ask(other, 'implementation', more)).toMatchObject({ verdict: 'fail', rules: ['export-changed'] })
  }
})

test('what the cycle changed of an offer by mistake may be put back as it was', async () => {
  proves('SIG-44')
  const more = written.replace('(text) => text.toUpperCase()', '(text, end) => text.toUpperCase() + end')
  const off = {
    ...done,
    'src/text.js': more,
    'test/old.test.js': tests(`test('shouts', () => assert.match(source.shout('a'), /^A/))`),
  }
  const base = { ...start, 'test/old.test.js': off['test/old.test.js'] }
  const changed = await green(base, await red(base, { ...base, 'test/slug.test.js': tests(slugTest) }), off)
  expect(changed).toMatchObject({ verdict: 'pass' })
  const back = { ...off, 'src/text.js': written }
  const judged = await judge('refactor', back, { before: { ...changed.baseline }, of: 'implementation', asked: true })
  expect(judged).toMatchObject({ verdict: 'pass', findings: [] })
})

test('a file of the cycle that this turn left alone is measured all the same', async () => {
  proves('SIG-45')
  const judged = await ask({ ...done, 'src/more.js': 'export const more = 1\n' }, 'implementation')
  expect(judged).toMatchObject({ verdict: 'pass', data: { measuredFiles: ['src/text.js', 'src/more.js'] } })
})

test('the names of before the cycle stay; what it brought in itself is its own', async () => {
  proves('SIG-45')
  const before = { ...done, 'src/hyphens.js': 'export const hyphens = (text) => text\n' }
  const first = await green(start, await red(start, failing), before)
  const given = { before: { ...first.baseline }, of: 'implementation' }
  expect(await judge('refactor', done, given)).toMatchObject({ verdict: 'pass', findings: [] })
  const old = { 'src/old.js': 'export const old = 1\n' }
  const known = await green({ ...start, ...old }, await red({ ...start, ...old }, { ...failing, ...old }), {
    ...done,
    ...old,
  })
  const without = await judge(
    'refactor',
    { ...done, 'src/old.js': '' },
    { before: { ...known.baseline }, of: 'implementation' },
  )
  expect(without).toMatchObject({ verdict: 'fail', rules: ['export-changed'] })
  expect(without.findings[0]?.message).toBe('old of src/old.js is gone.')
})

test('tests that were weakened are refused with what they were; the diff stands in the evidence', async () => {
  proves('SIG-45')
  const judged = await ask(withTest(slugTest.replace(/assert.equal\((.*), 'a-b'\)/, 'assert.ok($1)')), 'tests')
  expect(judged).toMatchObject({ verdict: 'fail', rules: ['assertion-weakened'], data: { testChanges: 1 } })
  expect(judged.seen.testChanges).toEqual([
    {
      file: 'test/slug.test.js',
      test: 'makes a slug',
      kind: 'weakened',
      before: "assert.equal(source.slug('A b'), 'a-b')",
      after: "assert.ok(source.slug('A b'))",
    },
  ])
  const asked = await ask(withTest(slugTest.replace(`'a-b'`, `source.slug('A  b').replace('--', '-')`)), 'tests', {
    asked: true,
  })
  expect(asked.verdict).toBe('pass')
})

test('refactored tests under other names fail without the implementation, as they did', async () => {
  proves('SIG-43', 'SIG-45')
  const renamed = await ask(withTest(slugTest.replace('makes a slug', 'joins words')), 'tests')
  expect(renamed).toMatchObject({ verdict: 'pass', findings: [] })
  expect(renamed.seen.takenBack).toMatchObject({ failed: ['test/slug.test.js › joins words'] })
  const next = { before: { ...renamed.baseline }, of: 'tests' }
  const again = await judge('refactor', withTest(slugTest.replace('makes a slug', 'joins')), next)
  expect(again).toMatchObject({ verdict: 'pass', seen: { takenBack: { failed: ['test/slug.test.js › joins'] } } })
})

test('tests that pass without the implementation since they were refactored are refused', async () => {
  proves('SIG-43')
  const hollow = `const made = () => { try { return source.slug('A b') } catch { return 'a-b' } }
test('makes a slug', () => { const got = made(); assert.equal(got, 'a-b') })`
  const judged = await ask(withTest(hollow), 'tests')
  expect(judged).toMatchObject({ verdict: 'fail', rules: ['passes-without-implementation'] })
  const renamed = await ask(withTest(hollow.replace('makes a slug', 'joins words')), 'tests')
  expect(renamed).toMatchObject({ verdict: 'fail', rules: ['passes-without-implementation'] })
})

test('an adjusted test is shown with what it demands now, and not refused for that', async () => {
  proves('DPTR-95')
  const before = { commit: await checkouts.commit(start), evidence: null }
  const untouched = await checkouts.commit(failing)
  const given = { before, tests: ['test/**'], interfaces: ['slug'], sourceFrom: untouched }
  const judged = await judge('red', { ...withTest(slugTest.replace(`'a-b'`, `'a_b'`)), 'src/text.js': written }, given)
  expect(judged).toMatchObject({ verdict: 'pass', findings: [] })
  expect(judged.seen.testChanges).toMatchObject([{ kind: 'changed', after: "assert.equal(source.slug('A b'), 'a_b')" }])
})
