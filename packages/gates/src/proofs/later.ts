import type { RefactorParameters } from '@sigma/protocol'
import type { Files, Proof } from './proof.ts'
import { asJson, green, oldTest, project, slugTest, source, start, tests, written } from './slug.ts'

function refactoring(rule: string | null, title: string, of: RefactorParameters['of'], after: Files): Proof {
  return {
    gate: 'refactor',
    rule,
    title,
    before: green,
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

export const refactorProofs: readonly Proof[] = [
  refactoring(null, 'the same behaviour in other words', 'implementation', tidied),
  refactoring(null, 'a test under a better name', 'tests', renamed),
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
