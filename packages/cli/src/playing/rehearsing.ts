/**
 * `sigma gates` inside a turn: the agent asks the host, by the token of its turn, to try its workspace as it stands.
 * Such a token is worth something for that turn and in that workspace, and nothing before, after or elsewhere.
 */
import { realpathSync } from 'node:fs'
import { delimiter, dirname, sep } from 'node:path'
import { type Capabilities, type Handler, handler, type Rehearsals, SigmaError, type TurnRequest } from '@sigma/engine'
import type { Project } from '@sigma/protocol'
import { rehearsedElsewhere, turnOver } from '../errors.ts'
import { shellWord } from '../printable.ts'
import { checksVariable, commandVariable, rehearse, socketVariable, tokenVariable } from './rehearsal.ts'

export interface TurnRehearsals {
  /** What a turn gets to rehearse with, until it is over: what still runs then is ended. Null: it cannot. */
  open(request: Pick<TurnRequest, 'run' | 'attempt' | 'cwd'>): TurnRehearsal | null
  readonly operations: readonly Handler[]
}

export interface TurnRehearsal extends AsyncDisposable {
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
  readonly capabilities: Capabilities
  /** How a run's project is tested; null: there is no such run. */
  readonly projectOf: (run: string) => Project | null
  /** Where the host listens for turns; null: nowhere. */
  readonly socket: () => string | null
  /** A folder with programs that the turns of a run find on their PATH; null: they have none of their own. */
  readonly programsOf: (run: string) => string | null
  /** The user's PATH. */
  readonly path: string
}

export function turnRehearsals(spec: TurnRehearsalSpec): TurnRehearsals {
  const { rehearsals, program, capabilities, projectOf, socket, programsOf, path } = spec
  const turns = new Map<string, OpenTurn>()

  return {
    open: ({ run, attempt, cwd }) => {
      const [address, token] = [socket(), capabilities.token(run, attempt)]
      if (address === null || token === null) return null
      turns.set(attempt, { run, path: cwd })
      const programs = programsOf(run)
      const command = [...program, 'gates'].map(shellWord).join(' ')
      return {
        env: {
          [socketVariable]: address,
          [tokenVariable]: token,
          [commandVariable]: command,
          ...(programs !== null && { PATH: [programs, path].filter((each) => each !== '').join(delimiter) }),
          ...((projectOf(run)?.checks ?? []).length > 0 && { [checksVariable]: '1' }),
        },
        reads: [dirname(address), ...(programs === null ? [] : [programs])],
        [Symbol.asyncDispose]: async () => {
          turns.delete(attempt)
          await rehearsals.release(cwd)
        },
      }
    },
    operations: [
      handler(rehearse, async ({ token, cwd, scope, checks }, { gone }) => {
        const claims = capabilities.claims(token)
        const turn = claims === null ? undefined : turns.get(claims.attempt)
        if (claims === null || turn === undefined || turn.run !== claims.run) throw turnOver()
        if (!isWithin(turn.path, cwd)) throw rehearsedElsewhere()
        const project = projectOf(claims.run)
        if (project === null) throw turnOver()
        const spec = { path: turn.path, project, scope, checks }
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
