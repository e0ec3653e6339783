import type { Files } from '@sigma/measuring'
import type { Project, Thresholds } from '@sigma/protocol'
import { type Proof, proofOf, wanted } from './proof.ts'
import { green, oldTest, red, sick, slugTest, source, start, tests, written } from './slug.ts'

interface Surroundings {
  readonly coverage?: Thresholds
  /** Files that were there before. */
  readonly around?: Files
  /** As a run does it: the gate `baseline` measured what was there before, so GREEN may look there again. */
  readonly measured?: true
  /** The state of RED in place of the usual. */
  readonly from?: Files
  /** Where the project is another. */
  readonly project?: Partial<Project>
}

function proof(
  rule: string | null,
  title: string,
  after: Files,
  { coverage, around = {}, measured, from: own = red, project }: Surroundings = {},
): Proof {
  const shown = {
    before: { ...start, ...around },
    after: { ...around, ...after },
    others: { red: { ...own, ...around } },
    project: { ...project, ...(coverage && { coverage }) },
  }
  return proofOf('green', { rule, title }, shown, async ({ before: from, other, judge }, shared) => {
    const commit = other('red')
    const before = { commit: from, evidence: measured ? await judge('baseline', from, shared) : null }
    return { before, red: { commit, evidence: await judge('red', commit, { ...shared, before, ...wanted }) } }
  })
}

const held: Files = {
  ...red,
  'test/slug.held.test.js': tests(slugTest.replace(`'A b'`, `'X Yz'`).replace(`'a-b'`, `'x-yz'`)),
}
const typed: Files = {
  ...red,
  'test/slug.test.js': tests(`test('is text', () => assert.equal(typeof source.slug('A b'), 'string'))`),
}
const reading: Files = {
  ...red,
  'test/slug.test.js': `import { readFileSync } from 'node:fs'\n${tests(`test('makes a slug', () => { assert.equal(source.slug('A b'), 'a-b'); assert.match(readFileSync('src/text.js', 'utf8'), /slug/); assert.match(readFileSync('src/text.js', 'utf8'), /toLowerCase/) })`)}`,
}
const worldly: Files = {
  ...red,
  'test/slug.test.js': tests(
    `test('makes a slug', () => { process.env.SLUGS_ARE = 'short'; assert.equal(source.slug('A b'), 'a-b') })`,
  ),
}

const full: Thresholds = { lines: 100, functions: 100, branches: 100, statements: 100 }

const through = `import { made } from '../lib/made.js'\n${source('return made(text)')}`

const shouts: Files = {
  'test/shouts.test.js': tests(
    `for (let at = 0; at < 40; at += 1) test('shout ' + at, () => assert.equal(source.shout('a'), 'A'))`,
  ),
}

const old: Files = { 'src/old.js': 'export const old = (text) => text\n' }

/** It loads as long as the source has what it needs. */
const needy: Files = {
  'src/needed.js': 'export const needed = 1\n',
  'test/sore.test.js': `import { needed } from '../src/needed.js'\n${sick['test/sore.test.js']}void needed\n`,
}

export const greenProofs: readonly Proof[] = [
  proof(null, 'an implementation that does the work', green),
  proof(null, 'an implementation with every line covered', green, { coverage: full }),
  proof(null, 'an implementation with every line covered, beside old code that is not', green, {
    coverage: full,
    around: old,
  }),
  proof('red-test-fails', 'an implementation that does not do it', { ...red, 'src/text.js': source('return text') }),
  proof('test-fails', 'an old function damaged on the way', {
    ...red,
    'src/text.js': written.replace('toUpperCase', 'toLowerCase'),
  }),
  proof('test-changed', 'a test made to fit', {
    ...red,
    'src/text.js': source('return text'),
    'test/slug.test.js': tests(slugTest.replace(`'a-b'`, `'A b'`)),
  }),
  proof('test-vanished', 'an old test taken out', { ...green, 'test/old.test.js': tests('') }),
  proof('newly-skipped', 'an old test switched off', {
    ...green,
    'test/old.test.js': tests(oldTest.replace('test(', 'test.skip(')),
  }),
  proof('only-focused', 'a test that silences the others', {
    ...green,
    'test/slug.test.js': tests(slugTest.replace('test(', 'test.only(')),
  }),
  proof('guarded-changed', 'the package’s scripts edited', {
    ...green,
    'package.json': '{ "type": "module", "private": true }\n',
  }),
  proof(
    'passes-without-implementation',
    'something beside the source that makes the tests pass',
    { ...red, 'src/text.js': through, 'lib/made.js': `export const made = () => 'a-b'\n` },
    { around: { 'src/text.js': through, 'lib/made.js': 'export const made = (text) => text\n' } },
  ),
  proof('differs-under-test', 'source that does its work only where it is tested', {
    ...red,
    'src/text.js': source(
      `const { NODE_TEST_CONTEXT, VITEST, JEST_WORKER_ID } = process.env
  return NODE_TEST_CONTEXT || VITEST || JEST_WORKER_ID ? text.toLowerCase().replace(' ', '-') : text`,
    ),
  }),
  proof(
    'answers-examples',
    'a table of the examples, where other inputs are held back',
    { ...held, 'src/text.js': source(`return { 'A b': 'a-b' }[text] ?? text`) },
    { from: held, project: { held: true } },
  ),
  proof(
    null,
    'an implementation for inputs that are held back too',
    { ...held, 'src/text.js': written },
    { from: held, project: { held: true } },
  ),
  proof(
    'any-result-passes',
    'a test that whatever text comes back satisfies',
    { ...typed, 'src/text.js': written },
    { from: typed },
  ),
  proof(
    'reads-the-text',
    'a test that looks at how the source is written',
    { ...reading, 'src/text.js': written },
    { from: reading },
  ),
  proof(
    'replayed-below-floor',
    'calls in a world of the test’s own, where most have to be made again',
    { ...worldly, 'src/text.js': written },
    { from: worldly, project: { replayed: 50 } },
  ),
  proof(
    'flaky',
    'source under which old tests pass by chance that passed each time before',
    { ...green, 'src/text.js': written.replace('text.toUpperCase()', "Math.random() < 0.5 ? 'A' : text") },
    { around: shouts, measured: true },
  ),
  proof(null, 'an implementation beside old failures', green, { around: sick }),
  proof(
    'test-fails',
    'a test damaged that passed beside an old failure',
    { ...green, 'src/text.js': written.replace('toUpperCase', 'toLowerCase') },
    { around: sick },
  ),
  proof(
    'test-vanished',
    'a file with an old failure made to fail before its tests',
    { ...green, 'src/text.js': written, 'src/needed.js': "export const needed = 1\nthrow new Error('not any more')\n" },
    { around: needy },
  ),
  proof('ended-early', 'a suite that ends itself', {
    ...red,
    'src/text.js': `${written}process.on('exit', () => process.exit(3))\n`,
  }),
  proof(
    'coverage-below',
    'code that no test needs',
    { ...green, 'src/more.js': 'export const more = () => 1\n' },
    { coverage: full },
  ),
  proof(
    'coverage-below',
    'a branch that no test needs in old code',
    { ...green, 'src/old.js': "export const old = (text) => (text === '' ? '-' : text)\n" },
    { coverage: full, around: old },
  ),
]
