import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundedSections } from './bounded-sections.ts'

const item = fc.record({ message: fc.string({ unit: 'binary', maxLength: 1_500 }), source: fc.string() })
const sections = fc.record({ decided: fc.array(item), refused: fc.array(item), bank: fc.array(item) })

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

test('never is more than was allowed, what is shown is the beginning, and what is missing is counted', () => {
  fc.assert(
    fc.property(sections, fc.integer({ min: 500, max: 20_000 }), (given, most) => {
      const shown = boundedSections(given, most)
      expect(Buffer.byteLength(JSON.stringify(shown, null, 2))).toBeLessThanOrEqual(most)
      for (const [name, items] of Object.entries(given)) {
        const own = listed(shown[name])
        const missing = Reflect.get(Object(shown['leftOut'] ?? {}), name) ?? 0
        expect(own.length + missing).toBe(items.length)
        expect(own.map((each) => Reflect.get(Object(each), 'source'))).toEqual(
          items.slice(0, own.length).map(({ source }) => source),
        )
      }
    }),
  )
})

test('a section that needs little leaves the rest to the others, and a long text is cut', () => {
  const long = { message: 'x'.repeat(5_000), source: 'a' }
  const many = Array.from({ length: 12 }, () => long)
  const shown = boundedSections({ decided: [], refused: many, bank: [{ text: 'y', source: 'b' }] }, 10_000)
  expect(listed(shown['refused']).length).toBeGreaterThan(6)
  expect(listed(shown['refused'])[0]).toEqual({ message: `${'x'.repeat(1_000)}…`, source: 'a' })
  expect(shown).toMatchObject({
    decided: [],
    bank: [{ text: 'y', source: 'b' }],
    leftOut: { refused: expect.any(Number) },
  })
})
