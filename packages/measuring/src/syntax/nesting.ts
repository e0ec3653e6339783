/**
 * How deeply code may be nested, told without parsing it: a parser goes as deep as the code does, and ends the process of
 * whoever reads it where that is too deep (T47). Reckoned rather too high than too low; code that people write stays
 * far below.
 */

/** Brackets around a place, and operators and words before it in the same statements. */
const deepest = 1_500
/** In JSX elements nest without brackets. */
const mostAngles = 6_000

const operator = /[-+*/%=&|^?:!~<>.]/
/** A line that begins so goes on with the statement of the line before. */
const goesOn = /^(?:[-+*/%=&|^?:!~<>.]|(?:else|catch|finally|instanceof|in|of|as|satisfies|extends)\b)/

export function isTooDeep(file: string, text: string): boolean {
  if (text.length <= deepest) return false
  const isMarkup = /\.[jt]sx$/.test(file)
  if (isMarkup && text.split('<').length > mostAngles) return true
  const counts = [0]
  let total = 0
  let wasWord = false
  let last = ''
  const count = (): void => {
    counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1
    total += 1
  }
  const reset = (): void => {
    total -= counts.at(-1) ?? 0
    counts[counts.length - 1] = 0
  }
  for (const token of tokens(text)) {
    if (total + counts.length > deepest) return true
    const isWord = /^[\w$]/.test(token)
    if (token === '\n') continue
    if (token.startsWith('\n')) {
      const next = token.slice(1)
      const isOpen = operator.test(last) && !(isMarkup && last === '>')
      if (!isOpen && !(goesOn.test(next) && !(isMarkup && next.startsWith('<')))) reset()
      continue
    }
    if (/[([{]/.test(token)) counts.push(0)
    else if (/[)\]}]/.test(token)) {
      total -= counts.length > 1 ? (counts.pop() ?? 0) : 0
      // The code that follows may hang on this bracket: `if (a) if (b) …`, `a()()()`.
      count()
    } else if (token === ';' || token === ',') reset()
    else if (isWord ? wasWord : operator.test(token) && !(isMarkup && /[<>/]/.test(token))) count()
    wasWord = isWord
    last = token
  }
  return total + counts.length > deepest
}

/** Words, single marks, and the beginning of each line behind a line break; no comments, and no texts in quotes. */
function* tokens(text: string): Generator<string> {
  const pattern =
    /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|\n\s*([^\s\w$]|[\w$]*)|[\w$]+|[^\s]/g
  for (const found of text.matchAll(pattern)) {
    const [token, begin] = found
    if (token.startsWith('//') || token.startsWith('/*')) continue
    if (token.startsWith('\n')) {
      yield `\n${begin ?? ''}`
      if (begin !== undefined && begin !== '' && !/^["'/]/.test(begin)) yield begin
    } else yield token
  }
}
