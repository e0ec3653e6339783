import { skipAngles, skipBlank, skipBrackets, skipQuiet } from './scan.ts'

const openEnd =
  /(?:[|&=?:.,+\-*/%<!~^([{]|=>|\b(?:extends|is|keyof|typeof|readonly|infer|asserts|new|in|of|as|satisfies|unique|await|void|return))$/u
const continues = /^(?:[|&=?:.,+*/%<>)\]}]|(?:extends|is|as|in|satisfies|instanceof)\b)/u

/**
 * The offset after the statement at `from`: at its semicolon, or at the end of a line where neither what stands before
 * nor what stands after asks for more. In a type, angle brackets are generics, and a brace where the type is complete
 * begins a function's body.
 */
export function skipStatement(code: string, from: number, within: 'statement' | 'type' = 'statement'): number {
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
      if (endsLine(code, from, last, at)) return last
      at += 1
    } else if (unit.trim() === '') at += 1
    else if (within === 'type' && unit === '{' && last > from && !isOpen(code, from, last)) return last
    else {
      at = skipUnit(code, at, within)
      last = at
    }
  }
  return last
}

function skipUnit(code: string, at: number, within: 'statement' | 'type'): number {
  const unit = code.charAt(at)
  if ('([{'.includes(unit)) return skipBrackets(code, at)
  return within === 'type' && unit === '<' ? skipAngles(code, at) : at + 1
}

function endsLine(code: string, from: number, last: number, at: number): boolean {
  if (last === from || isOpen(code, from, last)) return false
  const next = skipBlank(code, at)
  return !continues.test(code.slice(next, next + 12))
}

/** Whether the text up to `last` ends in an operator or a word that wants something after it. */
function isOpen(code: string, from: number, last: number): boolean {
  return openEnd.test(code.slice(Math.max(from, last - 12), last).trimEnd())
}
