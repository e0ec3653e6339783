/**
 * Sessions that go on from turn to turn. A conversation belongs to one run, one session of the protocol (a cycle), one
 * workspace, one role and one agent, and nobody else is told of it.
 *
 * 1. A session is taken out before it is used, and put back when the work of the turn was taken in: one that failed, was
 *    refused, or was ended with Sigma is never gone on with.
 * 2. A turn that is told of a refusal begins anew: whoever talked itself into something would go on with it.
 * 3. Records lie beside the run's workspaces, where no agent in a sandbox writes, and go with them.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { TurnRequest } from '@sigma/engine'
import { z } from 'zod'

const recordSchema = z.object({ conversation: z.string(), agent: z.string(), session: z.string().max(200) })

export interface Conversation {
  /** The session to go on with; null: there is none. From now on there is none for others. */
  take(): string | null
  /** The next turn may go on with this one. */
  put(session: string): void
}

/** Null: turns that stand there share nothing. */
export function conversationOf(
  { run, at, role, cwd, handoff }: Pick<TurnRequest, 'run' | 'at' | 'role' | 'cwd' | 'handoff'>,
  agent: string,
): Conversation | null {
  if (at.session === undefined) return null
  const conversation = JSON.stringify([run, at.session, role])
  // No workspace can have this name.
  const file = join(dirname(cwd), '.sessions', `${basename(cwd)}-${encodeURIComponent(role)}.json`)
  return {
    take: () => {
      const record = read(file)
      rmSync(file, { force: true })
      const isOwn = record?.conversation === conversation && record.agent === agent
      return isOwn && handoff.metadata.refused.length === 0 ? record.session : null
    },
    put: (session) => {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.new`, JSON.stringify({ conversation, agent, session }))
      renameSync(`${file}.new`, file)
    },
  }
}

function read(file: string): z.infer<typeof recordSchema> | null {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
