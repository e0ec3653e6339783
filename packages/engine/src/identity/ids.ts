import { randomBytes } from 'node:crypto'
import type { Ids } from '../ports/ports.ts'

export const systemIds: Ids = { nonce: () => nonceOf(randomBytes(16).toString('hex')) }

/** 128 bits, given in hexadecimal. */
export function nonceOf(hex: string): string {
  return BigInt(`0x${hex}`).toString(36).padStart(25, '0')
}
