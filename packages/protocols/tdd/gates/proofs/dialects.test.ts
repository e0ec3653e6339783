import { expect, test } from 'vitest'
import { proofsFor } from './dialects.ts'
import { proofs } from './proofs.ts'

test('every rule is shown once to a runner that is not node:test, and honest work to every gate', () => {
  expect(proofsFor('node:test')).toBe(proofs)
  expect(proofsFor('mocha')).toEqual([])
  for (const runner of ['vitest', 'jest']) {
    const rules = proofsFor(runner).map(({ gate, rule }) => rule ?? `honest ${gate}`)
    expect(new Set(rules).size).toBe(rules.length)
    const all = proofs.map(({ gate, rule }) => rule ?? `honest ${gate}`)
    expect(new Set(rules)).toEqual(new Set(all.filter((rule) => rule !== 'ended-early')))
  }
})
