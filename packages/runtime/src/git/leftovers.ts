/** Removes what a killed git process left half done in Sigma's own git folder. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** One sigma at a time holds a project, so what is half done at the start belongs to a git that was killed. */
export function removeLeftovers(gitDir: string): void {
  const files = readdirSync(gitDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const packs = halves(files.filter(({ parentPath }) => parentPath === join(gitDir, 'objects', 'pack')))
  for (const { name, parentPath } of files)
    if (isLeftover(name) || packs.has(name)) rmSync(join(parentPath, name), { force: true })
}

const isLeftover = (name: string): boolean => name.endsWith('.lock') || /^(?:tmp_|\.tmp-|sigma-index-)/.test(name)

/** Git makes the index of a pack last and takes it away first: a pack without one is no pack yet, or no more. */
function halves(files: readonly { readonly name: string }[]): ReadonlySet<string> {
  const names = new Set(files.map(({ name }) => name))
  const isWhole = (stem: string): boolean => names.has(`${stem}.idx`) && names.has(`${stem}.pack`)
  return new Set([...names].filter((name) => /^pack-[0-9a-f]+\./.test(name) && !isWhole(name.replace(/\..*$/, ''))))
}
