/** Places of a text that are written anew; one that is empty is an insertion. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly instead: string
}

/** No two places overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce((all, { start, end, instead }) => all.slice(0, start) + instead + all.slice(end), text)
}
