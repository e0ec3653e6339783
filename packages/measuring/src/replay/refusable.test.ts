import { expect, test } from 'vitest'
import { often, refusable, type Tries } from './refusable.ts'

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
  readonly calls?: number
}

/** Simulated: how many calls of a source are refused, and what was tried until then. */
async function played({ bare, near, calls = 1 }: Source, next: () => number) {
  const tried = { bare: 0, near: 0, again: 0 }
  const all = Array.from({ length: calls }, (_, at) => at)
  const trial = (kind: keyof typeof tried, weight: number) => async (): Promise<ReadonlySet<number>> => {
    tried[kind] += 1
    return new Set(all.filter(() => next() < weight))
  }
  const tries: Tries = { bare: trial('bare', bare), near: trial('near', near), again: trial('again', near) }
  const first = await tries.bare()
  const suspects = new Map(all.filter((at) => !first.has(at)).map((at) => [at, 'another']))
  const found = suspects.size === 0 ? new Map() : await refusable(suspects, tries)
  return { refused: found.size, tried }
}

const choose = (all: number, some: number): number =>
  some === 0 ? 1 : (choose(all, some - 1) * (all - some + 1)) / some
const exactly = (all: number, some: number, weight: number): number =>
  choose(all, some) * weight ** some * (1 - weight) ** (all - some)

/** The probability that an honest call is refused in one replay, where it answers as recorded in each try with the probability `weight`. */
function refusedByChance(weight: number): number {
  const { bare, otherwise, near, nearByChance } = often
  const more = bare - 1
  const mostly = Array.from({ length: more - otherwise + 1 }, (_, at) => exactly(more, otherwise - 1 + at, 1 - weight))
  const sum = mostly.reduce((all, each) => all + each, 0)
  // Each look near tests, and the second recording, falls as the first recording did.
  return (1 - weight) * ((1 - weight) ** more * weight ** (near + 1) + sum * weight ** (nearByChance + 1))
}

test('an honest coin is refused for one call in 100,000 at most, however it is weighted', () => {
  const worst = Math.max(...Array.from({ length: 999 }, (_, at) => refusedByChance((at + 1) / 1000)))
  expect(worst).toBeLessThan(1 / 100_000)
  expect(worst).toBeGreaterThan(1 / 1_000_000)
})

test('two thousand simulated coins are no liars, nor is one that is called a thousand times', async () => {
  const next = random(19)
  for (let count = 0; count < 2_000; count += 1) {
    const weight = next()
    expect((await played({ bare: weight, near: weight }, next)).refused, `weight ${weight}`).toBe(0)
  }
  for (const weight of [1 / 6, 0.3, 0.5, 0.6, 0.7])
    for (let count = 0; count < 40; count += 1)
      expect((await played({ bare: weight, near: weight, calls: 1_000 }, next)).refused, `weight ${weight}`).toBe(0)
})

test('source that works near tests, and elsewhere at most now and then, is refused in most of its replays', async () => {
  const next = random(43)
  const share = async (bare: number): Promise<number> => {
    const all = await Promise.all(Array.from({ length: 500 }, () => played({ bare, near: 1 }, next)))
    return all.filter(({ refused }) => refused > 0).length / all.length
  }
  expect(await share(0)).toBe(1)
  expect(await share(0.1)).toBeGreaterThan(0.85)
  expect(await share(0.2)).toBeGreaterThan(0.6)
})

test('what is otherwise each time costs four tries near tests, and what is not is dropped as soon as it is sure', async () => {
  const { tried: never, refused } = await played({ bare: 0, near: 1 }, random(1))
  expect([never, refused]).toEqual([{ bare: 20, near: 4, again: 1 }, 1])
  const suspect = new Map([[0, 'another']])
  const counted = async (same: ReadonlySet<number>) => {
    const tried = { bare: 0, near: 0 }
    const counting = (kind: keyof typeof tried, found: ReadonlySet<number>) => async () => {
      tried[kind] += 1
      return found
    }
    const all = new Set([0])
    const found = await refusable(suspect, {
      bare: counting('bare', all),
      near: counting('near', same),
      again: async () => all,
    })
    return { ...tried, refused: found.size }
  }
  expect(await counted(new Set([0]))).toEqual({ bare: 6, near: 1, refused: 0 })
  expect(await counted(new Set())).toEqual({ bare: 0, near: 1, refused: 0 })
})
