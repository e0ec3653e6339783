/** The programs that Sigma itself runs tests with: where each lies, and a name of all, for another release may see more. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

let known: string | null = null

/** In a release they lie beside this file too, whichever folder asks for one. */
export const programAt = (name: string): string => fileURLToPath(new URL(`./${name}`, import.meta.url))

export function programsName(): string {
  known ??= nameOf(dirname(fileURLToPath(import.meta.url)))
  return known
}

function nameOf(folder: string): string {
  const hash = createHash('sha256')
  for (const file of readdirSync(folder).toSorted()) {
    if (/\.[cm]?[jt]s$/.test(file) && !file.includes('.test.'))
      hash.update(file).update(readFileSync(join(folder, file)))
  }
  return hash.digest('hex')
}
