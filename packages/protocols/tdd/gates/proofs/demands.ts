/** What was accepted in RED, where tests were rewritten since: refused where it fails, passed where it holds. */

import type { Files } from '@sigma/measuring'
import type { Proof } from './proof.ts'
import { asJson, green, project, red, slugTest, source, start, tests } from './slug.ts'

function rewritten(rule: string | null, title: string, after: Files): Proof {
  return {
    gate: 'demands',
    rule,
    title,
    before: start,
    after,
    project,
    others: { red },
    parameters: async ({ before, after: now, other, judge }) => {
      const wanted = { project: asJson(project), before: { commit: before, evidence: null } }
      const evidence = await judge('red', other('red'), {
        ...wanted,
        tests: ['test/**'],
        interfaces: ['slug'],
        sourceFrom: null,
      })
      const accepted = { commit: other('red'), evidence }
      return { project: asJson(project), cycles: [{ name: 'C1', accepted, now: { commit: now, evidence: null } }] }
    },
  }
}

const lying = { ...green, 'src/text.js': source('return text') }
const withTest = (files: Files, code: string): Files => ({ ...files, 'test/slug.test.js': tests(code) })
const weak = slugTest.replace(/assert.equal\((.*), 'a-b'\)/, 'assert.ok($1.length > 0)')
const without = { ...start, 'src/text.js': source('return text') }

export const demandsProofs: readonly Proof[] = [
  rewritten(null, 'the tests of RED', green),
  rewritten(null, 'the tests of RED in other words', withTest(green, slugTest.replace('makes a slug', 'joins'))),
  rewritten(null, 'tests that demand less over work that is right', withTest(green, weak)),
  rewritten('accepted-test-fails', 'tests that demand less over work that is none', withTest(lying, weak)),
  rewritten('accepted-test-fails', 'a demand that was dropped, and not met', withTest(lying, '')),
  rewritten('accepted-test-fails', 'a test that was switched off', withTest(lying, slugTest.replace('(', '.skip('))),
  rewritten('accepted-test-fails', 'tests whose file is gone', without),
]
