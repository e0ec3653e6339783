import { tmpdir } from 'node:os'
import type { TurnRequest } from '@sigma/engine'
import { turnPrompt } from '../../prompts/prompt.ts'
import { environmentFor, opensFor } from '../acp/preparation.ts'
import { profileOf } from '../acp/profiles.ts'
import type { McpServer, StartSpec } from '../adapter.ts'
import type { SessionAgent } from '../config.ts'
import { openedPath } from '../opened.ts'
import { permissionsOf, waysOut } from '../permission.ts'
import { roleGlobs, scopeOf } from '../scope.ts'
import { startOf } from '../starting.ts'
import type { AgentTurn } from '../turn.ts'

export interface Launch {
  readonly spec: Omit<StartSpec, 'permission' | 'onStarted' | 'onRefused'>
  readonly permission: StartSpec['permission']
  /** Configured addresses of the model, as `host:port`. */
  readonly addresses: readonly string[]
}

/** What is started for this turn, and what it may do. Fails with a `SigmaError` for what people can mend. */
export async function launchOf(turn: AgentTurn, config: SessionAgent): Promise<Launch> {
  const { request, world } = turn
  const { confining, environment } = world
  const { system } = turnPrompt(request, world.promptsOf, { resumed: false })
  const opens = opensFor(config, environment)
  const { reads = [], writes = [], hosts = [], command = profileOf(config).command, model = null } = config
  const started = await startOf(
    turn,
    {
      ...{ command, env: { ...environmentFor(config, environment), ...config.env } },
      reads: [...opens.reads, ...reads],
      writes: [...opens.writes, ...writes],
      hosts: [...opens.hosts, ...hosts],
    },
    config.workspace === 'whole' ? undefined : roleGlobs(request),
  )
  const { HOME = '' } = started.env
  // In the sandbox its home and its temporary folder are its own, and nobody else's.
  const free = [tmpdir(), '/tmp', ...(confining?.holds === true && HOME !== '' ? [HOME] : [])]
  return {
    addresses: opens.hosts,
    spec: {
      ...{ ...started, cwd: request.cwd, model, systemPrompt: system },
      ...{ servers: serversOf(request), resume: request.session },
    },
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
