import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const tokenFileOf = (folder: string): string => join(folder, 'mcp-token')

/** The token of a project's memory over HTTP: made once, readable by its owner alone. To have another, remove the file. */
export function tokenOf(folder: string): string {
  const file = tokenFileOf(folder)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!existsSync(join(folder, '.gitignore'))) writeFileSync(join(folder, '.gitignore'), '*\n')
    try {
      writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      // Another process was first.
      if (!existsSync(file)) throw error
    }
  }
  return readFileSync(file, 'utf8').trim()
}
