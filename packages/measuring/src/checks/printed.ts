/**
 * Reads what linters, compilers and formatters print, as far as most of them agree: a finding is a line that names a file
 * of the project, or one that begins with a position below a line that is a file's name. The words stay as they are.
 */

/** A line of what was printed, and the file that it is about; null: none is known. */
export interface PrintedLine {
  readonly text: string
  readonly file: string | null
  /** The line says what is wrong with the file; other lines of it explain. */
  readonly isFinding: boolean
  /** The line without the name of the file. */
  readonly message: string
}

/** `folder` is where the program ran, relative to the root; paths may be relative to either. */
export function readPrinted(printed: string, files: ReadonlySet<string>, folder: string): readonly PrintedLine[] {
  let current: string | null = null
  return printed.split('\n').map((text) => {
    const named = fileIn(text.slice(0, 500), files, folder)
    if (named !== null) {
      current = named.file
      const message = `${text.slice(0, named.from)} ${text.slice(named.to)}`
      return { text, file: current, isFinding: !named.isAlone, message }
    }
    return { text, file: current, isFinding: current !== null && /^\s*(line )?\d+:\d+\b/.test(text), message: text }
  })
}

interface NamedFile {
  readonly file: string
  /** The line is a heading: nothing but the name stands there. */
  readonly isAlone: boolean
  readonly from: number
  readonly to: number
}

/** The first file that a line names. Names may hold blanks and brackets, so the known ones decide where one begins. */
function fileIn(line: string, files: ReadonlySet<string>, folder: string): NamedFile | null {
  for (const { index, 0: ending } of line.matchAll(/\.\w{1,8}(?!\w)/g)) {
    const end = index + ending.length
    for (const start of startsIn(line, index)) {
      const name = line.slice(start, end).replace(/^\.\//, '')
      const file = [folder === '' ? name : `${folder}/${name}`, name].find((each) => files.has(each))
      if (file !== undefined)
        return {
          file,
          isAlone: line.slice(0, start).trim() === '' && line.slice(end).trim() === '',
          from: start,
          to: end,
        }
    }
  }
  return null
}

/** Where a name that goes on at `end` may begin: at the line's beginning, or behind a blank, a quote or a bracket. */
function startsIn(line: string, end: number): readonly number[] {
  const starts = [0]
  for (let at = 1; at < end; at += 1) if (/[\s"'`([<:]/.test(line[at - 1] ?? '')) starts.push(at)
  return starts
}

/** What of a finding stays the same when lines are added above it. */
const keyOf = ({ file, text }: PrintedLine): string => `${file} ${withoutNumbers(text)}`

const withoutNumbers = (text: string): string => text.trim().replace(/\d+/g, '#').replace(/\s+/g, ' ')

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
