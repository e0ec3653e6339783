import { SigmaError } from '@sigma/engine'
import { expect, test } from 'vitest'
import { failureText, RunFailure } from './failure.ts'
import { failedResult } from './result.ts'

test('a failure is a sentence and a command, also where ending the command failed in turn', () => {
  const full = new SigmaError('store-full', 'The disk is full.', { hint: 'df -h .sigma' })
  const again = new SigmaError('store-broken', 'The data folder cannot be used.')
  const suppressed = new SuppressedError(again, new SuppressedError(again, full), 'while disposing')
  expect(failureText(suppressed)).toBe('error: The disk is full.\nhint: df -h .sigma')
})

test('what fails while a run is played names the run, which can go on', () => {
  const full = new SigmaError('store-full', 'The disk is full.', { hint: 'df -h .sigma' })
  const failure = new SuppressedError(full, new RunFailure('text-1', full), 'while disposing')
  expect(failureText(failure)).toBe('error: The disk is full.\nhint: df -h .sigma')
  expect(failedResult(failure)).toMatchObject({ success: false, run: 'text-1', outcome: 'halted' })
  expect(failedResult(full)).toMatchObject({ success: false, run: null, outcome: 'refused' })
})

test('a fault of Sigma’s own shows where it arose', () => {
  expect(failureText(new TypeError('x is no function'))).toMatch(/^error: Sigma itself failed[\s\S]*at /)
})
