import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proves } from '../testing/proves.ts'
import { type Directive, directiveKeys, printDirective } from './directive.ts'
import { parseDirective } from './directive-reader.ts'
import { codedPhases } from './phases.ts'

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\s,[\]{}\\:nru"→0-9a-fSRCPMTX-]*$/))
/** What names a prototype is not read (T25). */
const object = fc
  .dictionary(
    fc.string(),
    fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value))),
    { noNullPrototype: true },
  )
  .filter((value) => !JSON.stringify(value).includes('__proto__'))
const directive: fc.Arbitrary<Directive> = fc.record(
  {
    session: text,
    round: fc.nat(),
    cycle: fc.nat(),
    phase: fc.constantFrom(...codedPhases.map(({ word }) => word)),
    module: text,
    context: fc.oneof(text, object),
  },
  { requiredKeys: [] },
)

test('whatever a directive holds, reading what was written gives it again', () => {
  proves('DPTR-19', 'DPTR-20', 'DPTR-21', 'DPTR-22')
  fc.assert(
    fc.property(directive, (written) => {
      expect(parseDirective(printDirective(written))).toEqual({ kind: 'directive', directive: written })
    }),
    { numRuns: 500 },
  )
})

test('parameters are written with colons, in order, and only those that are there', () => {
  proves('DPTR-19', 'DPTR-20', 'DPTR-21')
  expect(directiveKeys).toEqual(['S', 'R', 'C', 'P', 'M', 'CTX'])
  const context = { module: 'auth', designPath: 'memory-bank/modules/auth/design.md' }
  expect(printDirective({ context, module: 'src/auth', round: 0, session: 'PLAN_20261121T101500_k3f9' })).toBe(
    '[S:PLAN_20261121T101500_k3f9,R:0,M:src/auth,CTX:{"module":"auth","designPath":"memory-bank/modules/auth/design.md"}]',
  )
  expect(printDirective({ session: 'TDD_1', round: 2, cycle: 3, phase: 'REVIEW_IMPL' })).toBe(
    '[S:TDD_1,R:2,C:3,P:review_impl]',
  )
  expect(printDirective({})).toBe('[]')
})

test('the form without colons is read too, and gives the same record', () => {
  proves('DPTR-21')
  const pairs = [
    ['[SPLAN_2025,R0]', '[S:PLAN_2025,R:0]'],
    ['[STDD_1,R2,C3,Pℜᴳ,CTX{"a":[1,"]"]}]', '[S:TDD_1,R:2,C:3,P:ℜᴳ,CTX:{"a":[1,"]"]}]'],
    ['[CTXauth]', '[CTX:auth]'],
    ['[R0, C1]', '[R:0,C:1]'],
    ['[Msrc/auth]', '[M : src/auth]'],
  ]
  for (const [bare = '', colons = ''] of pairs) {
    expect(parseDirective(bare)).toMatchObject({ kind: 'directive' })
    expect(parseDirective(bare)).toEqual(parseDirective(colons))
  }
})

test.each([
  ['[S:a,Q:1]', 'unknown-key', 5],
  ['[]x', 'unknown-key', 1],
  ['[S:a,]', 'unknown-key', 5],
  ['[s:a]', 'unknown-key', 1],
  ['[R:0,R:1]', 'repeated-key', 5],
  ['[R:0,S:a]', 'key-out-of-order', 5],
  ['[R:-1]', 'value-out-of-range', 3],
  ['[S:a,R:1.5]', 'value-out-of-range', 7],
  ['[C:99999999999999999999]', 'value-out-of-range', 3],
  ['[C:01]', 'value-out-of-range', 3],
  ['[P:RED]', 'value-out-of-range', 3],
  ['[S:a', 'value-unreadable', 3],
  ['[CTX:{"a":1]', 'value-unreadable', 5],
  ['[CTX:{a}]', 'value-unreadable', 5],
  ['[CTX:{}x]', 'value-unreadable', 5],
  ['S:a]', 'not-bracketed', 0],
  ['', 'not-bracketed', 0],
  ['[S:a] and more', 'not-bracketed', 5],
])('%s is refused as %s at %i', (line, rule, at) => {
  proves('DPTR-22')
  expect(parseDirective(line)).toMatchObject({ kind: 'fault', rule, at })
})

test('no text makes the reader throw', () => {
  fc.assert(
    fc.property(text, (line) => {
      expect(parseDirective(`[${line}`).kind).toMatch(/^(directive|fault)$/)
    }),
  )
})
