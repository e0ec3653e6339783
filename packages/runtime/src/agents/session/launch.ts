import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { SigmaError, type TurnRequest } from '@sigma/engine'
import { z } from 'zod'
import type { Adapter, McpServer, Permission, PermissionRequest, StartSpec } from '../adapter.ts'
import { environmentOf, resolveCommand } from '../command.ts'
import type { SessionAgent } from '../config.ts'
import { confinedTurn } from '../confinement.ts'
import { openedPath } from '../opened.ts'
import { permissionsOf } from '../permission.ts'
import type { Turn } from '../turn.ts'

export interface Launch {
  readonly spec: Pick<StartSpec, 'command' | 'cwd' | 'env' | 'confined' | 'model' | 'servers' | 'resume'>
  readonly permission: (request: PermissionRequest) => Permission
}

/** What is started for this turn, and what it may do. */
export async function launchOf(turn: Turn, config: SessionAgent, adapter: Adapter): Promise<Launch | SigmaError> {
  const { agent, request, world } = turn
  const { environment, root, confining } = world
  const own = environmentOf(agent, { ...config, env: { ...adapter.env, ...config.env } }, environment)
  if (own instanceof SigmaError) return own
  const { cwd, run, reads = [], hosts = [], session } = request
  const command = resolveCommand(config.command ?? adapter.command, root)
  const env = { ...own, ...request.env, GIT_CEILING_DIRECTORIES: dirname(cwd) }
  const confined =
    confining === undefined
      ? { env }
      : await confinedTurn(confining, config, {
          ...{ agent, run, cwd, reads, command, env, environment, root },
          hosts: [...hosts, ...reportHosts(request)],
        })
  const isConfined = confining?.holds === true
  const { HOME } = own
  // In the sandbox its home and its temporary folder are its own, and nobody else's.
  const free = [tmpdir(), '/tmp', ...(isConfined && HOME !== undefined ? [HOME] : [])]
  const opened = (config.writes ?? []).map((path) => openedPath(path, environment, root))
  return {
    spec: { command, cwd, model: config.model ?? null, servers: serversOf(request), resume: session, ...confined },
    permission: permissionsOf({
      cwd,
      ...scopeOf(request),
      guarded: confining?.guardedOf(run) ?? [],
      free: [...free, ...opened],
      codes: request.codes,
    }),
  }
}

const serversOf = ({ report }: TurnRequest): readonly McpServer[] =>
  report === undefined ? [] : [{ name: 'sigma', url: report.url, headers: { Authorization: `Bearer ${report.token}` } }]

const reportHosts = ({ report }: TurnRequest): readonly string[] =>
  report === undefined ? [] : [new URL(report.url).host]

/** The Handoff was checked before: what is missing of it here is none of the role's. */
const scopeSchema = z.object({
  context: z.object({ designPath: z.string().optional(), planPath: z.string().optional() }).catch({}),
  metadata: z.object({ writable: z.array(z.string()).catch([]) }).catch({ writable: [] }),
})

function scopeOf({ handoff }: TurnRequest): {
  readonly writable: readonly string[]
  readonly documents: readonly string[]
} {
  const { context, metadata } = scopeSchema.parse(handoff)
  const { designPath, planPath } = context
  return { writable: metadata.writable, documents: [designPath, planPath].filter((path) => path !== undefined) }
}
