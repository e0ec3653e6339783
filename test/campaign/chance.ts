import { createHash } from 'node:crypto'

/** Numbers from 0 to below 1, the same for the same seed. */
export function chanceFrom(seed: string): () => number {
  let drawn = 0
  return () => {
    drawn += 1
    return createHash('sha256').update(`${seed} ${drawn}`).digest().readUInt32BE() / 2 ** 32
  }
}

/** Some of a list, in an order that the seed decides. */
export function sample<Item>(items: readonly Item[], count: number, random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ item }) => item)
}
