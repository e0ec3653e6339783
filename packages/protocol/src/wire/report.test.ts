import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { answerOfReport } from './answer.ts'

const legal = ['RC', 'BL']
const all = ['RC', 'BL', 'ME', 'TO', 'EX']

test.each([
  [
    { code: 'RC', message: 'three tests' },
    { kind: 'answer', code: 'RC', message: 'three tests' },
  ],
  [{ code: '→RC' }, { kind: 'answer', code: 'RC', message: '' }],
  [
    { code: 'EX', message: 'x', data: { at: 3 } },
    { kind: 'answer', code: 'EX', message: 'x', data: { at: 3 } },
  ],
])('the report %j is an answer', (given, answer) => {
  expect(answerOfReport(given, legal)).toEqual(answer)
})

test.each([
  [{ code: 'GC', message: 'x' }, 'answer-illegal'],
  [{ code: 'rc', message: 'x' }, 'answer-illegal'],
  [{ message: 'x' }, 'answer-unreadable'],
  [{ code: 'RC', message: 3 }, 'answer-unreadable'],
  [{ code: 'RC', message: 'x', more: true }, 'answer-unreadable'],
  [{ code: 'RC', message: 'x'.repeat(70_000) }, 'answer-unreadable'],
  [{ code: 'RC', data: 'text' }, 'answer-unreadable'],
  ['→[RC, done]', 'answer-unreadable'],
  [null, 'answer-unreadable'],
])('the report %# is refused by a rule, and told what is legal', (given, rule) => {
  const answer = answerOfReport(given, legal)
  expect(answer).toMatchObject({ kind: 'invalid', findings: [{ rule }] })
  expect(JSON.stringify(answer)).toContain('Call report again, the code being one of RC BL ME TO EX.')
})

test('nothing that is reported makes the reader throw, and a code it gives is always a legal one', () => {
  proves('T5')
  const code = fc.oneof(fc.constantFrom('RC', '→BL', 'GC', '__proto__', ''), fc.string())
  const report = fc.record(
    { code, message: fc.string(), data: fc.dictionary(fc.string(), fc.jsonValue()) },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(report, fc.jsonValue(), fc.anything()), (given) => {
      const answer = answerOfReport(given, legal)
      if (answer.kind === 'answer') expect(all).toContain(answer.code)
      else expect(answer.findings).toHaveLength(1)
    }),
  )
})
