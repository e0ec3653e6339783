import type { JsonObject } from '@sigma/protocol'

type Item = Readonly<Record<string, string>>

/** Of one text of an item, in characters; what is longer is cut. */
const mostOfText = 1_000

/** Around the items: names of sections, what was left out, brackets. */
const frame = 400

/**
 * What fits of each section, from its beginning: a third of the bytes is each one's own, and what one does not need the others
 * have. `most`: bytes of the whole as JSON with an indentation of two. `leftOut` says how many items of which section are missing.
 */
export function boundedSections<Name extends string>(
  sections: Readonly<Record<Name, readonly Item[]>>,
  most: number,
): JsonObject {
  const all = Object.entries<readonly Item[]>(sections).map(([name, items]) => ({
    name,
    items: items.map(cut),
    taken: 0,
  }))
  let left = Math.max(0, most - frame)
  const share = left / all.length
  for (const [own, section] of [
    ...all.map((each) => [share, each] as const),
    ...all.map((each) => [left, each] as const),
  ]) {
    let spent = 0
    for (const item of section.items.slice(section.taken)) {
      const size = sizeOf(item)
      if (size > left || spent + size > own) break
      section.taken += 1
      spent += size
      left -= size
    }
  }
  const missing = all.filter(({ items, taken }) => taken < items.length)
  return {
    ...Object.fromEntries(all.map(({ name, items, taken }) => [name, items.slice(0, taken)])),
    ...(missing.length > 0 && {
      leftOut: Object.fromEntries(missing.map(({ name, items, taken }) => [name, items.length - taken])),
    }),
  }
}

function cut(item: Item): Item {
  return Object.fromEntries(
    Object.entries(item).map(([name, text]) => [
      name,
      text.length > mostOfText ? `${text.slice(0, mostOfText).toWellFormed()}…` : text,
    ]),
  )
}

/** Each of its lines stands two levels deep. */
function sizeOf(item: Item): number {
  const text = JSON.stringify(item, null, 2)
  return Buffer.byteLength(text) + 4 * text.split('\n').length + 2
}
