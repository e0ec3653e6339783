/** Writes pieces of text into a text, each around a part of it: one part may stand within another. */
export interface Insertion {
  /** Offset in the text. */
  readonly at: number
  readonly text: string
  /** How deep the part stands that the piece opens or closes. */
  readonly depth: number
  readonly closes: boolean
}

/** What stands at one place is closed from the inside out, then opened from the outside in. */
export function inserted(text: string, insertions: readonly Insertion[]): string {
  const order = insertions.toSorted((left, right) => {
    if (left.at !== right.at) return left.at - right.at
    if (left.closes !== right.closes) return left.closes ? -1 : 1
    return left.closes ? right.depth - left.depth : left.depth - right.depth
  })
  let at = 0
  let result = ''
  for (const insertion of order) {
    result += text.slice(at, insertion.at) + insertion.text
    at = insertion.at
  }
  return result + text.slice(at)
}
