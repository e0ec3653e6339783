/**
 * `sigma gates` inside a turn: the agent asks the host, by the token of its turn, to try its workspace as it stands.
 * Such a token is worth something for that turn and in that workspace, and nothing before, after or elsewhere.
 */
import { realpathSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { type Agents, type Capabilities, type Handler, handler, type Rehearsals, SigmaError } from '@sigma/engine'
import type { Project } from '@sigma/protocol'
import { rehearsedElsewhere, turnOver } from '../errors.ts'
import { commandVariable, rehearse, socketVariable, tokenVariable } from './rehearsal.ts'

export interface TurnRehearsals {
  /** These agents, each told in its turn how to rehearse. What a turn has rehearsed with is ended before it returns. */
  agents(agents: Agents): Agents
  operations(): readonly Handler[]
}

/** What of a host it takes. */
export interface TurnHost {
  readonly capabilities: Capabilities
  /** How a run's project is tested; null: there is no such run. */
  readonly projectOf: (run: string) => Project | null
}

/** What a turn gets to rehearse with. */
interface Access {
  readonly env: Readonly<Record<string, string>>
  readonly reads: readonly string[]
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
  readonly host: () => TurnHost | null
  /** Where the host listens for turns; null: nowhere. */
  readonly socket: () => string | null
}

export function turnRehearsals({ rehearsals, program, host, socket }: TurnRehearsalSpec): TurnRehearsals {
  const turns = new Map<string, OpenTurn>()

  function accessFor(run: string, attempt: string): Access | null {
    const [address, token] = [socket(), host()?.capabilities.token(run, attempt) ?? null]
    if (address === null || token === null) return null
    const command = inShell([...program, 'gates'])
    const env = { [socketVariable]: address, [tokenVariable]: token, [commandVariable]: command }
    return { env, reads: [dirname(address)] }
  }

  return {
    agents: (agents) => ({
      ...agents,
      turn: async (request, signal) => {
        const { run, attempt, cwd } = request
        const access = accessFor(run, attempt)
        if (access === null) return await agents.turn(request, signal)
        turns.set(attempt, { run, path: cwd })
        try {
          const { env, reads } = access
          const shown = [...(request.reads ?? []), ...reads]
          return await agents.turn({ ...request, env: { ...request.env, ...env }, reads: shown }, signal)
        } finally {
          turns.delete(attempt)
          await rehearsals.release(cwd)
        }
      },
    }),
    operations: () => [
      handler(rehearse, async ({ token, cwd, scope }, { gone }) => {
        const claims = host()?.capabilities.claims(token) ?? null
        const turn = claims === null ? undefined : turns.get(claims.attempt)
        if (claims === null || turn === undefined || turn.run !== claims.run) throw turnOver()
        if (!isWithin(turn.path, cwd)) throw rehearsedElsewhere()
        const project = host()?.projectOf(claims.run) ?? null
        if (project === null) throw turnOver()
        const spec = { path: turn.path, project, scope }
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
