import { nothingToRun } from '@sigma/measuring'
import { expect, test } from 'vitest'
import { trialText } from './trial-text.ts'

const run = nothingToRun('node:test')
const needs = 'the variable API_KEY, which you have set'
const setting = '"tests": { "env": { "API_KEY": "$API_KEY" } }'
const cause = { cause: 'variable', needs, setting, sign: '', tests: ['a'] } as const

test('a cause that no trial proved is told as one that it seems to be', () => {
  const causes = [
    { ...cause, shown: 'sign' },
    { ...cause, shown: 'sign', tests: ['a', 'b'] },
    { ...cause, shown: 'trial' },
  ] as const
  const [, ...told] = trialText({ kind: 'ran', run, causes, checks: [] })
  expect(told.map((line) => line.replace(` ${needs}: set ${setting}`, ''))).toEqual([
    '1 of them seems to need',
    '2 of them seem to need',
    '1 of them needs',
  ])
})
