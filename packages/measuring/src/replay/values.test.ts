import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'

interface Book {
  readonly [name: string]: unknown
}

// as: a program in plain JavaScript, which says what it takes.
const { made, matches, written } = createRequire(import.meta.url)('../runners/replay-values.cjs') as {
  readonly written: (value: unknown, book: Book) => unknown
  readonly made: (value: unknown, book: Book) => unknown
  readonly matches: (value: unknown, found: unknown, book: Book) => boolean
}

function books(): { readonly writing: Book; readonly making: Book } {
  const [numbers, bound] = [new Map<unknown, number>(), new Map<number, unknown>()]
  const text = (value: string): string => value
  return {
    writing: {
      numberOf: (object: unknown) => numbers.get(object),
      give: (object: unknown) => {
        numbers.set(object, numbers.size + 1)
        return numbers.size
      },
      ...{ text, classOf: () => null, reckons: false, callable: () => ['function', 0] },
    },
    making: {
      at: (number: number) => bound.get(number),
      bind: (number: number, object: unknown) => void bound.set(number, object),
      ...{ text, asWritten: text, callable: () => () => undefined },
    },
  }
}

const value = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withNullPrototype: true,
})

test('what is written is made anew as it was, and is the same as itself', () => {
  fc.assert(
    fc.property(value, (given) => {
      const { writing, making } = books()
      const text = JSON.stringify(written(given, writing))
      const again = made(JSON.parse(text), making)
      expect(again).toEqual(given)
      expect(matches(JSON.parse(text), given, books().making)).toBe(true)
    }),
    { examples: [[Float64Array.from([-0])]] },
  )
})

test('another value is not the same', () => {
  fc.assert(
    fc.property(value, value, (given, other) => {
      const isSame = matches(written(given, books().writing), other, books().making)
      expect(!isSame || isDeepStrictEqual(other, given)).toBe(true)
    }),
  )
})

test('one object stays one', () => {
  const one = { name: 'a' }
  const { writing, making } = books()
  const again = made(written([one, one], writing), making)
  expect(Array.isArray(again) && again[0] === again[1]).toBe(true)
})
