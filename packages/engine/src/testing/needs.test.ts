import { test } from 'vitest'
import { needs } from './needs.ts'

test.concurrent('a concurrent test is told to use its own context, for of several it is not known which one runs', ({
  expect,
}) => {
  expect(() => needs('gcc')).toThrow(/needsIn/)
})
