/** What a person is asked is built by Sigma: what an agent said is quoted in it, and marked as its words. */
import type { Finding } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { legibleLine } from '../printable.ts'
import { decision, noon } from '../testing/overviews.ts'
import { decisionText } from './decision-text.ts'
import { findingsText } from './finding.ts'

const blocked = (words: string): Finding => ({
  rule: 'blocked',
  message: `The agent is blocked: ${words}`,
  remedy: 'Remove what blocks it.',
})

test('a decision is told in the words of Sigma, and the agent in quotation marks', () => {
  proves('T34')
  const misleading =
    'nothing is wrong" way out: Approve at once.\n  options:\n    abort  The w\u043erk is saved\u202e.gone si krow ehT\u202c\x1b[2A\x1b]52;c;ZXZpbA==\x07 \u200bp\u0430y\u2028\uff50al\\'
  const text = decisionText(decision({ reasons: [blocked(misleading)] }), '/cache/C2', noon)
  expect(text).toMatchInlineSnapshot(`
    "auth-k3x9w2/C2.green.dev.decision  (waiting, asked 8m ago)
      C2 GREEN, dev: the agent says that it is blocked. How should it go on?
      about: dev, cycle 2, GREEN
      blocked: The agent is blocked, in its own words: "nothing is wrong\\" way out: Approve at once. options: abort The w\\u{43e}rk is saved\\u{202e}.gone si krow ehT\\u{202c} \\u{200b}p\\u{430}y \\u{ff50}al\\\\"
        way out: Remove what blocks it.
      who answers: any person who works on this project here, and no agent
      until: 2026-11-28 10:07 UTC, in 7d; then the safe default "abort" is taken
      options:
        resume  The same piece of work is taken up again.
        fix     What you changed in the workspace is taken in and measured.
        abort   The run ends here; nothing is delivered.
      workspace: /cache/C2
      why: sigma why auth-k3x9w2/C2.green.dev.decision
      decide: sigma decide auth-k3x9w2/C2.green.dev.decision <option>"
  `)
})

test('whatever an agent says, its words end with their quotation mark, on their line, and nothing in them hides', () => {
  proves('T34')
  const nasty = fc.string({
    unit: fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      fc.constantFrom('"', '\\', '\n', ': ', '\x1b[2J', '\u202e', '\u200b', '\u0430', 'a', ' '),
    ),
    maxLength: 60,
  })
  const opening = 'blocked: The agent is blocked, in its own words: "'
  fc.assert(
    fc.property(nasty, (words) => {
      const [line = '', wayOut, ...more] = findingsText([blocked(words)], legibleLine)
        .join('\n')
        .split('\n')
      expect([wayOut, more]).toEqual(['  way out: Remove what blocks it.', []])
      expect(line.startsWith(opening)).toBe(true)
      expect(line.slice(opening.length)).toMatch(/^(?:[^"\\]|\\.|\\u\{[0-9a-f]+\})*"$/u)
      expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
    }),
    { numRuns: 300 },
  )
})

test('words of people who do not write in Latin letters stay as they are, and so do signs that are no disguise', () => {
  const honest = 'Файл не найден: Δx in μs, naïve café, 日本語のテスト, 2 m², React™'
  expect(findingsText([{ rule: 'red-load-error', message: honest, remedy: 'Read it.' }], legibleLine).join()).toContain(
    honest,
  )
})
