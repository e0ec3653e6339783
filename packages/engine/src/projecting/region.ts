/**
 * Sigma's part of a file that people write as well: what stands between its two marks. What holds:
 *
 *  1. Every byte outside of the region stays as it is, in its place.
 *  2. A mark is a line of its own, at its beginning, outside of code fences. The region is the first begin that the
 *     next mark ends; any other mark is text of a person's, and is told of.
 *  3. The begin names the hash of what follows, so that a change by another hand is told apart from an older state.
 *  4. Line ends are the file's own; they are no change. Nor is a byte order mark before the first line.
 */
import { sha256 } from '../identity/canonical.ts'

/** The marks' names: those of the memory bank's slots. */
export type RegionName = 'context' | 'progress'

export interface Split {
  readonly before: Uint8Array
  /** Null: there is no region. */
  readonly region: Region | null
  readonly after: Uint8Array
  /** Marks that make no region. */
  readonly stray: number
}

export interface Region {
  /** Text between the marks, with line ends as `\n`. */
  readonly content: string
  /** True: the content is what Sigma wrote. */
  readonly intact: boolean
  readonly bytes: Uint8Array
  readonly lineEnd: '\n' | '\r\n'
}

interface Line {
  readonly start: number
  readonly end: number
  /** The line without its line end. Each character is one byte. */
  readonly text: string
}

interface Mark {
  readonly kind: string
  readonly hash: string | undefined
  readonly line: Line
}

export function splitRegion(bytes: Uint8Array, name: RegionName): Split {
  const marks = marksIn(linesOf(bytes), name)
  const at = marks.findIndex((mark, index) => mark.kind === 'begin' && marks[index + 1]?.kind === 'end')
  const [begin, end] = at < 0 ? [] : marks.slice(at, at + 2)
  if (begin === undefined || end === undefined)
    return { before: bytes, region: null, after: empty, stray: marks.length }
  const content = textOf(bytes.subarray(begin.line.end, end.line.start)).replaceAll('\r\n', '\n')
  return {
    before: bytes.subarray(0, begin.line.start),
    region: {
      content,
      intact: begin.hash === hashOf(content),
      bytes: bytes.subarray(begin.line.start, end.line.end),
      lineEnd: bytes[begin.line.end - 2] === 13 ? '\r\n' : '\n',
    },
    after: bytes.subarray(end.line.end),
    stray: marks.length - 2,
  }
}

/** The same file with this content between the marks; where there are none, they are added at its end. */
export function withRegion(bytes: Uint8Array, name: RegionName, content: string): Uint8Array {
  const { before, region, after } = splitRegion(bytes, name)
  if (region !== null) {
    if (region.content === content && region.intact) return bytes
    const finalEnd = endsLine(region.bytes) ? region.lineEnd : ''
    return joined(before, encoded(name, content, region.lineEnd, finalEnd), after)
  }
  const lineEnd = usualEnd(bytes)
  const gap = bytes.length === 0 || endsLine(bytes) ? '' : bytes.at(-1) === 13 ? '\n' : lineEnd
  return joined(bytes, Buffer.from(gap), encoded(name, content, lineEnd, lineEnd))
}

/**
 * What of a file is not Sigma's: two files with equal results differ in the region alone. The line end before the
 * region is left out, for Sigma adds it where it is missing; a file that is not there is like an empty one.
 */
export function outsideRegion(bytes: Uint8Array, name: RegionName): string {
  const { before, after } = splitRegion(bytes, name)
  const text = latin(before).replace(/(?:\r\n|\n|\r)$/, '')
  return sha256(`${text}\0${latin(after)}`)
}

const empty = new Uint8Array()

function encoded(name: RegionName, content: string, lineEnd: string, finalEnd: string): Uint8Array {
  const begin = `<!-- sigma:begin ${name} ${hashOf(content)} (kept by Sigma: write above or below) -->`
  const text = `${begin}\n${content}<!-- sigma:end ${name} -->`
  return Buffer.from(text.replaceAll('\n', lineEnd) + finalEnd)
}

const hashOf = (content: string): string => sha256(content).slice(0, 16)

function marksIn(lines: readonly Line[], name: RegionName): readonly Mark[] {
  const form = new RegExp(`^<!-- sigma:(begin|end) ${name}(?: ([0-9a-f]{16}))?(?: .*)?-->[ \\t]*$`)
  const marks: Mark[] = []
  const unclosed = new Set<string>()
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]
    if (line === undefined) break
    const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line.text)?.[1]
    const closing = fence === undefined || unclosed.has(fence) ? -1 : closingOf(lines, at + 1, fence)
    // A fence that nothing closes is none: else it would hide the region, and another one would be added each time.
    if (closing >= 0) at = closing
    else {
      if (fence !== undefined) unclosed.add(fence)
      const [, kind, hash] = form.exec(line.text) ?? []
      if (kind !== undefined) marks.push({ kind, hash, line })
    }
  }
  return marks
}

function closingOf(lines: readonly Line[], from: number, fence: string): number {
  const sign = fence.charAt(0)
  const close = new RegExp(`^ {0,3}${sign}{${fence.length},}[ \\t]*$`)
  for (let at = from; at < lines.length; at += 1) if (close.test(lines[at]?.text ?? '')) return at
  return -1
}

function linesOf(bytes: Uint8Array): readonly Line[] {
  const lines: Line[] = []
  for (let start = startOf(bytes); start < bytes.length; ) {
    const newline = bytes.indexOf(10, start)
    const end = newline < 0 ? bytes.length : newline + 1
    lines.push({ start, end, text: latin(bytes.subarray(start, end)).replace(/\r?\n?$/, '') })
    start = end
  }
  return lines
}

/** Behind the byte order mark that some editors put before the first line. */
const startOf = (bytes: Uint8Array): number => (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0)

function usualEnd(bytes: Uint8Array): '\n' | '\r\n' {
  const first = bytes.indexOf(10)
  return first > 0 && bytes[first - 1] === 13 ? '\r\n' : '\n'
}

const endsLine = (bytes: Uint8Array): boolean => bytes.at(-1) === 10
const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')
const joined = (...parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts)
