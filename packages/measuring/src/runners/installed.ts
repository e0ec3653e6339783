/** Test runners that a project brings itself. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { readTextNow } from './test-files.ts'

export interface Installed {
  /** The package's folder. */
  readonly folder: string
  readonly version: string
}

/** The oldest major version that Sigma runs. */
export const leastVersions: Readonly<Record<'vitest' | 'jest', number>> = { vitest: 3, jest: 29 }

const manifest = z.object({ version: z.string() })

/** Looked for as Node does, from `folder` (relative to `root`) upwards, but not above `root`: what lies there is nobody's. */
export function findInstalled(root: string, folder: string, name: string): Installed | null {
  for (let at = join(root, folder); ; at = dirname(at)) {
    const found = join(at, 'node_modules', name)
    const version = versionIn(join(found, 'package.json'))
    if (version !== null) return { folder: found, version }
    if (at === root || at === dirname(at)) return null
  }
}

export const isTooOld = (name: 'vitest' | 'jest', version: string): boolean =>
  Number.parseInt(version, 10) < leastVersions[name]

function versionIn(file: string): string | null {
  if (!existsSync(file)) return null
  try {
    return manifest.parse(JSON.parse(readTextNow(file))).version
  } catch {
    return null
  }
}
