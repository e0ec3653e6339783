/**
 * The block between two lines `---` at the top of a Markdown file: the part of YAML that skills and agents are written in.
 * Values are texts (plain, quoted, or folded and literal blocks), lists of texts, and maps of texts; anything else is told,
 * and never guessed at.
 */

export type Value =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, string> }

export interface Entry {
  /** From 1, in the file. */
  readonly line: number
  readonly value: Value
}

/** What is wrong with a line of a file; `note`: it can be used all the same. */
export interface LineFault {
  readonly line: number
  readonly rule: string
  readonly message: string
  readonly remedy: string
  readonly weight: 'fault' | 'note'
}

export interface Frontmatter {
  readonly entries: ReadonlyMap<string, Entry>
  readonly faults: readonly LineFault[]
  /** Lines behind the block. */
  readonly body: readonly string[]
  /** Line of the file that the first of these is. */
  readonly bodyFrom: number
}

const fence = /^---[ \t]*$/
const keyed = /^([A-Za-z_][\w-]*):(?:[ \t]+(.*)|)$/

/** `needs`: keys whose values must be readable; of any other it is a note. */
export function readFrontmatter(text: string, needs: readonly string[]): Frontmatter {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const ends = lines.findIndex((line, at) => at > 0 && fence.test(line))
  if (!fence.test(lines[0] ?? '') || ends < 0) {
    const message =
      ends < 0 && fence.test(lines[0] ?? '') ? 'The block at the top has no end.' : 'There is no block at the top.'
    const missing = faultAt(1, {
      rule: 'no-frontmatter',
      message: message,
      remedy: 'Begin the file with `---`, `name: …`, `description: …`, `---`.',
    })
    return { entries: new Map(), faults: [missing], body: lines, bodyFrom: 1 }
  }
  return { ...entriesIn(lines.slice(1, ends), needs), body: lines.slice(ends + 1), bodyFrom: ends + 2 }
}

export const faultAt = (
  line: number,
  what: Pick<LineFault, 'rule' | 'message' | 'remedy'>,
  weight: LineFault['weight'] = 'fault',
): LineFault => ({ line, ...what, weight })

/** `lines`: those of the block, of which the first is the second of the file. */
function entriesIn(lines: readonly string[], needs: readonly string[]): Pick<Frontmatter, 'entries' | 'faults'> {
  const entries = new Map<string, Entry>()
  const faults: LineFault[] = []
  for (let at = 0; at < lines.length; ) {
    const [line, number] = [lines[at] ?? '', at + 2]
    const below = lengthBelow(lines, at + 1)
    const [, key, rest = ''] = keyed.exec(line) ?? []
    if (isEmpty(line)) at += 1
    else {
      if (key === undefined)
        faults.push(
          faultAt(number, {
            rule: 'line-unread',
            message: 'The line is no `key: value`.',
            remedy: 'Write `key: value`, or take it out.',
          }),
        )
      else if (entries.has(key))
        faults.push(
          faultAt(number, {
            rule: 'key-twice',
            message: `\`${key}\` stands here a second time.`,
            remedy: 'Take one of them out.',
          }),
        )
      else {
        const value = valueIn(uncommented(rest), lines.slice(at + 1, at + 1 + below))
        if (value === null) faults.push(unread(number, key, needs))
        else entries.set(key, { line: number, value })
      }
      at += 1 + below
    }
  }
  return { entries, faults }
}

const unread = (line: number, key: string, needs: readonly string[]): LineFault =>
  faultAt(
    line,
    {
      rule: 'value-unread',
      message: `What \`${key}\` is cannot be read.`,
      remedy: `Write \`${key}: text\` on one line.`,
    },
    needs.includes(key) ? 'fault' : 'note',
  )

const isEmpty = (line: string): boolean => /^\s*(#.*)?$/.test(line)

/** Lines that belong to the key above them: set in, list items, and empty ones between these. */
function lengthBelow(lines: readonly string[], from: number): number {
  const ends = lines.findIndex((line, at) => at >= from && !/^(\s|-[ \t]|-$|$)/.test(line))
  const all = lines.slice(from, ends < 0 ? undefined : ends)
  return all.findLastIndex((line) => line.trim() !== '') + 1
}

/** A comment of YAML's stands behind a blank; in quotes there is none. */
const uncommented = (rest: string): string =>
  /^["']/.test(rest) ? rest.trim() : rest.replace(/(^|[ \t])#.*$/, '').trim()

/** Null: it is in a form that is not read. */
function valueIn(rest: string, below: readonly string[]): Value | null {
  if (/^[|>][+-]?$/.test(rest)) return { kind: 'text', text: blockOf(rest, below) }
  if (/^\[.*\]$/.test(rest) && below.length === 0) return listOf(rest.slice(1, -1).split(','))
  if (/^[&*!{[%@`|>]/.test(rest)) return null
  if (rest !== '') {
    // A plain text goes on below, set in.
    const [first, ...more] = [rest, ...below.map((line) => line.trim())]
    const whole = [first, ...more].join(' ').trim()
    const text = unquoted(whole)
    return text === null ? null : { kind: 'text', text }
  }
  const shown = below.filter((line) => !isEmpty(line))
  if (shown.length === 0) return { kind: 'text', text: '' }
  if (shown.every((line) => /^\s*-(\s|$)/.test(line))) return listOf(shown.map((line) => line.replace(/^\s*-/, '')))
  return mapOf(shown)
}

/** `>` folds lines into one, `|` keeps them. */
function blockOf(mark: string, below: readonly string[]): string {
  const depth = Math.min(
    ...below.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)?.[0].length ?? 0),
  )
  const lines = below.map((line) => line.slice(Number.isFinite(depth) ? depth : 0).trimEnd())
  return (mark.startsWith('>') ? lines.join('\n').replace(/([^\n])\n(?!\n)/g, '$1 ') : lines.join('\n')).trim()
}

function listOf(items: readonly string[]): Value | null {
  const read = items.map((item) => unquoted(item.trim()))
  return read.some((item) => item === null)
    ? null
    : { kind: 'list', items: read.filter((item) => item !== null && item !== '').map(String) }
}

function mapOf(lines: readonly string[]): Value | null {
  const entries = new Map<string, string>()
  for (const line of lines) {
    const [, key = '', rest = ''] = /^\s+["']?([\w.-]+)["']?:(?:\s+(.*)|)$/.exec(line) ?? []
    const text = unquoted(uncommented(rest))
    if (key === '' || text === null || entries.has(key)) return null
    entries.set(key, text)
  }
  return { kind: 'map', entries }
}

/** Null: its quotes do not end, or something follows them. */
function unquoted(text: string): string | null {
  const [mark] = text
  if (mark !== '"' && mark !== "'") return text
  if (mark === "'") {
    const [, inner] = /^'((?:[^']|'')*)'$/.exec(text) ?? []
    return inner?.replaceAll("''", "'") ?? null
  }
  if (!/^"(?:[^"\\]|\\.)*"$/.test(text)) return null
  try {
    return String(JSON.parse(text))
  } catch {
    return null
  }
}
