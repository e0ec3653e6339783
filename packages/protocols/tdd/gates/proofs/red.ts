import type { Files } from '@sigma/measuring'
import { type Proof, proofOf, type Shown, wanted } from './proof.ts'
import { oldTest, red, sick, slugTest, start, tests, unwritten } from './slug.ts'

const added = (code: string): Shown => ({ after: { ...start, 'test/slug.test.js': tests(code) } })

/** Where tests are held back from the developer. */
const holding = (held: string | null): Shown => ({
  after: { ...red, ...(held !== null && { 'test/slug.held.test.js': tests(held) }) },
  project: { held: true },
})

const proof = (rule: string | null, title: string, shown: Shown, replaces?: Replaced): Proof =>
  proofOf('red', { rule, title }, shown, () => ({ ...wanted, ...(replaces && { replaces }) }))

type Replaced = { readonly files: string; readonly test: string | null }[]

const twoOld = `${oldTest}\ntest('shouts two', () => assert.equal(source.shout('ab'), 'AB'))`
const old: Replaced = [{ files: 'test/old.test.js', test: 'shouts' }]
/** The old test under another name, beside an honest new one. */
const renamedTo = (code: string): Shown => ({ after: { ...red, 'test/old.test.js': tests(code) } })

const returning: Files = {
  ...start,
  'src/text.js': unwritten.replace(`throw new Error('not implemented')`, 'return text'),
}
const withOld = (code: string): Shown => ({ after: { ...red, 'test/old.test.js': tests(code) } })
const limited = (limit: string): Files => ({
  'test/data/limit.json': limit,
  'test/limit.test.js': tests(
    `import { readFileSync } from 'node:fs'\ntest('holds', () => assert.equal(readFileSync('test/data/limit.json', 'utf8'), '1'))`,
  ),
})
const manyWays = `
const joins = (text, wanted) => assert.equal(source.slug(text), wanted)
test('by a helper', () => joins('A b', 'a-b'))
for (const [text, wanted] of [['A b', 'a-b'], ['C d', 'c-d']]) test('of a table: ' + text, () => joins(text, wanted))
test('which error', () => assert.throws(() => source.slug(null), /empty/))
test('reversed', () => { const wanted = 'a-b'; assert.equal(wanted, source.slug('A b')) })
test('by hand', () => { if (source.slug('A b') !== 'a-b') throw new assert.AssertionError({ message: 'no hyphen' }) })
test('of what it leaves', () => { const seen = []; seen.push(source.slug('A b')); assert.deepEqual(seen, ['a-b']) })`
const failing = `test('wishes', () => assert.equal(source.slug('x'), 'y'))`

/** A function that throws where it should give back a value. */
const throwing: Files = {
  ...start,
  'src/text.js': unwritten.replace(`throw new Error('not implemented')`, 'return text.parts.join()'),
}
const thrown = (code: string): Shown => ({ before: throwing, after: { ...throwing, 'test/slug.test.js': tests(code) } })
const stackOfSource = `['TypeError: no parts', '    at slug (' + new URL('../src/text.js', import.meta.url) + ':3:15)', '    at run (' + import.meta.url + ':5:3)'].join('\\n')`
const forged = `test('pretends', () => {
  if (source.shout('a') !== 'A!') throw Object.assign(new TypeError('no parts'), { stack: ${stackOfSource} })
  assert.equal(source.slug('A b'), 'a-b')
})`

export const redProofs: readonly Proof[] = [
  proof(null, 'a new test that meets the interface’s own "not implemented"', { after: red }),
  proof(null, 'a new test that fails by an assertion', {
    before: returning,
    after: { ...returning, 'test/slug.test.js': tests(slugTest) },
  }),
  proof(
    null,
    'an old test that now demands more',
    withOld(`test('shouts', () => assert.equal(source.shout('a'), source.slug('A b')))`),
  ),
  proof('no-new-test', 'nothing but a comment', {
    after: { ...start, 'test/old.test.js': `${tests(oldTest)}// no test\n` },
  }),
  proof('no-tests', 'a test file without a test', added('// soon')),
  proof(
    'already-passes',
    'a test that demands nothing new',
    added(`${slugTest}\ntest('is', () => assert.equal(source.shout('b'), 'B'))`),
  ),
  proof('load-error', 'a test that imports what is not there', {
    after: {
      ...start,
      'test/slug.test.js': `import { test } from 'node:test'\nimport { gone } from '../src/gone.js'\ntest('x', () => gone())\n`,
    },
  }),
  proof('syntax-error', 'a test file that is no JavaScript', added('test(')),
  proof('skipped', 'a new test that is skipped', added(`test.skip('makes a slug', () => {})`)),
  proof('todo', 'a new test that is a todo', added(`test.todo('makes a slug')`)),
  proof(
    'timed-out',
    'a new test that waits until its limit',
    added(`test('waits', { timeout: 30 }, () => new Promise((done) => setTimeout(done, 300)))`),
  ),
  proof('timed-out', 'a suite that hangs', {
    ...added(`test('hangs', () => { for (;;); })`),
    project: { checkLimitMs: 2_500 },
  }),
  proof('failed-before', 'an old failure, touched up', {
    before: { ...start, 'test/wish.test.js': tests(failing) },
    after: { ...start, 'test/wish.test.js': tests(failing.replace(`'y'`, `'z'`)) },
  }),
  proof(null, 'a new test beside old failures', { before: { ...start, ...sick }, after: { ...red, ...sick } }),
  proof('test-vanished', 'an old failure taken out', {
    before: { ...start, ...sick },
    after: { ...red, ...sick, 'test/sore.test.js': tests(oldTest) },
  }),
  proof('load-error', 'a new test in a file that could not be loaded before', {
    before: { ...start, ...sick },
    after: { ...red, ...sick, 'test/broken.test.js': `${sick['test/broken.test.js']}${slugTest}\n` },
  }),
  proof(null, 'a test of a bug that throws', thrown(slugTest)),
  proof(
    null,
    'a test that nothing comes back where the source throws',
    thrown(`test('of nothing', () => assert.equal(source.slug(''), undefined))`),
  ),
  proof('not-an-assertion', 'an error that names the source, and is none of its own', thrown(forged)),
  proof(
    'asserts-nothing',
    'an error provoked in the source, and nothing asserted',
    thrown(`test('calls', () => { source.slug(undefined) })`),
  ),
  proof(
    'any-result-passes',
    'an error provoked in the source, and an assertion that whatever comes back satisfies',
    thrown(`test('calls', () => assert.notEqual(source.slug(undefined), 'x'))`),
  ),
  proof(
    'any-result-passes',
    'an error provoked in the source, and nothing wanted but that it does not come',
    thrown(`test('calls', () => assert.doesNotThrow(() => source.slug(undefined)))`),
  ),
  proof(
    null,
    'a value wanted beside that no error comes',
    thrown(
      `test('slugs', () => { let made; assert.doesNotThrow(() => { made = source.slug('A b') }); assert.equal(made, 'a-b') })`,
    ),
  ),
  proof('not-an-assertion', 'a test that stumbles over itself', added(`test('stumbles', () => source.nothing.there)`)),
  proof(
    'not-an-assertion',
    'a test that says "not implemented" itself',
    added(`test('pretends', () => { throw new Error('not implemented') })`),
  ),
  proof(
    'unrelated',
    'an assertion on what is not of the source',
    added(`test('lies', () => assert.equal(process.pid, 0))`),
  ),
  proof('asserts-constants', 'an assertion on two constants', added(`test('lies', () => assert.equal(1, 2))`)),
  proof('asserts-constants', 'a test that fails whatever is done', added(`test('lies', () => assert.fail('soon'))`)),
  proof('asserts-nothing', 'a test that only calls', added(`test('calls', () => { source.slug('A b') })`)),
  proof(
    'ignores-result',
    'a call, and an assertion on something else',
    added(`test('calls', () => { source.slug('A b'); assert.ok(true) })`),
  ),
  proof('held-missing', 'a test with inputs, and none held back', holding(null)),
  proof(
    'held-unknown',
    'a test held back under a name of its own',
    holding(slugTest.replace('makes a slug', 'makes another')),
  ),
  proof('held-same-inputs', 'a test held back with the inputs that are shown', holding(slugTest)),
  proof(
    null,
    'a test held back with other inputs',
    holding(slugTest.replace(`'A b'`, `'X Yz'`).replace(`'a-b'`, `'x-yz'`)),
  ),
  proof('accepts-any-error', 'a test that any error satisfies', {
    before: returning,
    after: { ...returning, 'test/slug.test.js': tests(`test('refuses', () => assert.throws(() => source.slug(1n)))`) },
  }),
  proof(
    'any-result-passes',
    'a test that whatever comes back satisfies',
    added(`test('makes a slug', () => assert.doesNotThrow(() => source.slug('A b')))`),
  ),
  proof(
    null,
    'a test that nothing comes back, beside one of what does',
    added(`${slugTest}\ntest('of nothing', () => assert.equal(source.slug(''), undefined))`),
  ),
  proof(
    'compares-itself',
    'a result held against itself',
    added(`test('is', () => { const result = source.slug('A b'); assert.equal(result, result) })`),
  ),
  proof(null, 'tests that say what they want in many ways', {
    before: returning,
    after: { ...returning, 'test/slug.test.js': tests(manyWays) },
  }),
  proof('old-test-broken', 'an old test that a new one’s change breaks', {
    before: { ...start, ...limited('1') },
    after: { ...red, ...limited('2') },
  }),
  proof('test-vanished', 'an old test taken out', { after: { ...red, 'test/old.test.js': tests(slugTest) } }),
  proof(null, 'an old test gone that the plan replaces', { after: { ...red, 'test/old.test.js': tests('') } }, old),
  proof(
    'test-vanished',
    'a test gone that the plan does not replace, beside one that it does',
    { before: { ...start, 'test/old.test.js': tests(twoOld) }, after: { ...red, 'test/old.test.js': tests('') } },
    old,
  ),
  proof(null, 'an old test under another name', renamedTo(oldTest.replace('shouts', 'is loud'))),
  proof(
    'test-vanished',
    'an old test that demands another thing under another name',
    renamedTo(oldTest.replace('shouts', 'is loud').replace('shout(', 'slug(')),
  ),
  proof('newly-skipped', 'an old test switched off', withOld(oldTest.replace('test(', 'test.skip('))),
  proof('only-focused', 'a test that silences the others', added(slugTest.replace('test(', 'test.only('))),
  proof('runner-unknown', 'a runner that Sigma does not know', { after: red, project: { runner: 'nose' } }),
]
