import { expect, test } from 'vitest'
import { all, cannotJudge, findingsOf, noReasons, refuse, verdictOf } from './reasons.ts'

const finding = { rule: 'r', message: 'm', remedy: 'd' }

test('what could not be judged outweighs a refusal, and a refusal a pass', () => {
  expect(verdictOf(noReasons)).toBe('pass')
  expect(verdictOf(refuse(finding))).toBe('fail')
  expect(verdictOf(all(refuse(finding), cannotJudge(finding)))).toBe('unknown')
})

test('fifty findings of a rule are shown and the rest counted, each with its proof', () => {
  const many = Array.from({ length: 60 }, (_, n) => ({ ...finding, message: `${n}` }))
  const shown = findingsOf(refuse(...many, { ...finding, rule: 's' }), 'sha256:e')
  expect(shown).toHaveLength(52)
  expect(shown[50]?.message).toBe('… and 10 more of r.')
  expect(shown.every((each) => each.evidence === 'sha256:e')).toBe(true)
})
