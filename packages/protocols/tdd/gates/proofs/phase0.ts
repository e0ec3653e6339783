import type { Files } from '@sigma/measuring'
import { type Proof, proofOf } from './proof.ts'
import { bare, oldTest, source, start, tests } from './slug.ts'

const proof = (rule: string | null, title: string, after: Files, design = 'export function slug(text)'): Proof =>
  proofOf('phase0', { rule, title }, { before: bare, after }, () => ({ interfaces: [design] }))

export const phase0Proofs: readonly Proof[] = [
  proof(null, 'the interface as designed', start),
  proof('interface-missing', 'nothing was written', bare),
  proof('signature-differs', 'a parameter too many', start, 'export function slug(text, separator)'),
  proof('does-not-load', 'a file that throws when it is loaded', {
    ...start,
    'src/text.js': `${start['src/text.js']}throw new Error('at once')\n`,
  }),
  proof('test-touched', 'a test edited on the way', { ...start, 'test/old.test.js': `${tests(oldTest)}// touched\n` }),
  proof('old-test-broken', 'an old function damaged', {
    ...start,
    'src/text.js': source('return text').replace('toUpperCase', 'toLowerCase'),
  }),
]
