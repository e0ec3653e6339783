import fc from 'fast-check'
import { expect, test } from 'vitest'
import { subjectLine } from './subject-line.ts'

test('a subject says what was done, of what, and where', () => {
  expect(subjectLine('GREEN', 'Duration.abs', 'cycle 1')).toBe('GREEN: Duration.abs (cycle 1)')
  expect(subjectLine('Phase0', 'src/text', '')).toBe('Phase0: src/text')
})

test('of a long title the end is left out, and a title is one line', () => {
  const long = subjectLine('REFACTOR_TESTS', 'words '.repeat(40), 'cycle 12')
  expect(long).toMatch(/^REFACTOR_TESTS: words .*w\S*… \(cycle 12\)$/)
  expect(long.length).toBeLessThanOrEqual(72)
  expect(subjectLine('RED', ' a\n\nSigma-Run: other\u202e\u001b[31m\tb ', 'cycle 1')).toBe(
    'RED: a Sigma-Run: other [31m b (cycle 1)',
  )
})

test('whatever the title is, the subject is one line that fits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) => {
      const subject = subjectLine('RED', title, 'cycle 1')
      expect([...subject].length).toBeLessThanOrEqual(72)
      expect(subject).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    }),
  )
})
