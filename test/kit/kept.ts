import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What is made once and used by all: outside of the repository's files, and out of every trial's way. */
export function keptFolder(name: string): string {
  const folder = fileURLToPath(new URL(`../../node_modules/.cache/sigma-campaign/${name}`, import.meta.url))
  mkdirSync(folder, { recursive: true })
  return folder
}

/** A runner’s gates are shown everything once, not for each repository or installation. `cache`: where a user’s caches are. */
export function shareProved(cache: string): void {
  const own = join(cache, 'sigma')
  mkdirSync(own, { recursive: true })
  symlinkSync(keptFolder('proved'), join(own, 'proved'))
}
