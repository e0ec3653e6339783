import { tmpdir } from 'node:os'
import { SigmaError, type TurnRequest } from '@sigma/engine'
import type { Adapter, McpServer, StartSpec } from '../adapter.ts'
import type { SessionAgent } from '../config.ts'
import { openedPath } from '../opened.ts'
import { permissionsOf, waysOut } from '../permission.ts'
import { roleGlobs, scopeOf } from '../scope.ts'
import { startOf } from '../starting.ts'
import type { AgentTurn } from '../turn.ts'

export interface Launch {
  readonly spec: Pick<StartSpec, 'command' | 'cwd' | 'env' | 'confined' | 'model' | 'servers' | 'resume'>
  readonly permission: StartSpec['permission']
}

/** What is started for this turn, and what it may do. */
export async function launchOf(turn: AgentTurn, config: SessionAgent, adapter: Adapter): Promise<Launch | SigmaError> {
  const { request, world } = turn
  const { confining } = world
  const { opens } = adapter
  const { reads = [], writes = [], hosts = [], command = adapter.command, model = null } = config
  const started = await startOf(
    turn,
    {
      ...{ command, env: { ...adapter.env, ...config.env } },
      reads: [...opens.reads, ...reads],
      writes: [...opens.writes, ...writes],
      hosts: [...opens.hosts, ...hosts],
    },
    config.workspace === 'whole' ? undefined : roleGlobs(request),
  )
  if (started instanceof SigmaError) return started
  const { HOME = '' } = started.env
  // In the sandbox its home and its temporary folder are its own, and nobody else's.
  const free = [tmpdir(), '/tmp', ...(confining?.holds === true && HOME !== '' ? [HOME] : [])]
  return {
    spec: { ...started, cwd: request.cwd, model, servers: serversOf(request), resume: request.session },
    permission: permissionsOf({
      cwd: request.cwd,
      ...scopeOf(request),
      denial: request.denial,
      guarded: confining?.guardedOf(request.run) ?? [],
      free: [...free, ...writes.map((path) => openedPath(path, world))],
      ways: waysOut(request.codes, world.promptsOf?.(request.run).source ?? null),
      web: config.web === true,
    }),
  }
}

const serversOf = ({ report }: TurnRequest): readonly McpServer[] =>
  report === undefined ? [] : [{ name: 'sigma', url: report.url, headers: { Authorization: `Bearer ${report.token}` } }]
