import { type Cause, nothingToRun, type TestRun } from '@sigma/measuring'
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

const failing = (name: string): TestRun['tests'][number] => ({
  id: name,
  file: 'a.js',
  names: [name],
  outermost: 0,
  state: 'failed',
  line: 1,
  column: 1,
  failure: null,
})
const git: Cause = {
  cause: 'git',
  needs: 'a git repository',
  tests: ['needs git', 'needs git too'],
  setting: '"tests": { "reads": [".git"] }',
  shown: 'trial',
  sign: '',
  gives: { reads: ['.git'] },
}

test('failures whose cause is told hide none of which nobody knows why', () => {
  const tests = ['needs git', 'needs git too', 'is old'].map(failing)
  const tried = { kind: 'ran', run: { ...run, durationMs: 1_000, tests }, causes: [git], checks: [] } as const
  expect(trialText(tried)).toEqual([
    '0 pass, 3 fail at HEAD (1.0s): is old, needs git and 1 more',
    '2 of them need a git repository: now set: "tests": { "reads": [".git"] }',
  ])
  // A command that writes no configuration says what is to be set.
  expect(trialText(tried, () => false)[1]).toBe('2 of them need a git repository: set "tests": { "reads": [".git"] }')
})
