/** What a person says in their own words: a wish, or what is wrong. It is quoted to agents as data, and believed by nobody. */
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { reportUnreadable, wishUnfit } from './errors.ts'

/** In characters. What is longer belongs into a design. */
const most = 20_000

/** Fails with `wrong-command-line`. */
export function fitting(text: string, what: 'wish' | 'report', hint: string): string {
  const said = text.trim()
  if (said === '') throw wishUnfit(what, 'is empty.', hint)
  if (said.length > most)
    throw wishUnfit(what, `has ${said.length} characters; at most ${most} are taken. Say it shorter.`, hint)
  if (!/\p{L}/u.test(said)) throw wishUnfit(what, 'has no word in it.', hint)
  return said
}

/** The text of `-` (standard input), of a file, or the words themselves. Fails with `report-unreadable`. */
export function saidIn(typed: string, cwd: string): string {
  if (typed === '-') return read(0, 'on standard input')
  const file = resolve(cwd, typed)
  const isFile = typed.length < 1_000 && !typed.includes('\n') && isRegular(file)
  if (isFile) return read(file, typed)
  // One word that could be a path is a file that was mistyped rather than a report.
  if (/^[\w./~-]*\w[\w./~-]*$/.test(typed)) throw reportUnreadable(typed, 'there is no such file.')
  return typed
}

function isRegular(file: string): boolean {
  try {
    return statSync(file).isFile()
  } catch {
    return false
  }
}

function read(file: string | 0, shown: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (cause) {
    throw reportUnreadable(shown, cause instanceof Error ? cause.message : String(cause))
  }
}
