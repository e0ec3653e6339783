import type { Files } from '@sigma/measuring'
import { type Proof, proofOf } from './proof.ts'
import { green, oldTest, sick, slugTest, source, start, tests, written } from './slug.ts'

const ofTests = (rule: string | null, title: string, after: Files): Proof =>
  proofOf('refactor', { rule, title }, { before: green, after }, () => ({ of: 'tests' }))

const besideSick = (rule: string | null, title: string, after: Files): Proof =>
  proofOf('refactor', { rule, title }, { before: { ...green, ...sick }, after: { ...sick, ...after } }, () => ({
    of: 'tests',
  }))

const ofImplementation = (rule: string | null, title: string, after: Files, before: Files = green): Proof =>
  proofOf('refactor', { rule, title }, { before, after }, () => ({ of: 'implementation' }))

const tidied: Files = { ...green, 'src/text.js': source(`return text.trim().toLowerCase().replace(/ /g, '-')`) }
const renamed: Files = { ...green, 'test/slug.test.js': tests(slugTest.replace('makes a slug', 'joins by hyphens')) }

const copy = (name: string): string => `function ${name}(text) {
  const words = text.trim().split(' ')
  const first = words.slice(0, 1).map((word) => word.toUpperCase())
  const rest = words.slice(1).map((word) => word.toLowerCase())
  return [...first, ...rest].join('-')
}
`

/** The module in two, under the same names. */
const split: Files = {
  ...green,
  'src/text.js': `export { shout } from './shout.js'\nexport * from './slug.js'\n`,
  'src/shout.js': 'export const shout = (text) => text.toUpperCase()\n',
  'src/slug.js': `import { hyphens } from './hyphens.js'\nexport function slug(text) {\n  return hyphens(text.trim().toLowerCase())\n}\n`,
  'src/hyphens.js': `export const hyphens = (text) => text.replaceAll(' ', '-')\n`,
}
const merged: Files = {
  ...green,
  'test/old.test.js': tests(`const cases = [[source.shout, 'a', 'A'], [source.slug, 'A b', 'a-b']]
for (const [run, text, wanted] of cases) test('gives ' + wanted, () => assert.equal(run(text), wanted))`),
  'test/slug.test.js': tests(
    `test('makes a slug of two words', () => { const made = source.slug('A b'); assert.equal(made, 'a-b') })`,
  ),
}

export const refactorProofs: readonly Proof[] = [
  ofImplementation(null, 'the same behaviour in other words', tidied),
  ofTests(null, 'a test under a better name', renamed),
  ofImplementation(null, 'a module split in three', split),
  ofTests(null, 'tests made a table', merged),
  ofImplementation('test-fails', 'a behaviour lost', { ...green, 'src/text.js': source('return text') }),
  ofImplementation('test-changed', 'a test changed beside the implementation', {
    ...tidied,
    'test/slug.test.js': `${tests(slugTest)}// changed\n`,
  }),
  ofTests('fewer-tests', 'a test dropped', { ...green, 'test/old.test.js': tests('') }),
  ofTests('newly-skipped', 'a test switched off', {
    ...green,
    'test/old.test.js': tests(oldTest.replace('test(', 'test.skip(')),
  }),
  ofTests('source-changed', 'the source changed beside the tests', tidied),
  ofTests('assertion-weakened', 'an assertion that demands less', {
    ...green,
    'test/slug.test.js': tests(slugTest.replace(/assert.equal\((.*), 'a-b'\)/, 'assert.ok($1)')),
  }),
  ofTests('assertion-dropped', 'an assertion taken out', {
    ...green,
    'test/slug.test.js': tests(slugTest.replace(/assert.equal\(.*'a-b'\)/, '{}')),
  }),
  besideSick(null, 'a test under a better name beside old failures', renamed),
  besideSick('failed-before', 'an old failure made to pass', {
    ...green,
    'test/sore.test.js': tests(`${oldTest}\ntest('whispers', () => assert.equal(source.shout('a'), 'A'))`),
  }),
  ofImplementation('complexity-rose', 'a decision that nothing needs', {
    ...green,
    'src/text.js': source(`if (text === '') return ''\n  return text.trim().toLowerCase().replaceAll(' ', '-')`),
  }),
  ofImplementation('duplication-rose', 'a function copied', {
    ...green,
    'src/text.js': `${written}${copy('one')}${copy('other')}`,
  }),
  ofImplementation(
    'export-changed',
    'a name taken away',
    { ...green, 'src/limit.js': 'const LIMIT = 3\n' },
    { ...green, 'src/limit.js': 'export const LIMIT = 3\n' },
  ),
]

const first: Files = green
const second: Files = {
  ...start,
  'src/more.js': "export const more = (text) => text + '!'\n",
  'test/more.test.js': tests(
    `test('adds more', async () => assert.equal((await import('../src/more.js')).more('a'), 'a!'))`,
  ),
}
const both: Files = { ...second, ...first }

const ofTwo = (other: (name: string) => string) => ({
  cycles: [
    { name: 'C1', accepted: { commit: other('first'), evidence: null } },
    { name: 'C2', accepted: { commit: other('second'), evidence: null } },
  ],
})

const besides = (around: Files) => ({ first: { ...first, ...around }, second: { ...second, ...around } })

const combination = (rule: string | null, title: string, after: Files, around: Files = {}): Proof =>
  proofOf('combined', { rule, title }, { after, others: besides(around) }, ({ other }) => ofTwo(other))

/** The project's own check, which dislikes a word. */
const lint: Files = {
  'lint.mjs': `import { readFileSync } from 'node:fs'
for (const name of ['src/text.js', 'test/old.test.js']) {
  if (!readFileSync(name, 'utf8').includes('FIXME')) continue
  console.log(name + ':1:1 FIXME is not liked')
  process.exitCode = 1
}
`,
}

const checked = (rule: string | null, title: string, after: Files, before: Files = start): Proof =>
  proofOf(
    'combined',
    { rule, title },
    {
      before: { ...before, ...lint },
      after: { ...after, ...lint },
      others: { first, second },
      project: { checks: ['node lint.mjs'] },
    },
    ({ before: commit, other }) => ({ ...ofTwo(other), head: { commit, evidence: null } }),
  )

const comment = '// FIXME\n'
const disliked: Files = { ...both, 'src/text.js': `${written}${comment}` }

export const combinedProofs: readonly Proof[] = [
  combination(null, 'two cycles side by side', both),
  combination(null, 'two cycles beside old failures', { ...both, ...sick }, sick),
  combination('test-fails', 'one cycle breaks the other', { ...both, 'src/text.js': written.replace(`'-'`, `'_'`) }),
  combination('test-vanished', 'a cycle’s tests left out', { ...both, 'test/more.test.js': '' }),
  checked(null, 'a check of the project that failed before, and no worse', disliked, {
    ...start,
    'src/text.js': `${start['src/text.js']}${comment}`,
  }),
  checked('check-failed', 'source that a check of the project dislikes', disliked),
  checked('check-failed-in-tests', 'tests that it dislikes', {
    ...both,
    'test/old.test.js': `${tests(oldTest)}${comment}`,
  }),
]
