import { expect, test } from 'vitest'
import { planBeside, scopeText } from './plan.ts'

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

test.each([
  ['a verdict is final', { final: true }, 'src/a.js'],
  ['a configuration was changed', { final: false }, 'package.json'],
])('what always runs stays known where everything runs on another tree, for %s', (_, { final }, path) => {
  const record = {
    ...{ commit: 'c', tree: 't', version: null, suiteMs: 60_000, here: new Set<string>(), isNarrow: false },
    files: new Map(),
  }
  const near = { record: { ...record, always: new Set(['a']) }, change: { added: [], removed: [], modified: [path] } }
  const closures = { of: () => new Set<string>(), naming: () => new Set<string>() }
  const asked = { project: { scope: 'reached' as const }, testFiles: [], final }
  expect(planBeside({ ...near, odd: new Set() }, closures, asked)).toMatchObject({ files: null, base: near.record })
})
