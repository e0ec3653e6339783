import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** Folders of packages into which a `node_modules` has links, as pnpm lays them; not the folder itself. */
export function storesOf(modules: string): readonly string[] {
  const own = realpathSync(modules)
  const real = readdirSync(modules, { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .flatMap(({ name }) => {
      const path = join(modules, name)
      return existsSync(path) ? [realpathSync(path)] : []
    })
  const stores = real.flatMap((path) => /^.*?\/node_modules(?=\/)/.exec(path)?.[0] ?? [])
  return [...new Set(stores)].filter((each) => each !== own)
}
