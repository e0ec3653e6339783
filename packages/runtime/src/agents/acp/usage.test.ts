import { expect, test } from 'vitest'
import { createCounter } from './usage.ts'

const tokens = { inputTokens: 10, outputTokens: 5, cachedReadTokens: 3, cachedWriteTokens: 2, totalTokens: 20 }

test('what is told of each prompt is summed; the input is all that went in, from the cache or not', () => {
  const counter = createCounter({ kind: 'turn', isResumed: true })
  expect(counter.total()).toBeNull()
  counter.prompt(tokens)
  expect(counter.total()).toEqual({ inputTokens: 15, outputTokens: 5, cachedTokens: 3 })
  counter.prompt({ inputTokens: 20, outputTokens: 1, cachedReadTokens: 20, totalTokens: 21 })
  expect(counter.total()).toEqual({ inputTokens: 35, outputTokens: 6, cachedTokens: 23 })
  const without = createCounter({ kind: 'turn', isResumed: false })
  without.prompt({ inputTokens: 1, outputTokens: 2, cachedReadTokens: 4 })
  expect(without.total()).toEqual({ inputTokens: 5, outputTokens: 2, cachedTokens: 4 })
})

test('what is told of the whole session is of this start only where the session is new', () => {
  const counter = createCounter({ kind: 'session', isResumed: false })
  counter.prompt({ inputTokens: 1, outputTokens: 1 })
  counter.prompt({ inputTokens: 5, outputTokens: 2 })
  expect(counter.total()).toEqual({ inputTokens: 5, outputTokens: 2 })
  const resumed = createCounter({ kind: 'session', isResumed: true })
  resumed.prompt({ inputTokens: 5, outputTokens: 2 })
  expect(resumed.total()).toBeNull()
})

test('one prompt that is not known makes the sum unknown, for good; nothing is never told', () => {
  for (const unknown of [null, { ...tokens, totalTokens: 0, inputTokens: 0, outputTokens: 0 }]) {
    const counter = createCounter({ kind: 'turn', isResumed: false })
    counter.prompt(unknown)
    expect(counter.total()).toBeNull()
    counter.prompt(tokens)
    expect(counter.total()).toBeNull()
  }
  for (const kind of ['last-call', 'none'] as const) {
    const counter = createCounter({ kind, isResumed: false })
    counter.prompt(tokens)
    expect(counter.total()).toBeNull()
  }
})

test('money is what a new session costs, in dollars, where it has a price', () => {
  const counter = createCounter({ kind: 'none', isResumed: false })
  counter.cost(0, 'USD')
  counter.cost(3, 'EUR')
  expect(counter.total()).toBeNull()
  counter.cost(0.5, 'USD')
  counter.cost(0.75, 'USD')
  expect(counter.total()).toEqual({ costUsd: 0.75 })
  const resumed = createCounter({ kind: 'none', isResumed: true })
  resumed.cost(9, 'USD')
  expect(resumed.total()).toBeNull()
})
