/**
 * Reads what linters, compilers and formatters print, as far as most of them agree: a finding is a line that names a file
 * of the project, or one that begins with a position below a line that is a file's name. The words stay as they are.
 */

import { findingsInJson, withJson } from './printed-json.ts'
import type { PrintedLine } from './printed-line.ts'

/** `folder` is where the program ran, relative to the root; paths may be relative to either. */
export function readPrinted(printed: string, files: ReadonlySet<string>, folder: string): readonly PrintedLine[] {
  let current: string | null = null
  const read = (text: string): PrintedLine => {
    const named = filesIn(text.slice(0, 500), files, folder)
    const all = named.map(({ file }) => file)
    const [first] = named
    const isPosition = current !== null && /^\s*(line )?\d+:\d+\b/.test(text)
    if (first === undefined || isPosition) {
      const about = current === null ? [] : [...new Set([current, ...all])]
      return { text, file: current, files: about, isFinding: isPosition, isNaming: isPosition, message: text }
    }
    current = first.file
    const message = `${text.slice(0, first.from)} ${text.slice(first.to)}`
    return { text, file: current, files: all, isFinding: message.trim() !== '', isNaming: true, message }
  }
  const fileOf = (text: string): string | null => fileNamed(text, files, folder)
  return withJson(printed).flatMap((each) =>
    typeof each === 'string' ? read(each) : findingsInJson(each.json, fileOf),
  )
}

interface NamedFile {
  readonly file: string
  readonly from: number
  readonly to: number
}

/** The files that a line names. Names may hold blanks and brackets, so the known ones decide where one begins. */
function filesIn(line: string, files: ReadonlySet<string>, folder: string): readonly NamedFile[] {
  const found: NamedFile[] = []
  for (const { index, 0: ending } of line.matchAll(/\.\w{1,8}(?!\w)/g)) {
    const to = index + ending.length
    for (const from of startsIn(line, found.at(-1)?.to ?? 0, index)) {
      const file = fileNamed(line.slice(from, to), files, folder)
      if (file === null) continue
      found.push({ file, from, to })
      break
    }
  }
  return found
}

function fileNamed(text: string, files: ReadonlySet<string>, folder: string): string | null {
  const name = text.replace(/^\.\//, '')
  return [folder === '' ? name : `${folder}/${name}`, name].find((each) => files.has(each)) ?? null
}

/** Where a name that goes on at `end` may begin: at the line's beginning, or behind a blank, a quote, a bracket or an arrow. */
function startsIn(line: string, begin: number, end: number): readonly number[] {
  const starts = [begin]
  for (let at = begin + 1; at < end; at += 1) if (/[\s"'`([<:>,]/.test(line[at - 1] ?? '')) starts.push(at)
  return starts
}

/** What of a finding stays the same when lines are added above it. */
const keyOf = ({ file, text }: PrintedLine): string => `${file} ${withoutNumbers(text)}`

/** What stays the same of a line when lines are added above it. */
export const withoutNumbers = (text: string): string => text.trim().replace(/\d+/g, '#').replace(/\s+/g, ' ')

/** Findings that are not among the earlier ones, each counted as often as it is there. */
export function grown(before: readonly PrintedLine[], after: readonly PrintedLine[]): readonly PrintedLine[] {
  const left = new Map<string, number>()
  for (const line of before) if (line.isFinding) left.set(keyOf(line), (left.get(keyOf(line)) ?? 0) + 1)
  return after.filter((line) => {
    if (!line.isFinding) return false
    const known = left.get(keyOf(line)) ?? 0
    left.set(keyOf(line), known - 1)
    return known <= 0
  })
}

/** Findings whose message stood there before for no file at all. */
export function unheard(before: readonly PrintedLine[], findings: readonly PrintedLine[]): readonly PrintedLine[] {
  const known = new Set(before.filter(({ isFinding }) => isFinding).map(({ message }) => withoutNumbers(message)))
  return findings.filter(({ message }) => !saysWhat(message) || !known.has(withoutNumbers(message)))
}

/** `[warn]` and `format` beside the name of a file say that something is wrong, and not what. */
const saysWhat = (message: string): boolean => message.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length >= 3

/** These findings, each under its file's heading and with the lines that explain it. */
export function explained(lines: readonly PrintedLine[], findings: readonly PrintedLine[]): readonly PrintedLine[] {
  const wanted = new Set(findings)
  const shown: PrintedLine[] = []
  let heading: PrintedLine | null = null
  let isShown = false
  let file: string | null = null
  for (const line of lines) {
    if (line.isFinding) isShown = wanted.has(line)
    else if (line.file !== file) {
      heading = line
      isShown = false
    }
    file = line.file
    if (!isShown) continue
    if (heading !== null && heading.file === line.file) shown.push(heading)
    heading = null
    shown.push(line)
  }
  return shown
}
