import type { Ask, Open } from '@sigma/protocol'
import { SigmaError } from '../errors.ts'
import { type Claims, mintToken, verifyToken } from '../identity/token.ts'
import { orFault } from '../store/database.ts'
import type { Store } from '../store/store.ts'

export type Capabilities = ReturnType<typeof capabilitiesOf>

/** Tokens of this host's asks: each is worth something while its attempt is open, and nothing before or after. */
export function capabilitiesOf(
  { secret, database }: Store,
  openAttempt: (run: string, attempt: string) => Open | null,
) {
  function askIn(run: string, attempt: string): Ask | null {
    const open = orFault(database, () => openAttempt(run, attempt))
    return open === null || open instanceof SigmaError || open.effect.kind !== 'ask' ? null : open.effect
  }

  /** Null: no such ask is open. */
  function token(run: string, attempt: string): string | null {
    const ask = askIn(run, attempt)
    return ask === null ? null : mintToken(secret, { run, attempt, role: ask.role, workspace: ask.workspace })
  }

  return {
    token,
    /** Null: forged, or of an ask that is closed. */
    claims: (given: string): Claims | null =>
      verifyToken(secret, given, (run, attempt) => askIn(run, attempt) !== null),
    /** Whose it is or was, be it worth anything or not; null: none of this project's hosts made it. */
    issued: (given: string): Claims | null => verifyToken(secret, given, () => true),
  }
}
