/** Plays the items so many at once, and gives the results in their order. */
export async function atOnce<Item, Result>(
  items: readonly Item[],
  most: number,
  play: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>()
  const queue = items.entries()
  const worker = async (): Promise<void> => {
    for (const [at, item] of queue) results.set(at, await play(item))
  }
  await Promise.all(Array.from({ length: most }, worker))
  return items.flatMap((_, at) => results.get(at) ?? [])
}
