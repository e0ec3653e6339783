import { type Gates, type Judgement, runProof } from '@sigma/engine'
import { expect, test } from 'vitest'
import { proofs } from './proofs.ts'

const always = (judgement: Omit<Judgement, 'data' | 'evidence'>): Gates => ({
  check: async () => ({ ...judgement, data: {}, evidence: 'sha256:0' }),
})
const play = (gates: Gates) => Promise.all(proofs.map((proof) => runProof(proof, gates, async () => 'c0ffee')))

test('every gate has honest work to pass and something to refuse', () => {
  for (const gate of ['baseline', 'phase0', 'red', 'green', 'refactor', 'combined', 'demands']) {
    const own = proofs.filter((proof) => proof.gate === gate)
    expect(own.some((proof) => proof.rule === null)).toBe(true)
    expect(own.filter((proof) => proof.rule !== null).length).toBeGreaterThanOrEqual(2)
  }
  expect(new Set(proofs.map((proof) => `${proof.gate} ${proof.title}`)).size).toBe(proofs.length)
})

test('gates that pass everything fail every proof of refusal', async () => {
  const results = await play(always({ verdict: 'pass', findings: [] }))
  expect(results.map((result) => result.ok)).toEqual(proofs.map((proof) => proof.rule === null))
})

test('gates that refuse everything for another reason fail every proof', async () => {
  const finding = { rule: 'mood', message: 'No.', remedy: 'None.' }
  const results = await play(always({ verdict: 'fail', findings: [finding] }))
  expect(results.every((result) => !result.ok && result.saw === 'fail: mood')).toBe(true)
})

test('gates that name the rule and pass all the same fail the proof', async () => {
  const [proof] = proofs.filter((each) => each.rule === 'unrelated')
  const finding = { rule: 'unrelated', message: 'No.', remedy: 'None.' }
  if (proof === undefined) throw new Error('there is no such proof')
  const gates = always({ verdict: 'pass', findings: [finding] })
  expect(await runProof(proof, gates, async () => 'c0ffee')).toEqual({ ok: false, saw: 'pass: unrelated' })
})
