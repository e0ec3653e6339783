import type { Files } from '@sigma/measuring'
import type { RefactorParameters } from '../../machine/gate-parameters.ts'
import type { Proof } from './proof.ts'
import { asJson, green, oldTest, project, slugTest, source, start, tests, written } from './slug.ts'

function refactoring(
  rule: string | null,
  title: string,
  of: RefactorParameters['of'],
  after: Files,
  before: Files = green,
): Proof {
  return {
    gate: 'refactor',
    rule,
    title,
    before,
    after,
    project,
    others: {},
    parameters: async (stage) => ({
      project: asJson(project),
      before: { commit: stage.before, evidence: null },
      of,
    }),
  }
}

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
  refactoring(null, 'the same behaviour in other words', 'implementation', tidied),
  refactoring(null, 'a test under a better name', 'tests', renamed),
  refactoring(null, 'a module split in three', 'implementation', split),
  refactoring(null, 'tests made a table', 'tests', merged),
  refactoring('test-fails', 'a behaviour lost', 'implementation', { ...green, 'src/text.js': source('return text') }),
  refactoring('test-changed', 'a test changed beside the implementation', 'implementation', {
    ...tidied,
    'test/slug.test.js': `${tests(slugTest)}// changed\n`,
  }),
  refactoring('fewer-tests', 'a test dropped', 'tests', { ...green, 'test/old.test.js': tests('') }),
  refactoring('newly-skipped', 'a test switched off', 'tests', {
    ...green,
    'test/old.test.js': tests(oldTest.replace('test(', 'test.skip(')),
  }),
  refactoring('source-changed', 'the source changed beside the tests', 'tests', tidied),
  refactoring('assertion-weakened', 'an assertion that demands less', 'tests', {
    ...green,
    'test/slug.test.js': tests(slugTest.replace(/assert.equal\((.*), 'a-b'\)/, 'assert.ok($1)')),
  }),
  refactoring('assertion-dropped', 'an assertion taken out', 'tests', {
    ...green,
    'test/slug.test.js': tests(slugTest.replace(/assert.equal\(.*'a-b'\)/, '{}')),
  }),
  refactoring('complexity-rose', 'a decision that nothing needs', 'implementation', {
    ...green,
    'src/text.js': source(`if (text === '') return ''\n  return text.trim().toLowerCase().replaceAll(' ', '-')`),
  }),
  refactoring('duplication-rose', 'a function copied', 'implementation', {
    ...green,
    'src/text.js': `${written}${copy('one')}${copy('other')}`,
  }),
  refactoring(
    'export-changed',
    'a name taken away',
    'implementation',
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

function combination(rule: string | null, title: string, after: Files): Proof {
  return {
    gate: 'combined',
    rule,
    title,
    before: start,
    after,
    project,
    others: { first, second },
    parameters: async (stage) => ({
      project: asJson(project),
      cycles: [
        { name: 'C1', accepted: { commit: stage.other('first'), evidence: null } },
        { name: 'C2', accepted: { commit: stage.other('second'), evidence: null } },
      ],
    }),
  }
}

export const combinedProofs: readonly Proof[] = [
  combination(null, 'two cycles side by side', both),
  combination('test-fails', 'one cycle breaks the other', { ...both, 'src/text.js': written.replace(`'-'`, `'_'`) }),
  combination('test-vanished', 'a cycle’s tests left out', { ...both, 'test/more.test.js': '' }),
]
