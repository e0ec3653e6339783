/** One spelling of code, so that layout, quotes and optional marks are no difference. */

export function tidy(text: string): string {
  return [...tokens(text)].join('').trim()
}

/** Words next to words keep a blank between them; comments are left out. */
function* tokens(text: string): Generator<string> {
  let last = ''
  const pattern =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|`(?:[^`\\]|\\[\s\S])*`|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[\w$]+|[^\s]/g
  for (const [found] of text.matchAll(pattern)) {
    if (found.startsWith('//') || found.startsWith('/*')) continue
    const token = /^["']/.test(found) ? quoted(found) : found
    // `a,)` and `a;}` say no more than `a)` and `a}`.
    if (/^[)\]}]/.test(token) && (last === ',' || last === ';')) last = ''
    if (/^[\w$]/.test(token) && /[\w$]$/.test(last)) yield `${last} `
    else yield last
    last = token
  }
  if (last !== ';') yield last
}

const quoted = (text: string): string => {
  const inner = text.slice(1, -1)
  return /['"\\]/.test(inner) ? text : `'${inner}'`
}

/** `names` are replaced where they stand as names of their own, by what they stand for. */
export function spelled(text: string, start: number, end: number, replaced: readonly Replacement[]): string {
  let at = start
  let out = ''
  for (const each of replaced.toSorted((a, b) => a.start - b.start)) {
    if (each.start < at || each.end > end) continue
    out += text.slice(at, each.start) + each.by
    at = each.end
  }
  return tidy(out + text.slice(at, end))
}

export interface Replacement {
  readonly start: number
  readonly end: number
  readonly by: string
}
