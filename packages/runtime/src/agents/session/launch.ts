import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { SigmaError, type TurnRequest } from '@sigma/engine'
import type { Adapter, McpServer, Opens, Permission, PermissionRequest, StartSpec } from '../adapter.ts'
import { environmentOf, resolveCommand } from '../command.ts'
import type { SessionAgent } from '../config.ts'
import { confinedTurn } from '../confinement.ts'
import { openedPath } from '../opened.ts'
import { permissionsOf, waysOut } from '../permission.ts'
import { roleGlobs, scopeOf } from '../scope.ts'
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
  const { cwd, role, run, reads = [], hosts = [], session } = request
  const command = resolveCommand(config.command ?? adapter.command, root)
  const env = { ...own, ...request.env, GIT_CEILING_DIRECTORIES: dirname(cwd) }
  const confined =
    confining === undefined
      ? { env }
      : await confinedTurn(confining, withOpens(config, adapter.opens), {
          ...{ agent, role, run, cwd, reads, hosts, command, env, environment, root },
          ...(config.workspace === 'whole' ? {} : { only: roleGlobs(request) }),
        })
  const isConfined = confining?.holds === true
  const { HOME = '' } = own
  // In the sandbox its home and its temporary folder are its own, and nobody else's.
  const free = [tmpdir(), '/tmp', ...(isConfined && HOME !== '' ? [HOME] : [])]
  const opened = (config.writes ?? []).map((path) => openedPath(path, environment, root))
  return {
    spec: { command, cwd, model: config.model ?? null, servers: serversOf(request), resume: session, ...confined },
    permission: permissionsOf({
      cwd,
      ...scopeOf(request),
      denial: request.denial,
      guarded: confining?.guardedOf(run) ?? [],
      free: [...free, ...opened],
      ways: waysOut(request.codes, world.promptsOf?.(run).source ?? null),
      web: config.web === true,
    }),
  }
}

function withOpens(config: SessionAgent, opens: Opens | undefined): SessionAgent {
  if (opens === undefined) return config
  const { reads = [], writes = [], hosts = [] } = config
  return {
    ...config,
    reads: [...opens.reads, ...reads],
    writes: [...opens.writes, ...writes],
    hosts: [...opens.hosts, ...hosts],
  }
}

const serversOf = ({ report }: TurnRequest): readonly McpServer[] =>
  report === undefined ? [] : [{ name: 'sigma', url: report.url, headers: { Authorization: `Bearer ${report.token}` } }]
