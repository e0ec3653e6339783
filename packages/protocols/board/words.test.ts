import { expect, test } from 'vitest'
import { boardWords } from './words.ts'

test('of checked decisions it is said how many are kept', () => {
  const measured = (data: unknown) => boardWords.measurement(JSON.parse(JSON.stringify(data))).measured
  const checks = [
    { kind: 'command', verdict: 'pass' },
    { kind: 'api-unchanged', verdict: 'fail' },
  ]
  expect([measured({ checks }), measured({ checks: [] }), measured({})]).toEqual([
    '1 of 2 checked decisions kept',
    '',
    '',
  ])
})
