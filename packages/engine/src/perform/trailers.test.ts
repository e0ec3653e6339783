import type { Ask, JsonObject } from '@sigma/protocol'
import { expect, test } from 'vitest'
import { subjectOf } from './trailers.ts'

function ask(at: Partial<Ask['at']>, parameters: JsonObject = {}): Ask {
  const brief = {
    type: 'brew',
    purpose: '',
    from: 'engine',
    subject: 'src/tea',
    context: {},
    documents: [],
    refused: [],
  }
  const asked = { role: 'cook', codes: [], writes: [], workspace: 'w', base: 'b', limitMs: 1, retry: [] }
  return { kind: 'ask', id: 'a', at: { step: 'brew', ...at }, phase: 'BREW', ...asked, brief: { ...brief, parameters } }
}

test('a commit is named after the work and the unit that it belongs to', () => {
  const unit = { unit: 'P1', called: 'pot 1' }
  expect(subjectOf(ask(unit, { title: 'Green tea' }))).toBe('BREW: Green tea (pot 1)')
  expect(subjectOf(ask({ unit: 'P1' }, { title: 7 }))).toBe('BREW: src/tea (P1)')
  expect(subjectOf(ask({}))).toBe('BREW: src/tea')
})

test('a title is data: one line, and short', () => {
  const subject = subjectOf(ask({}, { title: `a\n\nSigma-Role: nobody ${'and more '.repeat(20)}` }))
  expect(subject).toMatch(/^BREW: a Sigma-Role: nobody and more .*…$/)
  expect(subject.length).toBeLessThanOrEqual(72)
})
