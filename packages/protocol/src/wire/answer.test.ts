import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { answerOfResult, readAnswer } from './answer.ts'

const legal = ['GC', 'TI']

function ruleOf(output: string): string {
  const answer = readAnswer(output, legal)
  return answer.kind === 'answer' ? answer.code : answer.findings.map(({ rule }) => rule).join(' ')
}

test('the last line that is not empty is the answer; earlier ones are none', () => {
  proves('DPTR-26', 'T5')
  expect(readAnswer('→[TI, first]\nworking\n→[GC, done]\r\n\n  \n', legal)).toEqual({
    kind: 'answer',
    code: 'GC',
    message: 'done',
  })
  expect(ruleOf('→[GC]\nbye')).toBe('answer-missing')
  expect(ruleOf('50 %\r100 %\r→GC')).toBe('GC')
})

test('a Result on the last line is an answer; what it says beyond the code is kept as data', () => {
  proves('DPTR-26', 'SIG-29', 'SIG-30', 'SIG-31')
  const result = { success: true, status: 'done', code: 'GC', message: 'ok', metrics: { tests: 4 }, note: [1] }
  expect(readAnswer(`log\n${JSON.stringify(result)}\n`, legal)).toEqual({
    kind: 'answer',
    code: 'GC',
    message: 'ok',
    data: { metrics: { tests: 4 }, note: [1] },
  })
  expect(readAnswer('{"success":false,"status":"x","code":"→TI"}', legal)).toEqual({
    kind: 'answer',
    code: 'TI',
    message: '',
  })
})

test.each([
  ['nothing at all', '', 'answer-missing'],
  ['blank lines', '\n \r\n\t', 'answer-missing'],
  ['prose', 'All tests pass now.', 'answer-missing'],
  ['two different codes', '→[GC] →[TI]', 'answer-ambiguous'],
  ['a code of another phase', '→[RC, x]', 'answer-illegal'],
  ['a code that nobody has', '→[DONE]', 'answer-illegal'],
  ['a code in lower case', '→[gc]', 'answer-illegal'],
  ['a reply that never closes', '→[GC, x', 'answer-unreadable'],
  ['broken JSON', '{"success":true,', 'answer-unreadable'],
  ['JSON that is no Result', '{"code":"GC"}', 'answer-unreadable'],
  ['a Result with a text for success', '{"success":"yes","status":"x","code":"GC"}', 'answer-unreadable'],
  ['a Result without a code', '{"success":true,"status":"GC"}', 'answer-unreadable'],
  ['success with an error code', '{"success":true,"status":"x","code":"EX"}', 'answer-contradictory'],
  ['no success with a code for done', '{"success":false,"status":"x","code":"GC"}', 'answer-contradictory'],
  ['a Result with an illegal code', '{"success":true,"status":"x","code":"RC"}', 'answer-illegal'],
  ['a line of 200 000 characters', `→[GC, ${'x'.repeat(200_000)}]`, 'answer-too-long'],
  ['JSON nested without end', '{"a":'.repeat(5000), 'answer-unreadable'],
  ['a Result that gives its code twice', '{"success":true,"status":"x","code":"EX","code":"GC"}', 'answer-unreadable'],
  [
    'a Result with a prototype',
    '{"success":true,"status":"x","code":"GC","__proto__":{"code":"TI"}}',
    'answer-unreadable',
  ],
  [
    'two Results in a line',
    '{"success":true,"status":"x","code":"GC"}{"success":true,"status":"x","code":"TI"}',
    'answer-unreadable',
  ],
  ['a Result and more', '{"success":true,"status":"x","code":"GC"} and so on', 'answer-unreadable'],
  ['half a Result', '{"success":true,"status":"x","co', 'answer-unreadable'],
  ['a line of 64 MB', `→[GC, ${'x'.repeat(64 * 1024 * 1024)}]`, 'answer-too-long'],
  ['broken characters', '\uFFFD\uD800→GC', 'answer-missing'],
])('%s is invalid, by a rule of its own, and the legal codes are named', (_, output, rule) => {
  proves('DPTR-26', 'DPTR-27', 'DPTR-29', 'SIG-31', 'F29')
  const answer = readAnswer(output, legal)
  expect(answer).toEqual({
    kind: 'invalid',
    findings: [{ rule, message: expect.stringMatching(/./), remedy: expect.stringContaining('GC TI ME TO EX BL') }],
  })
  expect(JSON.stringify(answer).length).toBeLessThan(1000)
})

test.each(['ME', 'TO', 'EX', 'BL'])('%s is legal although nobody lists it', (code) => {
  proves('DPTR-28')
  expect(readAnswer(`→[${code}, could not]`, [])).toEqual({ kind: 'answer', code, message: 'could not' })
  expect(readAnswer(`{"success":false,"status":"failed","code":"${code}"}`, [])).toMatchObject({ code })
})

test('a Result that came some other way is judged the same', () => {
  expect(answerOfResult({ success: true, status: 'done', code: 'GC' }, legal)).toMatchObject({ code: 'GC' })
  expect(answerOfResult(null, legal)).toMatchObject({ findings: [{ rule: 'answer-unreadable' }] })
})

test('no output makes the reader throw, and a code it gives is always a legal one', () => {
  proves('DPTR-27', 'T5', 'T25')
  const piece = fc.constantFrom(
    '→',
    '[',
    ']',
    ',',
    'GC',
    'RC',
    'EX',
    '{',
    '}',
    '"',
    ':',
    '\\',
    '\n',
    'success',
    'true',
    ' ',
  )
  const output = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
  )
  fc.assert(
    fc.property(output, (text) => {
      const answer = readAnswer(text, legal)
      if (answer.kind === 'answer') expect(['GC', 'TI', 'ME', 'TO', 'EX', 'BL']).toContain(answer.code)
      else expect(answer.findings).toHaveLength(1)
      expect(Object.keys(Object.prototype)).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})

test('millions of empty lines are read in no time', () => {
  const started = performance.now()
  expect(ruleOf(`→GC\n${'\n \n'.repeat(2_000_000)}`)).toBe('GC')
  expect(performance.now() - started).toBeLessThan(2000)
})
