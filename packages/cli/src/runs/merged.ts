/** One list of several, by time. Each keeps its own order, whatever its clock did; of what is as early the first list's comes first. */
export function merged<Item>(lists: readonly (readonly Item[])[], timeOf: (item: Item) => number): readonly Item[] {
  const rest = lists.map((items) => ({ items, at: 0 }))
  const all: Item[] = []
  for (;;) {
    const heads = rest.flatMap((list) => {
      const item = list.items[list.at]
      return item === undefined ? [] : [{ list, item }]
    })
    const [first, ...others] = heads
    if (first === undefined) return all
    const next = others.reduce((least, head) => (timeOf(head.item) < timeOf(least.item) ? head : least), first)
    all.push(next.item)
    next.list.at += 1
  }
}
