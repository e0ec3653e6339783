import { expect, test } from 'vitest'
import { firstError } from './first-error.ts'

test('the line that names the error is told, with the first line before it and what follows', () => {
  const printed = `\u001b[31mfailed to load config from vitest.config.ts\u001b[39m
file:///somewhere/error.mjs:50
\tconst wrapper = new Error(summary);
\t                ^

Error: Build failed with 1 error:

\u001b[31m[PARSE_ERROR] \u001b[0mUnexpected token
   ╭─[ vitest.config.ts:1:29 ]
   │
 1 │ export default { test:
    at build (file:///somewhere/build.mjs:1:2)
Node.js v24.0.0`
  expect(firstError(printed)).toBe(
    'failed to load config from vitest.config.ts / … / Error: Build failed with 1 error: / [PARSE_ERROR] Unexpected token / Node.js v24.0.0',
  )
  expect(firstError('● Validation Error:\n\n  Preset ts-jest not found\n')).toBe(
    '● Validation Error: / Preset ts-jest not found',
  )
})

test.each([
  [`(node:12) Warning: old\nError: Cannot find module 'jsdom'\n    at x (y:1:1)`, `Error: Cannot find module 'jsdom'`],
  [` MISSING DEPENDENCY  Cannot find dependency 'jsdom'`, `MISSING DEPENDENCY Cannot find dependency 'jsdom'`],
  ['Segmentation fault', 'Segmentation fault'],
  ['\n^^^\n   │\n', ''],
  ['', ''],
])('of %j is told %j', (printed, told) => {
  expect(firstError(printed)).toBe(told)
})

test('what is told is bounded, without what a terminal would obey', () => {
  const told = firstError(`${'much '.repeat(900)}\nError: \u0007\u001b]0;title\u0007${'more '.repeat(900)}`)
  expect(told.length).toBeLessThan(650)
  expect(told).toMatch(/^much .* \/ Error: /)
  expect(told).not.toMatch(/\p{Cc}/u)
})
