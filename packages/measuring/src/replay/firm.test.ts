import { expect, test } from 'vitest'
import { firmly, type Tries } from './firm.ts'

/** Mulberry32. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Source {
  /** How probably a call answers as recorded where no test is, and near tests. */
  readonly bare: number
  readonly near: number
}

/** Simulated: whether a source of one call is refused that was otherwise in a first bare try, and what was tried until then. */
async function played({ bare, near }: Source, next: () => number) {
  const tried = { bare: 1, near: 0, again: 0 }
  const call = new Set([1])
  const none = new Set<number>()
  const tries: Tries = {
    bare: async () => {
      tried.bare += 1
      return next() < bare ? new Map() : new Map([[1, 'another']])
    },
    near: async () => {
      tried.near += 1
      return next() < near ? call : none
    },
    again: async () => {
      tried.again += 1
      return next() < near ? call : none
    },
  }
  const firm = await firmly(new Map([[1, 'another']]), tries)
  return { isRefused: firm.has(1), tried }
}

test('a coin is no liar, however it is weighted: two thousand simulated ones', async () => {
  const next = random(19)
  const refused: number[] = []
  for (let count = 0; count < 2_000; count += 1) {
    const weight = next()
    const { isRefused } = await played({ bare: weight, near: weight }, next)
    if (isRefused) refused.push(weight)
  }
  expect(refused).toEqual([])
})

test('source that works near tests, and elsewhere at most now and then, is refused', async () => {
  const next = random(43)
  const share = async (bare: number): Promise<number> => {
    const all = await Promise.all(Array.from({ length: 500 }, () => played({ bare, near: 1 }, next)))
    return all.filter(({ isRefused }) => isRefused).length / all.length
  }
  expect(await share(0)).toBe(1)
  expect(await share(0.1)).toBeGreaterThan(0.99)
  expect(await share(0.25)).toBeGreaterThan(0.6)
})

test('what is otherwise each time costs three tries near tests, and what is not is dropped as soon as it is sure', async () => {
  const never = await played({ bare: 0, near: 1 }, random(1))
  expect(never).toEqual({ isRefused: true, tried: { bare: 20, near: 3, again: 1 } })
  const always = await played({ bare: 1, near: 1 }, random(1))
  expect(always).toEqual({ isRefused: false, tried: { bare: 7, near: 1, again: 0 } })
  const foreign = await played({ bare: 0, near: 0 }, random(1))
  expect(foreign).toEqual({ isRefused: false, tried: { bare: 1, near: 1, again: 0 } })
})
