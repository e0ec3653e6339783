/** The configuration that `sigma init --force` finds in its place. */
import { constants, copyFileSync, existsSync, readFileSync } from 'node:fs'
import { SigmaError } from '@sigma/engine'
import type { Config } from './config.ts'
import { readConfig } from './config-file.ts'
import type { Settings } from './config-text.ts'

export interface FormerConfig {
  /** Null: it cannot be read, or says what no configuration may. */
  readonly config: Config | null
  /** As they stand in the file; none of one that cannot be read. */
  readonly settings: Settings
  /** Keeps a copy of what cannot be read, under a name that is free. Null: nothing is to be kept. */
  readonly putAside: () => string | null
}

/** Null: there is none. */
export async function formerConfig(file: string): Promise<FormerConfig | null> {
  if (!existsSync(file)) return null
  try {
    const config = await readConfig(file)
    return { config, settings: JSON.parse(readFileSync(file, 'utf8')), putAside: () => null }
  } catch (error) {
    if (!(error instanceof SigmaError)) throw error
    return { config: null, settings: {}, putAside: () => copyBeside(file) }
  }
}

function copyBeside(file: string): string {
  for (let number = 1; ; number += 1) {
    const copy = number === 1 ? `${file}.old` : `${file}.old.${number}`
    if (existsSync(copy)) continue
    copyFileSync(file, copy, constants.COPYFILE_EXCL)
    return copy
  }
}
