import { skipBlank, skipBrackets, skipQuiet } from './scan.ts'

type Within = 'statement' | 'type'

const openEnd =
  /(?:[|&=?:.,+\-*/%<!~^([{]|=>|\b(?:extends|is|keyof|typeof|readonly|infer|asserts|new|in|of|as|satisfies|unique|await|void|return))$/u
const continues = /^(?:[|&=?:.,+*/%<>)\]}]|(?:extends|is|as|in|satisfies|instanceof)\b)/u

/**
 * The offset after the statement at `from`: at its semicolon, or at the end of a line where neither what stands before
 * nor what stands after asks for more. In a type, angle brackets are generics, and a brace where the type is complete
 * begins a function's body.
 */
export function skipStatement(code: string, from: number, within: Within = 'statement'): number {
  let at = from
  let last = from
  while (at < code.length) {
    const unit = code.charAt(at)
    const quiet = skipQuiet(code, at)
    if (quiet > at) {
      if (!/^\/[/*]/u.test(code.slice(at, at + 2))) last = quiet
      at = quiet
    } else if (unit === ';') return at
    else if (unit === '\n') {
      if (last > from && !isOpen(code, from, last, within) && !goesOn(code, at)) return last
      at += 1
    } else if (unit.trim() === '') at += 1
    else if (within === 'type' && unit === '{' && last > from && !isOpen(code, from, last, within)) return last
    else {
      at = skipUnit(code, at, within)
      last = at
    }
  }
  return last
}

function skipUnit(code: string, at: number, within: Within): number {
  const brackets = within === 'type' ? '([{<' : '([{'
  return brackets.includes(code.charAt(at)) ? skipBrackets(code, at) : at + 1
}

/** Whether what follows belongs to what stands before it. */
function goesOn(code: string, at: number): boolean {
  const next = skipBlank(code, at)
  return continues.test(code.slice(next, next + 12))
}

/** Whether the text up to `last` ends in an operator or a word that wants something after it; `void` is a whole type. */
function isOpen(code: string, from: number, last: number, within: Within): boolean {
  const before = code.slice(Math.max(from, last - 12), last).trimEnd()
  return openEnd.test(before) && !(within === 'type' && /\bvoid$/u.test(before))
}
