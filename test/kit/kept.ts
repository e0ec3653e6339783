import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What is made once and used by all: outside of the repository's files, and out of every trial's way. */
export function keptFolder(name: string): string {
  const folder = fileURLToPath(new URL(`../../node_modules/.cache/sigma-campaign/${name}`, import.meta.url))
  mkdirSync(folder, { recursive: true })
  return folder
}
