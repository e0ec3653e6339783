/** Test runners that a project brings itself. */
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { readJsonNow } from './test-files.ts'
import type { Problem } from './test-run.ts'

export interface Installed {
  /** The package's folder. */
  readonly folder: string
  readonly version: string
}

type Name = 'vitest' | 'jest'

/** The oldest major version that Sigma runs. */
export const leastVersions: Readonly<Record<Name, number>> = { vitest: 3, jest: 29 }

const packages: Readonly<Record<Name, readonly string[]>> = { vitest: ['vitest'], jest: ['jest', 'jest-cli'] }

const manifest = z.object({ version: z.string() })

/** Looked for as Node does, from `folder` (relative to `root`) upwards, but not above `root`: what lies there is nobody's. */
export function findInstalled(root: string, folder: string, name: Name): Installed | null {
  for (let at = join(root, folder); ; at = dirname(at)) {
    for (const each of packages[name]) {
      const found = join(at, 'node_modules', each)
      const read = manifest.safeParse(readJsonNow(join(found, 'package.json')))
      if (read.success) return { folder: found, version: read.data.version }
    }
    if (at === root || at === dirname(at)) return null
  }
}

export const isTooOld = (name: Name, version: string): boolean => Number.parseInt(version, 10) < leastVersions[name]

/** The runner that `folder` would start, or why it cannot be used. */
export function usable(name: Name, root: string, folder: string): Installed | Problem {
  const found = findInstalled(root, folder, name)
  const rule = 'runner-missing'
  const remedy = `npm install --save-dev ${name}`
  if (found === null) return { rule, message: `${name} is not installed in the project.`, remedy }
  if (!isTooOld(name, found.version)) return found
  const message = `The project has ${name} ${found.version}; Sigma runs ${name} ${leastVersions[name]} and newer.`
  return { rule, message, remedy: `${remedy}@latest` }
}
