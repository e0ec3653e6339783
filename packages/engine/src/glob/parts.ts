/** A glob, read. */

/** Parts that follow each other. */
export type Glob = readonly Part[]

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  /** `?` and `[a-z]`. */
  | { readonly kind: 'one'; readonly isOne: (char: string) => boolean }
  /** `*`: any characters but a slash. */
  | { readonly kind: 'some' }
  /** Two stars and the slash behind them: any folders, or none. */
  | { readonly kind: 'folders' }
  /** Two stars at the end: everything from here on; `below` a folder, or the folder itself. */
  | { readonly kind: 'all' }
  | { readonly kind: 'below' }
  | { readonly kind: 'group'; readonly mark: Mark; readonly ways: readonly Glob[] }

/** How often one of the ways is taken: `?` 0 or 1, `*` any, `+` 1 or more, `@` 1; `!` anything else is. */
export type Mark = '?' | '*' | '+' | '@' | '!'

/** Groups within groups; deeper ones are text. */
const deepest = 8

/** What cannot be read as a pattern is the text that it is. */
export function readGlob(glob: string, depth = 0): Glob {
  const parts: Part[] = []
  let at = 0
  while (at < glob.length) {
    const read = group(glob, at, depth) ?? stars(glob, at) ?? one(glob, at) ?? text(glob, at)
    if (read.part.kind === 'below') parts.push(...below(parts))
    else parts.push(read.part)
    at = read.next
  }
  return parts
}

/** Two stars at the end stand for the folder itself as well, where it is named; any folders before them are theirs, too. */
function below(parts: Part[]): readonly Part[] {
  while (parts.at(-1)?.kind === 'folders') parts.pop()
  const last = parts.pop()
  if (last === undefined) return [{ kind: 'all' }]
  if (last.kind !== 'text' || last.text === '/') return [last, { kind: 'all' }]
  return [{ kind: 'text', text: last.text.slice(0, -1) }, { kind: 'below' }]
}

interface Read {
  readonly part: Part
  readonly next: number
}

/** `?(a|b)` and its like, `(a|b)`, `{a,b}`, `{1..3}`. */
function group(glob: string, at: number, depth: number): Read | null {
  const char = glob[at] ?? ''
  const isMarked = markOf(char) !== null && glob[at + 1] === '('
  const open = isMarked ? at + 1 : at
  if (depth >= deepest || !(isMarked || char === '(' || char === '{')) return null
  const isBrace = char === '{'
  const found = split(glob, open, isBrace ? ',' : '|')
  if (found === null) return null
  const { pieces, next } = found
  const only = pieces.length === 1 ? (pieces[0] ?? '') : ''
  const ranged = isBrace && pieces.length === 1 ? range(only) : pieces
  if (ranged === null) return null
  const ways = ranged.map((piece) => readGlob(piece, depth + 1))
  return { part: { kind: 'group', mark: isMarked ? (markOf(char) ?? '@') : '@', ways }, next }
}

function markOf(char: string): Mark | null {
  return char === '?' || char === '*' || char === '+' || char === '@' || char === '!' ? char : null
}

const opening: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['{', '}'],
])

/** The pieces between the bracket at `open` and its partner; null when it has none. */
function split(
  glob: string,
  open: number,
  by: string,
): { readonly pieces: readonly string[]; readonly next: number } | null {
  const waiting: string[] = []
  const pieces: string[] = []
  let begin = open + 1
  for (let at = open; at < glob.length; at++) {
    const char = glob[at] ?? ''
    const close = opening.get(char)
    if (char === '\\') at++
    else if (close !== undefined) waiting.push(close)
    else if (char === waiting.at(-1)) {
      waiting.pop()
      if (waiting.length === 0) return { pieces: [...pieces, glob.slice(begin, at)], next: at + 1 }
    } else if (char === by && waiting.length === 1) {
      pieces.push(glob.slice(begin, at))
      begin = at + 1
    }
  }
  return null
}

const mostInRange = 1_000

/** `1..3` as `1`, `2`, `3`. */
function range(text: string): readonly string[] | null {
  const ends = /^(-?\d{1,9}|[a-zA-Z])\.\.(-?\d{1,9}|[a-zA-Z])$/.exec(text)
  const [from = '', to = ''] = ends?.slice(1) ?? []
  const isNumeric = /\d/.test(from)
  if (ends === null || isNumeric !== /\d/.test(to)) return null
  const [a, b] = isNumeric ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)]
  if (Math.abs(b - a) >= mostInRange) return null
  const all = Array.from({ length: Math.abs(b - a) + 1 }, (_, step) => a + (b < a ? -step : step))
  return all.map((each) => (isNumeric ? String(each) : String.fromCharCode(each)))
}

function stars(glob: string, at: number): Read | null {
  if (glob[at] !== '*') return null
  let next = at
  while (glob[next] === '*' && !(next > at && glob[next + 1] === '(')) next++
  const isSegment =
    next - at === 2 && (at === 0 || glob[at - 1] === '/') && (next === glob.length || glob[next] === '/')
  if (!isSegment) return { part: { kind: 'some' }, next }
  if (next < glob.length) return { part: { kind: 'folders' }, next: next + 1 }
  return { part: { kind: at === 0 ? 'all' : 'below' }, next }
}

function one(glob: string, at: number): Read | null {
  if (glob[at] === '?') return { part: { kind: 'one', isOne: (char) => char !== '/' }, next: at + 1 }
  if (glob[at] !== '[') return null
  const isNegated = glob[at + 1] === '!' || glob[at + 1] === '^'
  const begin = at + (isNegated ? 2 : 1)
  const end = closing(glob, begin)
  if (end < 0) return null
  const isIn = characters(glob.slice(begin, end))
  return { part: { kind: 'one', isOne: (char) => char !== '/' && isIn(char) !== isNegated }, next: end + 1 }
}

/** The bracket that ends a set of characters; the first character may be one itself. */
function closing(glob: string, begin: number): number {
  for (let at = begin; at < glob.length; at++) {
    if (glob[at] === '\\') at++
    else if (glob.startsWith('[:', at) && glob.indexOf(':]', at) > 0) at = glob.indexOf(':]', at) + 1
    else if (glob[at] === ']' && at > begin) return at
  }
  return -1
}

const named: Readonly<Record<string, RegExp>> = {
  alpha: /[a-zA-Z]/,
  digit: /[0-9]/,
  alnum: /[a-zA-Z0-9]/,
  upper: /[A-Z]/,
  lower: /[a-z]/,
  space: /\s/,
  punct: /[!-/:-@[-`{-~]/,
  xdigit: /[0-9a-fA-F]/,
  word: /\w/,
}

function characters(text: string): (char: string) => boolean {
  const tests: ((char: string) => boolean)[] = []
  for (let at = 0; at < text.length; at++) {
    const name = text.startsWith('[:', at) ? text.slice(at + 2, text.indexOf(':]', at)) : ''
    const known = named[name]
    if (known !== undefined) {
      tests.push((char) => known.test(char))
      at += name.length + 3
      continue
    }
    if (text[at] === '\\' && at + 1 < text.length) at++
    const from = text[at] ?? ''
    const to = text[at + 1] === '-' && at + 2 < text.length ? (text[at + 2] ?? '') : from
    if (to !== from) at += 2
    tests.push((char) => from <= char && char <= to)
  }
  return (char) => tests.some((isIn) => isIn(char))
}

function text(glob: string, at: number): Read {
  const escaped = glob[at] === '\\' && at + 1 < glob.length
  let next = at + (escaped ? 2 : 1)
  while (next < glob.length && !/[\\?*+@!()[{]/.test(glob[next] ?? '')) next++
  return { part: { kind: 'text', text: glob.slice(escaped ? at + 1 : at, next) }, next }
}
