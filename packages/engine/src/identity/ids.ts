import { randomBytes } from 'node:crypto'
import type { Ids } from '../ports/ports.ts'

export const systemIds: Ids = {
  nonce: () =>
    BigInt(`0x${randomBytes(16).toString('hex')}`)
      .toString(36)
      .padStart(25, '0'),
}
