import type { Files } from '@sigma/measuring'
import { type Proof, proofOf } from './proof.ts'
import { bare, oldTest, tests } from './slug.ts'

const proof = (rule: string | null, title: string, after: Files, test?: string): Proof =>
  proofOf('baseline', { rule, title }, { after }, () => (test === undefined ? {} : replacing(test)))

const replacing = (test: string) => ({ replaces: [{ cycle: 'TDD_1', tests: [{ files: 'test/old.test.js', test }] }] })

const broken = tests(`import { nowhere } from '../src/nowhere.js'\n${oldTest}`)
const { 'test/old.test.js': _tests, ...untested } = bare

/** What a run begins from is told, whatever it is: no agent answers for it. */
export const baselineProofs: readonly Proof[] = [
  proof(null, 'a suite that passes', bare),
  proof(null, 'a project without a test', untested),
  proof('replaces-unknown', 'a plan that replaces a test that is not there', bare, 'shoots'),
  proof('old-failure', 'a test that fails before any work', {
    ...bare,
    'test/sore.test.js': tests(oldTest.replace(`'A')`, `'b')`)),
  }),
  proof('old-fault', 'a test file that cannot be loaded', { ...bare, 'test/sore.test.js': broken }),
  proof('no-test-runs', 'a suite of which no file can be loaded', { ...bare, 'test/old.test.js': broken }),
]
