import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printPlan, readPlan } from '../plan/reader.ts'
import { proves } from '../testing/proves.ts'
import { printPieces, readPieces, signs } from './signs.ts'

const targets = (text: string) =>
  readPieces(text).flatMap((piece) => (piece.kind === 'reference' ? [piece.target] : []))

test('each sign is known by its name, with and without a variation selector', () => {
  proves('DPTR-12')
  const text = 'Ω₂ˢ → a ↔ b ⟷ c ⟲ d; x ∈ y ∃ z ∧ ∨ ¬ ✅ ❌ ⚠️ ⚠ ✅\ufe0f'
  const names = readPieces(text).flatMap((piece) => (piece.kind === 'sign' ? [piece.name] : []))
  expect(names).toEqual([...signs.map(({ name }) => name), 'warning', 'success'])
})

const stretch = fc.oneof(
  fc.constantFrom(
    ...signs.map(({ sign }) => sign),
    '⚠',
    '\ufe0f',
    '[↗️',
    '↗',
    ']',
    '[',
    'σ₂',
    'σ6',
    ':',
    '|',
    '\\',
    '\r\n',
    '\n',
    '\u0000',
  ),
  fc.constantFrom('[↗️σ₂:R3]', '[↗σ5: Status ]', '[↗️σ₁:R₁|Γ₃]', '[↗️σ₂]', '[↗️σ₂:]'),
  fc.string({ unit: 'binary', maxLength: 6 }),
)

test('whatever a text holds, it is the same to the byte once it is parsed and printed again', () => {
  proves('DPTR-12')
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 30 }), (parts) => {
      const text = parts.join('')
      expect(printPieces(readPieces(text))).toBe(text)
    }),
    { numRuns: 5000 },
  )
})

test('a plan keeps the signs of its titles in both forms', () => {
  proves('DPTR-12')
  fc.assert(
    fc.property(
      fc.shuffledSubarray(
        signs.map(({ sign }) => sign),
        { minLength: 1 },
      ),
      (some) => {
        const title = `Reads ${some.join(' ')} a`
        const read = readPlan(`Batch₁: (parallel 1)\n□ TDD₁: ${title} (parse) → ℜ→ℜᴳ→ℜᶠ [files: src/a.js]\n`, {
          parallel: 2,
        })
        if (read.kind !== 'plan') throw new Error(JSON.stringify(read.faults))
        expect(read.plan.cycles[0]?.title).toBe(title)
        for (const form of ['batches', 'json'] as const) {
          const again = readPlan(printPlan(read.plan, form), { parallel: 2 })
          expect(again).toMatchObject({ kind: 'plan', plan: { cycles: read.plan.cycles } })
          if (again.kind === 'plan') expect(printPlan(again.plan, form)).toBe(printPlan(read.plan, form))
        }
      },
    ),
  )
})

test.each([
  ['[↗️σ₂:R3]', { symbol: 'σ₂', section: 'R3' }],
  ['[↗σ2: R3 ]', { symbol: 'σ₂', section: 'R3' }],
  ['[↗️σ₁:R₁|Γ₃]', { symbol: 'σ₁', section: 'R₁' }],
  ['[↗️σ₂:Architecture Overview]', { symbol: 'σ₂', section: 'Architecture Overview' }],
  ['[↗️σ₂]', null],
  ['[↗️σ₂:]', null],
  ['[↗️R3]', null],
  ['[↗️σ₂:R3', null],
  [`[↗️σ₂:${'R'.repeat(400)}]`, null],
])('%s refers to what it names, or is told as what cannot be followed', (text, target) => {
  proves('DPTR-13')
  expect(targets(`See ${text}\nand so on]`)).toEqual([target])
})

test('a bracket behind a backslash is ordinary text', () => {
  expect(targets('\\[↗️σ₂:R3]')).toEqual([])
})
