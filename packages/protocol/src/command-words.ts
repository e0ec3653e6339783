/**
 * The words of a command that needs no shell: split at blanks; single and double quotes keep blanks. Null: only a shell
 * understands it, or it is empty.
 */
export function commandWords(text: string): readonly string[] | null {
  const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []
  const outside = text.replace(/"[^"]*"|'[^']*'/g, '')
  const quoted = text.match(/"[^"]*"|'[^']*'/g) ?? []
  // A shell reads what stands in double quotes.
  const isRead = quoted.some((each) => each.startsWith('"') && /[$`\\]/.test(each))
  const isPlain = !isRead && !/[|&;<>()$`\\*?[\]{}~#!\n"']/.test(outside)
  if (words.length === 0 || !isPlain || /^\w+=/.test(words[0] ?? '')) return null
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single))
}
