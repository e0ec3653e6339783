/** Obsolete tests that a plan names: `test/a.test.ts > describe > name`, a whole file, or a glob of files. */
import { parseJson } from '../wire/json-text.ts'
import type { ReplacedTests } from './cycle.ts'
import { isPattern, plainPath } from './named-files.ts'

const separator = / [>›] /gu

/** An entry of `replaces` as a plan keeps it. */
export function plainEntry(entry: string): string {
  return plainPath(entry)
}

/** The file, or the glob of files, that an entry names. */
export function fileOfEntry(entry: string): string {
  return (plainPath(entry).split(separator, 1)[0] ?? '').trim()
}

/** `literal` makes a glob of a path; names are joined as ids of tests join them. */
export function replacedTests(entry: string, literal: (path: string) => string): ReplacedTests {
  const path = plainPath(entry)
  const file = fileOfEntry(path)
  const at = path.search(separator)
  const name = at === -1 ? null : plainName(path.slice(at + 3))
  return { files: literal(file), test: name }
}

/** A name of a test in which `>` and `›` are one. */
function plainName(name: string): string {
  return name.trim().replace(separator, ' › ')
}

/** An entry that names one test in many files says too little of which is meant. */
export function isVague(entry: string): boolean {
  return isPattern(fileOfEntry(entry)) && entry.search(separator) !== -1
}

/** In the batch form, an entry with signs that the form itself uses stands in quotes, as JSON has them. */
export function printEntry(entry: string): string {
  return /[,[\]"\n\r]|^\s|\s$/u.test(entry) ? JSON.stringify(entry) : entry
}

const quoted = /^"(?:\\.|[^"\\])*"/u

/** Length of what is quoted at the beginning; 1: the quote is closed nowhere. */
export function quotedLength(text: string): number {
  return quoted.exec(text)?.[0].length ?? 1
}

/** Entries of `[replaces: …]`, separated by commas outside of quotes. */
export function readEntries(text: string): readonly string[] {
  const entries = text.match(/(?:"(?:\\.|[^"\\])*"|[^,])+/gu) ?? []
  return entries.map((entry) => unquoted(entry.trim())).filter((entry) => entry !== '')
}

/** What is quoted otherwise than JSON quotes is taken as it stands. */
function unquoted(entry: string): string {
  const read = quoted.exec(entry)?.[0] === entry ? parseJson(entry) : undefined
  return typeof read === 'string' ? read : entry
}
