/** The memory over HTTP on loopback, for clients that start no program: whoever has the token is let in, and no page is that was not named. */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { admit, type Refusal, refused } from '../admission.ts'
import { type Loopback, openLoopback } from '../loopback.ts'
import { answerWith } from '../tool-server.ts'
import { type MemorySpec, memoryServer } from './memory-server.ts'

export interface MemoryHttpSpec extends MemorySpec {
  /** Asked for each request: whoever replaces it shuts out whoever has the former one. */
  readonly token: () => string
  /** Absent: one that the system chooses. */
  readonly port: number | undefined
  /** Of pages that are let in. */
  readonly origins: readonly string[]
  readonly refused: (refusal: Refusal) => void
}

/** Fails when the port is taken. */
export const openMemoryHttp = async (spec: MemoryHttpSpec): Promise<Loopback> =>
  await openLoopback({
    origins: spec.origins,
    ...{ port: spec.port, connections: 256, bodyBytes: 32 * 1024 * 1024 },
    admit: (incoming, port) => {
      const token = admit(incoming, port, spec.origins)
      if (typeof token !== 'string') return token
      return isSame(token, tokenNow(spec)) ? null : wrong
    },
    refused: spec.refused,
    answer: (request, body) => answerWith(() => memoryServer(spec), request, body),
  })

/** Nobody has one that cannot be read. */
function tokenNow({ token }: Pick<MemoryHttpSpec, 'token'>): string {
  try {
    return token()
  } catch {
    return randomUUID()
  }
}

const wrong = refused(401, 'wrong-token', 'This token is none of this memory.')

const digest = (text: string): Uint8Array => createHash('sha256').update(text).digest()
const isSame = (given: string, wanted: string): boolean => timingSafeEqual(digest(given), digest(wanted))
