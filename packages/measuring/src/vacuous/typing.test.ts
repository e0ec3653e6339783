import { expect, test } from 'vitest'
import { callAtPlace, readTestCode } from '../asserted/test-code.ts'
import { bodyOf } from '../asserted/tested.ts'
import { isAboutTypes } from './typing.ts'

function asksForTypes(body: string, file = 'test/slug.test.ts'): boolean {
  const code = readTestCode(file, `test('it', () => {\n${body}\n})\n// @ts-expect-error beside it\nslug(1)`)
  const call = code === null ? null : callAtPlace(code, 1, 1)
  const found = code === null || call === null ? null : bodyOf(call, code)
  if (code === null || found === null) throw new Error('no test there')
  return isAboutTypes(found, code)
}

test.each([
  '// @ts-expect-error a number is no text\nslug(1)',
  'run(() => {\n/* @ts-expect-error */\nslug(1) })',
  'expectTypeOf(slug("a")).toBeString()',
  'const got = slug("a"); const same: Same<typeof got, string> = true; expect(same).toBe(true)',
])('asks for types: %s', (body) => {
  expect(asksForTypes(body)).toBe(true)
  // JavaScript has no types to be wrong.
  if (!body.includes(': Same')) expect(asksForTypes(body, 'test/slug.test.js')).toBe(false)
})

test.each([
  'slug("a")',
  'expect(slug("a")).toBe("a")',
  'log("// @ts-expect-error")\nslug("a")',
  '// @ts-ignore\nslug(1)',
  'const same: boolean = true; expect(same).toBe(true)',
])('asks for none: %s', (body) => expect(asksForTypes(body)).toBe(false))
