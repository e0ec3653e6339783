/** Test-only: choices that a seed makes, the same each time. */
export interface Chooser {
  /** A whole number from 0, below `most`. */
  below(most: number): number
  one<Value>(values: readonly [Value, ...Value[]]): Value
}

/** Mulberry32. */
export function chooserOf(seed: number): Chooser {
  let state = (seed * 0x9e3779b1) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (most: number): number => next() % most
  return {
    below,
    one: (values) => values[below(values.length)] ?? values[0],
  }
}

/** A word in two pieces, put together where it runs. */
export function split({ below }: Chooser, word: string): string {
  const at = 1 + below(Math.max(1, word.length - 1))
  return `'${word.slice(0, at)}' + '${word.slice(at)}'`
}
