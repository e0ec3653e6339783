/** What was accepted in RED, where tests were rewritten since: refused where it fails, passed where it holds. */

import type { Files } from '@sigma/measuring'
import { type Proof, proofOf, wanted } from './proof.ts'
import { green, red, slugTest, source, start, tests } from './slug.ts'

const rewritten = (rule: string | null, title: string, after: Files): Proof =>
  proofOf('demands', { rule, title }, { after, others: { red } }, async ({ after: now, other, judge }, shared) => {
    const commit = other('red')
    const accepted = { commit, evidence: await judge('red', commit, { ...shared, ...wanted }) }
    return { cycles: [{ name: 'C1', accepted, now: { commit: now, evidence: null } }] }
  })

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
