import type * as Crypto from 'node:crypto'
import { createRequire } from 'node:module'

const require: (name: string) => typeof Crypto = createRequire(import.meta.url)
let loaded: typeof Crypto | null = null

/** Loaded when it is first needed: commands that only read what was recorded would wait for it at every start. */
export function nodeCrypto(): typeof Crypto {
  loaded ??= require('node:crypto')
  return loaded
}
