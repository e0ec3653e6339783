/**
 * `sigma gates` inside a turn: the agent asks the host, by the token of its turn, to try its workspace as it stands.
 * Such a token is worth something for that turn and in that workspace, and nothing before, after or elsewhere.
 */
import { realpathSync } from 'node:fs'
import { sep } from 'node:path'
import {
  type Agents,
  type Handler,
  type Host,
  handler,
  type Operation,
  type Rehearsal,
  type Rehearsals,
  SigmaError,
} from '@sigma/engine'
import { findingSchema, tddInputSchema } from '@sigma/protocol'
import { z } from 'zod'
import { rehearsedElsewhere, turnOver } from './errors.ts'

/** In an agent's environment: where its host listens, who it is, and what to run. */
export const socketVariable = 'SIGMA_SOCKET'
export const tokenVariable = 'SIGMA_TOKEN'
const commandVariable = 'SIGMA_GATES'

export interface RehearsalAsked {
  readonly token: string
  /** Where the agent stands; the top of its workspace or below. */
  readonly cwd: string
  readonly scope: 'related' | 'all'
}

const count = z.int().nonnegative()
const failure = z.object({ what: z.string(), message: z.string(), place: z.string().nullable() })

export const rehearse: Operation<RehearsalAsked, Rehearsal> = {
  name: 'rehearse',
  asked: z.strictObject({
    token: z.string().max(4_000),
    cwd: z.string().max(4_096),
    scope: z.enum(['related', 'all']),
  }),
  answer: z.object({
    outcome: z.enum(['passed', 'failed', 'unknown']),
    passed: count,
    failed: count,
    skipped: count,
    tests: z.record(z.string(), z.enum(['passed', 'failed', 'skipped', 'todo'])),
    failures: z.array(failure),
    problem: findingSchema.nullable(),
    ran: z.array(z.string()),
    kept: count,
    how: z.enum(['warm', 'cold']),
    durationMs: z.number(),
  }),
}

export interface TurnRehearsals {
  /** These agents, each told in its turn how to rehearse. What a turn has rehearsed with is ended before it returns. */
  agents(agents: Agents): Agents
  operations(host: Host): readonly Handler[]
}

interface OpenTurn {
  readonly run: string
  readonly path: string
}

export interface TurnRehearsalSpec {
  readonly rehearsals: Rehearsals
  /** How sigma is started, as a program and its arguments. */
  readonly program: readonly string[]
  /** Null while there is none: nothing is offered then. */
  readonly host: () => Host | null
  /** Where the host listens; null: nowhere. */
  readonly socket: () => string | null
}

export function turnRehearsals({ rehearsals, program, host, socket }: TurnRehearsalSpec): TurnRehearsals {
  const turns = new Map<string, OpenTurn>()

  function accessFor(run: string, attempt: string): Readonly<Record<string, string>> | null {
    const [address, token] = [socket(), host()?.capabilities.token(run, attempt) ?? null]
    if (address === null || token === null) return null
    return { [socketVariable]: address, [tokenVariable]: token, [commandVariable]: inShell([...program, 'gates']) }
  }

  return {
    agents: (agents) => ({
      turn: async (request, signal) => {
        const { run, attempt, cwd } = request
        const access = accessFor(run, attempt)
        if (access === null) return await agents.turn(request, signal)
        turns.set(attempt, { run, path: cwd })
        try {
          return await agents.turn({ ...request, env: { ...request.env, ...access } }, signal)
        } finally {
          turns.delete(attempt)
          await rehearsals.release(cwd)
        }
      },
    }),
    operations: ({ capabilities, reader }) => [
      handler(rehearse, async ({ token, cwd, scope }, { gone }) => {
        const claims = capabilities.claims(token)
        const turn = claims === null ? undefined : turns.get(claims.attempt)
        if (claims === null || turn === undefined || turn.run !== claims.run) throw turnOver()
        if (!isWithin(turn.path, cwd)) throw rehearsedElsewhere()
        const input = tddInputSchema.safeParse(reader.run(claims.run)?.input)
        if (!input.success) throw turnOver()
        const spec = { path: turn.path, project: input.data.project, scope }
        try {
          // In the same breath as the turn was found open, so that its end waits for this.
          return await rehearsals.rehearse(spec, gone)
        } catch (error) {
          if (error instanceof SigmaError || turns.has(claims.attempt)) throw error
          throw turnOver()
        }
      }),
    ],
  }
}

function isWithin(folder: string, path: string): boolean {
  try {
    return `${realpathSync(path)}${sep}`.startsWith(`${realpathSync(folder)}${sep}`)
  } catch {
    return false
  }
}

/** For a shell, whatever is on its PATH. */
const inShell = (words: readonly string[]): string =>
  words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')
