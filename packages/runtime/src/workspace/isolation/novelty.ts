/** How many words stand in a text beyond those of others; how they are set out makes no difference, so that a formatter adds none. */
export function newWords(text: string, known: readonly string[]): number {
  const left = new Map<string, number>()
  for (const word of known.flatMap(wordsOf)) left.set(word, (left.get(word) ?? 0) + 1)
  let count = 0
  for (const word of wordsOf(text)) {
    const times = left.get(word) ?? 0
    if (times === 0) count += 1
    else left.set(word, times - 1)
  }
  return count
}

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_$]{2,}/gu) ?? []
