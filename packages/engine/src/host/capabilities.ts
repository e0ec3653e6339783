import type { Ask } from '@sigma/protocol'
import { SigmaError } from '../errors.ts'
import { type Claims, mintToken, verifyToken } from '../identity/token.ts'
import type { Store } from '../store/store.ts'
import type { Ledger } from './ledger.ts'

/** Tokens of this host's asks: each is worth something while its attempt is open, and nothing before or after. */
export interface Capabilities {
  /** Null: no such ask is open. */
  token(run: string, attempt: string): string | null
  /** Null: forged, or of an ask that is closed. */
  claims(token: string): Claims | null
  /** Whose it is or was, be it worth anything or not; null: none of this project's hosts made it. */
  issued(token: string): Claims | null
}

export function capabilitiesOf({ secret, database }: Store, fold: Ledger['fold']): Capabilities {
  function openAsk(run: string, attempt: string): Ask | null {
    try {
      const open = Object.values(fold(run).kernel?.open ?? {})
      const found = open.find((candidate) => candidate.attempt === attempt)?.effect
      return found?.kind === 'ask' ? found : null
    } catch (error) {
      if (error instanceof SigmaError && database.failure() === null) return null
      throw error
    }
  }

  return {
    token: (run, attempt) => {
      const ask = openAsk(run, attempt)
      return ask === null ? null : mintToken(secret, { run, attempt, role: ask.role, workspace: ask.workspace })
    },
    claims: (token) => verifyToken(secret, token, (run, attempt) => openAsk(run, attempt) !== null),
    issued: (token) => verifyToken(secret, token, () => true),
  }
}
