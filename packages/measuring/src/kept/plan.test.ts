import { expect, test } from 'vitest'
import { scopeText } from './plan.ts'

test('what gates will do with the suite is told as a run begins', () => {
  expect(scopeText({}, { durationMs: 74_321 })).toBe(
    'the suite takes 74 s; between phases only what a change reaches is run',
  )
  expect(scopeText({}, { durationMs: 312 })).toBe('the suite takes 312 ms, so all of it is run each time')
  expect(scopeText({ scope: 'reached' }, { durationMs: 312 })).toBe(
    'the suite takes 312 ms; between phases only what a change reaches is run',
  )
  expect(scopeText({ scope: 'all' }, { durationMs: 74_000 })).toBe(
    'the suite takes 74 s; tests.scope has all of it run each time',
  )
})

test('a baseline that stands since yesterday tells how long everything took then', () => {
  expect(scopeText({}, { durationMs: 0, suiteMs: 74_000 })).toBe(
    'the suite takes 74 s; between phases only what a change reaches is run',
  )
})
