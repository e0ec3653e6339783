import type * as Crypto from 'node:crypto'

/** Loaded when it is first needed: commands that only read what was recorded would wait for it at every start. */
export const nodeCrypto = (): typeof Crypto => process.getBuiltinModule('node:crypto')
