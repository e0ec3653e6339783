import type * as Crypto from 'node:crypto'

/** Loaded when it is first needed: commands that only read what was recorded would wait for it at every start. */
export function nodeCrypto(): typeof Crypto {
  loaded ??= process.getBuiltinModule('node:crypto')
  return loaded
}

let loaded: typeof Crypto | null = null
