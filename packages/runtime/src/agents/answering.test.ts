import { expect, test } from 'vitest'
import { answerOf } from './answering.ts'

const codes = ['RC', 'ME', 'TO', 'EX', 'BL']
const reported = { code: 'RC', message: 'three tests', data: { tests: 3 } }
const ruleOf = (output: string, taken: typeof reported | null = reported): string | undefined => {
  const answer = answerOf(output, codes, taken)
  return answer.kind === 'invalid' ? answer.findings[0]?.rule : undefined
}

test.each([
  '',
  'All done; I reported it.\n',
  'talk\n→[RC, something else in other words]\n',
  '{"success":true,"status":"done","code":"RC"}',
  '{ half a line of JSON',
  '→[EX, an earlier line]\nand then talk',
])('what was reported is the answer, where the output ends with %j', (output) => {
  expect(answerOf(output, codes, reported)).toEqual({ kind: 'answer', ...reported })
})

test.each([
  '→[EX, I could not]',
  'work\n→[BL, which separator?]\n',
  '{"success":false,"status":"failed","code":"EX"}',
  '→[GC, not even legal here]',
  '{"success":true,"status":"done","code":"EX"}',
])('an output that ends with another answer than was reported is none: %j', (output) => {
  expect(ruleOf(output)).toBe('answer-disagrees')
})

test('where nothing was reported, the last line counts as ever', () => {
  expect(answerOf('→[RC, one test]', codes, null)).toEqual({ kind: 'answer', code: 'RC', message: 'one test' })
  expect(ruleOf('', null)).toBe('answer-missing')
})
