import { expect, test } from 'vitest'
import { lastWords } from './last-words.ts'

test('the last lines are quoted on one line, without what a terminal would obey', () => {
  expect(lastWords('a\nb\n\u001b[31mc\u001b[0m\u0007\n\nd\ne\nf\n')).toBe(' The end of its stderr: “b / c / d / e / f”')
  expect(lastWords('')).toBe('')
  expect(lastWords('it is so\n   ^\n---\n')).toBe(' The end of its stderr: “it is so”')
  expect(lastWords(' \r\n\t\n')).toBe('')
})

test('a line that names the error stands before the end of its stack', () => {
  const stack = ['node:internal', 'Error: Cannot find module x', ...Array.from({ length: 8 }, (_, at) => `at f${at}`)]
  expect(lastWords(stack.join('\n'))).toBe(
    ' The end of its stderr: “Error: Cannot find module x / … / at f3 / at f4 / at f5 / at f6 / at f7”',
  )
})

test('much is bounded, and what is cut ends as what is cut', () => {
  const long = lastWords(`${'x y '.repeat(400)}\nlast ${'z '.repeat(400)}`)
  expect(long.length).toBeLessThan(680)
  expect(long).toMatch(/^ The end of its stderr: “x y .*… \/ last z .*…”$/)
})

test('lines of a key are left out', () => {
  const key = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7'
  expect(lastWords(`cannot log in\n${key}\n`)).toBe(' The end of its stderr: “cannot log in”')
  expect(lastWords(key)).toBe('')
})
