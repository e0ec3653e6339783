/**
 * The block between two lines `---` at the top of a Markdown file, in YAML, read key by key: what is wrong with one is no
 * fault of another. Values are texts, lists of texts, and maps of texts; anything else is told, and never guessed at.
 */
import { type Value, valueIn } from './yaml-value.ts'

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
const keyed = /^(?:"([\w. -]+)"|'([\w. -]+)'|([A-Za-z_][\w.-]*))[ \t]*:(?:[ \t].*|)$/

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
    const [line = '', number] = [lines[at], at + 2]
    if (isEmpty(line)) {
      at += 1
      continue
    }
    const below = lengthBelow(lines, at + 1)
    const [, double, single, plain] = keyed.exec(line) ?? []
    const key = double ?? single ?? plain
    if (key === undefined) faults.push(oddLine(number))
    else if (entries.has(key)) faults.push(twice(number, key))
    else {
      const read = valueIn(lines.slice(at, at + 1 + below))
      if (read.kind === 'unread') faults.push(unread(number + read.at, key, needs))
      else entries.set(key, { line: number, value: read.value })
    }
    at += 1 + below
  }
  return { entries, faults }
}

const oddLine = (line: number): LineFault =>
  faultAt(line, {
    rule: 'line-unread',
    message: 'The line is no `key: value`.',
    remedy: 'Write `key: value`, or take it out.',
  })

const twice = (line: number, key: string): LineFault =>
  faultAt(line, {
    rule: 'key-twice',
    message: `\`${key}\` stands here a second time.`,
    remedy: 'Take one of them out.',
  })

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
