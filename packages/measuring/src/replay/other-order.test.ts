import { expect, test } from 'vitest'
import type { CallEvent } from './account.ts'
import { namesState } from './names-state.ts'
import { inOtherOrder } from './other-order.ts'

const called = (at: number, what: readonly unknown[], given: readonly unknown[] = []): CallEvent => ({
  ...{ event: 'called', at, what: [...what], given: [...given], words: '' },
})
const answered = (at: number, value: unknown): CallEvent => ({ event: 'answered', at, value, said: '' })

test('calls of one object keep their order, and the last history comes first', () => {
  const events = [
    called(1, ['export', 'a.js', 'make']),
    answered(1, ['made', 7, 'Own', []]),
    called(2, ['export', 'a.js', 'slug'], [['value', 'x']]),
    answered(2, ['value', 'y']),
    called(3, ['on', 7, 'push', 'call'], [['value', 1]]),
    answered(3, ['undefined']),
  ]
  const order = inOtherOrder({ file: 'a.test.js', events }).events.flatMap((each) => ('at' in each ? [each.at] : []))
  expect(order).toEqual([2, 2, 1, 1, 3, 3])
})

test('a word that may mean state is enough', () => {
  expect(namesState('A slug of a text: small letters, hyphens for blanks.')).toBe(false)
  for (const text of ['It counts calls.', 'A cache.', 'Ids are given once.', 'It remembers the rest.'])
    expect(namesState(text)).toBe(true)
})
