import { expect, test } from 'vitest'
import { failureOf, openingOf } from './command.ts'

const ended = {
  end: 'exited',
  exit: 1,
  signal: null,
  reason: null,
  stdout: '',
  stderr: 'TypeError: fetch failed',
  truncated: false,
  durationMs: 1,
} as const

test('what the sandbox refused stands before the last words of a program, which may be long', () => {
  const failure = failureOf('mine', 1, ended, openingOf('mine', true, ['a.example:443', 'b.example:443']))
  expect(failure?.findings[0]?.message).toMatch(
    /exit code 1; the sandbox refused it a\.example:443, b\.example:443\. The end of its stderr/,
  )
  expect(failure?.findings[0]?.remedy).toMatch(/If it may connect to a\.example:443.*agents\.mine\.hosts/)
})

test('a program that nothing confined lacked nothing of a sandbox', () => {
  const failure = failureOf('mine', 1, ended, openingOf('mine', false, []))
  expect(JSON.stringify(failure)).not.toContain('sandbox')
})
