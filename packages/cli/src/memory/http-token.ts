import { randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SigmaError } from '@sigma/engine'

export const tokenFileOf = (folder: string): string => join(folder, 'mcp-token')

/** As many letters as nobody guesses. */
const least = 32

/**
 * The token of a project's memory over HTTP: made once, readable by its owner alone. To have another, remove the file. Fails with
 * `mcp-token-unusable`.
 */
export function tokenOf(folder: string): string {
  const file = tokenFileOf(folder)
  try {
    const found = lstatSync(file, { throwIfNoEntry: false })
    if (found === undefined) make(folder, file)
    else if (!found.isFile()) throw unusable(file, 'it is no plain file')
    const token = readFileSync(file, 'utf8').trim()
    if (token.length < least) throw unusable(file, `it has fewer than ${least} letters`)
    return token
  } catch (error) {
    if (error instanceof SigmaError || !(error instanceof Error)) throw error
    throw unusable(file, error.message)
  }
}

function make(folder: string, file: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const ignore = join(folder, '.gitignore')
  if (lstatSync(ignore, { throwIfNoEntry: false }) === undefined) writeFileSync(ignore, '*\n')
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // Another process was first.
    if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) throw error
  }
}

const unusable = (file: string, why: string): SigmaError =>
  new SigmaError('mcp-token-unusable', `The token in ${file} cannot be used: ${why}.`, { hint: `rm ${file}` })
