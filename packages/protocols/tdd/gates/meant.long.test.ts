/** Old tests may go where the plan says so, and be called otherwise: that, and nothing beside it. */
import type { Files } from '@sigma/measuring'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type Judged, trial } from './fixture/trial.ts'
import { green, oldTest, red, start, tests, written } from './proofs/slug.ts'

const { judge, checkouts } = trial()
const file = 'test/old.test.js'
const two = `${oldTest}\ntest('shouts two', () => assert.equal(source.shout('ab'), 'AB'))`
const before: Files = { ...start, [file]: tests(two) }

type Replaces = readonly { readonly files: string; readonly test: string | null }[]

async function inRed(after: Files, replaces: Replaces = [], from: Files = before): Promise<Judged> {
  const base = { commit: await checkouts.commit(from), evidence: null }
  const given = { before: base, tests: ['test/**'], interfaces: ['slug'], sourceFrom: null }
  return await judge('red', after, { ...given, ...(replaces.length > 0 && { replaces: [...replaces] }) })
}

const oldFile = (code: string): Files => ({ ...red, [file]: tests(code) })
const shouts = [{ files: file, test: 'shouts' }]
const only = oldFile(two.replace(oldTest, ''))
const { [file]: _, ...without } = red

test('tests that the plan names may go in RED, by name, by file and by glob; others may not', async () => {
  proves('SIG-41')
  expect(await inRed(only)).toMatchObject({ rules: ['test-vanished'] })
  expect(await inRed(only, shouts)).toMatchObject({
    verdict: 'pass',
    seen: { meant: { replaced: [`${file} › shouts`] } },
  })
  const missed = await inRed(without, shouts)
  expect(missed.findings.map(({ message }) => message)).toEqual([
    `${file} › shouts two was there before this turn and is gone.`,
  ])
  expect(await inRed(without, [{ files: file, test: null }])).toMatchObject({ verdict: 'pass' })
  expect(await inRed(without, [{ files: 'test/o*.js', test: null }])).toMatchObject({ verdict: 'pass' })
  expect(await inRed(without, [{ files: 'test/other/**', test: null }])).toMatchObject({ verdict: 'fail' })
})

test('what the plan replaces may stand there otherwise, and pass; that alone is no RED', async () => {
  proves('SIG-41', 'SIG-36')
  const other = two
    .replace(`'A')`, `'A', 'loud')`)
    .replace('assert.equal', 'assert.notEqual')
    .replace(`'A', 'loud'`, `'a'`)
  expect(await inRed(oldFile(other), shouts)).toMatchObject({ verdict: 'pass', seen: { meant: null } })
  expect((await inRed(oldFile(other))).rules).toContain('already-passes')
  expect((await inRed({ ...start, [file]: tests(other) }, shouts)).rules).toEqual(['no-new-test'])
  expect((await inRed(oldFile(two.replace('test(', 'test.skip(')), shouts)).rules).toEqual(['newly-skipped'])
})

test('a test of a table is replaced when each of its rows is named', async () => {
  proves('SIG-41')
  const loop = `for (const [a, b] of [['a', 'A'], ['b', 'B']]) test(\`shouts \${a}\`, () => assert.equal(source.shout(a), b))`
  const from = { ...start, [file]: tests(loop) }
  const named = (...names: readonly string[]) => names.map((name) => ({ files: file, test: name }))
  expect(await inRed(oldFile(''), named('shouts a', 'shouts b'), from)).toMatchObject({ verdict: 'pass' })
  expect((await inRed(oldFile(''), named('shouts a'), from)).rules).toContain('test-vanished')
})

test('what went is told, with what is called otherwise', async () => {
  proves('SIG-45')
  const renamed = oldFile(two.replace(oldTest, '').replace('shouts two', 'is loud twice'))
  const { verdict, data } = await inRed(renamed, shouts)
  expect(verdict).toBe('pass')
  expect(data).toMatchObject({
    newTests: ['test/slug.test.js › makes a slug'],
    lost: [
      { file, test: 'shouts', how: 'replaced', before: null, after: null },
      { file, test: 'shouts two', how: 'renamed', before: null, after: `${file} › is loud twice` },
    ],
  })
})

test('a test in another file is the same test, and two in one are not', async () => {
  proves('SIG-41')
  const moved = { ...oldFile(two.replace(oldTest, '')), 'test/moved.test.js': tests(oldTest) }
  expect(await inRed(moved)).toMatchObject({ verdict: 'pass' })
  const twice = { ...start, [file]: tests(`${oldTest}\n${oldTest.replace('shouts', 'is loud')}`) }
  const one = oldFile(oldTest.replace('shouts', 'both'))
  expect((await inRed(one, [], twice)).rules).toContain('test-vanished')
  const weaker = oldFile(two.replace('shouts', 'is loud').replace(/assert.equal\((.*), 'A'\)/, 'assert.ok($1)'))
  expect((await inRed(weaker)).rules).toEqual(expect.arrayContaining(['test-vanished', 'already-passes']))
  const skipped = oldFile(two.replace(`test('shouts'`, `test.skip('is loud'`))
  expect((await inRed(skipped)).rules).toEqual(expect.arrayContaining(['test-vanished', 'skipped']))
})

test('the gates after RED miss nothing of it, and whatever else goes', async () => {
  proves('SIG-41', 'DPTR-101')
  const code = two.replace(oldTest, '').replace('shouts two', 'is loud twice')
  const accepted = await inRed(oldFile(code), shouts)
  const base = { commit: await checkouts.commit(before), evidence: null }
  const asked = { before: base, red: { ...accepted.baseline } }
  const done = await judge('green', { ...green, [file]: tests(code) }, asked)
  expect(done).toMatchObject({ verdict: 'pass', seen: { meant: { replaced: [`${file} › shouts`] } } })
  const refactored = await judge(
    'refactor',
    { ...green, [file]: tests(code), 'src/text.js': `${written}\n` },
    {
      before: { ...done.baseline },
      of: 'implementation',
    },
  )
  expect(refactored).toMatchObject({ verdict: 'pass', seen: { meant: done.seen.meant } })
  const other = { ...before, 'test/more.test.js': tests(`test('more', () => assert.ok(source.shout('x')))`) }
  const cycles = [
    { name: 'C1', accepted: { ...refactored.baseline } },
    { name: 'C2', accepted: { commit: await checkouts.commit(other), evidence: null } },
  ]
  const both = { ...green, 'test/more.test.js': other['test/more.test.js'] }
  expect(await judge('combined', { ...both, [file]: tests(code) }, { cycles })).toMatchObject({ verdict: 'pass' })
  expect((await judge('combined', { ...both, [file]: tests('') }, { cycles })).rules).toEqual(['test-vanished'])
  const { 'test/more.test.js': gone, ...less } = both
  expect((await judge('combined', { ...less, [file]: tests(code) }, { cycles })).rules).toEqual(['test-vanished'])
})

test('a test that is the demand of another cycle stays, though the plan replaces it in one', async () => {
  proves('DPTR-101')
  const base = { commit: await checkouts.commit(before), evidence: null }
  const accept = async (after: Files, done: Files, replaces: Replaces) => {
    const accepted = await inRed(after, replaces)
    const { verdict, baseline } = await judge('green', done, { before: base, red: { ...accepted.baseline } })
    expect(verdict).toBe('pass')
    return { ...baseline }
  }
  const { 'test/slug.test.js': _own, ...rest } = green
  const less = { [file]: tests(two.replace(oldTest, '')) }
  const own = two.replace(`source.shout('a'), 'A'`, `source.slug('A b'), 'a-b'`)
  const cycles = [
    { name: 'C1', accepted: await accept({ ...red, ...less }, { ...green, ...less }, shouts) },
    { name: 'C2', accepted: await accept({ ...start, [file]: tests(own) }, { ...rest, [file]: tests(own) }, []) },
  ]
  expect((await judge('combined', { ...rest, ...less }, { cycles })).rules).toContain('test-vanished')
  expect((await judge('combined', { ...green, ...less }, { cycles })).rules).toEqual(['test-vanished'])
})

test('a test that a refactoring names anew is known to the other cycles by its old name', async () => {
  proves('DPTR-101')
  const code = two.replace('shouts two', 'is loud twice')
  const first = { ...green, [file]: tests(two) }
  const renamed = await judge(
    'refactor',
    { ...first, [file]: tests(code) },
    {
      before: { commit: await checkouts.commit(first), evidence: null },
      of: 'tests',
    },
  )
  expect(renamed.verdict).toBe('pass')
  const cycles = [
    { name: 'C1', accepted: { ...renamed.baseline } },
    { name: 'C2', accepted: { commit: await checkouts.commit(before), evidence: null } },
  ]
  expect(await judge('combined', { ...green, [file]: tests(code) }, { cycles })).toMatchObject({ verdict: 'pass' })
})

test('before any work, an entry that names nothing is told with the nearest name', async () => {
  proves('SIG-41')
  const of = (entries: Replaces) => ({ replaces: [{ cycle: 'TDD_1', tests: [...entries] }] })
  expect(await judge('baseline', before, of([...shouts, { files: 'test/*', test: null }]))).toMatchObject({
    verdict: 'pass',
  })
  const told = await judge(
    'baseline',
    before,
    of([
      { files: file, test: 'shoots' },
      { files: 'test/ald.test.js', test: null },
    ]),
  )
  expect(told).toMatchObject({ verdict: 'unknown', rules: ['replaces-unknown', 'replaces-unknown'] })
  expect(told.findings.map(({ message }) => message)).toEqual([
    `Cycle TDD_1 replaces ${file} › shoots, which is not there; did you mean ${file} › shouts?`,
    `Cycle TDD_1 replaces test/ald.test.js, which is not there; did you mean ${file}?`,
  ])
})
