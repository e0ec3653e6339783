/** A file of another tool, as text. */
import { readFileSync, statSync } from 'node:fs'
import { unreadable } from './errors.ts'

const mostBytes = 16 * 1024 * 1024

/** `named`: as it is told in errors. Fails with `import-unreadable`. */
export function textFile(path: string, named: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isFile() !== true) throw unreadable(named, null, 'there is no such file.')
  if (found.size > mostBytes)
    throw unreadable(named, null, `it has ${found.size} bytes, and at most ${mostBytes} are read.`)
  const bytes = readFileSync(path)
  if (bytes.includes(0)) throw unreadable(named, null, 'it is no text.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n')
  } catch {
    throw unreadable(named, null, 'it is no text in UTF-8.')
  }
}
