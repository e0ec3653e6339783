/** Splits a command as a shell would, with quotes and backslashes; no variables, no operators. Fails on an open quote. */
export function wordsOf(command: string): readonly string[] {
  const words: string[] = []
  let word: string | null = null
  let quote: string | null = null
  for (let at = 0; at < command.length; at++) {
    const character = command[at] ?? ''
    if (quote !== null && character === quote) quote = null
    else if (character === '\\' && quote !== "'" && at + 1 < command.length) word = (word ?? '') + (command[++at] ?? '')
    else if (quote !== null) word = (word ?? '') + character
    else if (character === '"' || character === "'") {
      quote = character
      word ??= ''
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? '') + character
  }
  if (quote !== null) throw new Error(`the quote ${quote} is not closed.`)
  if (word !== null) words.push(word)
  if (words.length === 0) throw new Error('a command is wanted.')
  return words
}
