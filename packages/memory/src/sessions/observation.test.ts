import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Observation, parseObservation, renderObservation } from './observation.ts'

/** Any text, and texts that look like what separates, escapes or forges. */
const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        '|',
        '\\',
        '\n',
        '\r',
        '\\n',
        '\\u000a',
        'R2|Ω₂ᶜ|→PA|ok',
        '\u2028',
        '\u202e',
        '\ud800',
        'Pℜ',
        'u',
      ),
    )
    .map((parts) => parts.join('')),
)
const observation: fc.Arbitrary<Observation> = fc.record({
  mark: fc.oneof(
    fc.record({ kind: fc.constant('round' as const), round: fc.nat() }),
    fc.record({ kind: fc.constant('phase' as const), phase: text }),
  ),
  agent: text,
  status: text,
  content: text,
})

test('is written as its round or phase, its agent, its status and its content', () => {
  proves('DPTR-37', 'DPTR-38')
  const revised = { agent: 'Ω₂ˢ', status: '→PR', content: 'Revised plan: split the parser cycle' }
  expect(renderObservation({ mark: { kind: 'round', round: 1 }, ...revised })).toBe(
    'R1|Ω₂ˢ|→PR|Revised plan: split the parser cycle',
  )
  const red = { agent: 'Ω₃ᵍ', status: '→RC', content: '3 new tests, all failing on assertions' }
  expect(renderObservation({ mark: { kind: 'phase', phase: 'ℜ' }, ...red })).toBe(
    'Pℜ|Ω₃ᵍ|→RC|3 new tests, all failing on assertions',
  )
})

test('reads back as what was written, whatever stands in it', () => {
  proves('DPTR-40', 'T6')
  fc.assert(
    fc.property(observation, (given) => {
      expect(parseObservation(renderObservation(given))).toEqual(given)
    }),
    { numRuns: 2_000 },
  )
})

test('as many observations are read as were written, however their contents try to be more', () => {
  proves('DPTR-40', 'T6')
  fc.assert(
    fc.property(fc.array(observation), (given) => {
      const lines = given.length === 0 ? [] : given.map(renderObservation).join('\n').split('\n')
      expect(lines.map(parseObservation)).toEqual(given)
      for (const line of lines) {
        expect(line.match(/(?<!\\)(?:\\\\)*\|/g)).toHaveLength(3)
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
      }
    }),
    { numRuns: 1_000 },
  )
})

test('what was not written so is none', () => {
  for (const line of [
    '',
    'R1',
    'R1|a|b',
    'R01|a|b|c',
    'R-1|a|b|c',
    'Q|a|b|c',
    'R1|a|b|c|d',
    'R1|a|b|\\x',
    'R1|a|b|c\\',
  ])
    expect(parseObservation(line), line).toBeNull()
})
