/** Drives Claude Code by its own protocol of JSON lines, over its standard input and output. */
import type { LivingProcesses } from '@sigma/engine'
import type { JsonObject } from '@sigma/protocol'
import { type Stumble, startFailure } from '../acp/failures.ts'
import {
  claudeCapabilities as capabilities,
  claudeItself,
  claudeTools,
  claudeWebTools,
} from '../acp/profiles/claude.ts'
import type { Adapter, Start, StartSpec } from '../adapter.ts'
import type { ClaudeAgent } from '../config.ts'
import { openProgram } from '../program.ts'
import { createPrompts } from '../prompts.ts'
import { connect } from './connection.ts'
import { uselessTools } from './tools.ts'

export function claudeAdapter(config: ClaudeAgent, processes: LivingProcesses): Adapter {
  const tools = config.web === true ? [...claudeTools, ...claudeWebTools] : claudeTools
  return {
    start: async (spec, signal) => {
      const first = await open(processes, spec, tools, signal)
      // An unknown session ends the program; a new one does, since the workspace was put back anyway.
      const isLost = first.kind === 'failed' && first.failure.cause === 'crash' && spec.resume !== null
      return isLost && !signal.aborted ? open(processes, { ...spec, resume: null }, tools, signal) : first
    },
  }
}

async function open(
  processes: LivingProcesses,
  spec: StartSpec,
  tools: readonly string[],
  signal: AbortSignal,
): Promise<Start> {
  const { command, env, resume, permission, servers, systemPrompt } = spec
  const id = resume ?? crypto.randomUUID()
  const resumed = resume !== null
  const living = openProgram(processes, spec, { command: [...command, ...flags(spec, tools, id)], env })
  const prompts = createPrompts()
  const connection = connect(living, permission, resumed ? 'resumed' : 'new', prompts)
  const hooks = { PreToolUse: [{ matcher: '', hookCallbackIds: ['sigma'] }] }
  const told = systemPrompt === '' ? {} : { appendSystemPrompt: systemPrompt }
  // Told by messages: everybody on the machine may read arguments, which are short besides.
  const ready = connection.control({ subtype: 'initialize', hooks, ...told })
  // Without the servers the agent answers by its text.
  const served =
    servers.length === 0 ? null : connection.control({ subtype: 'mcp_set_servers', servers: named(servers) })
  const abort = (): void => void living.end()
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  const fault = await ready
  if (fault === null) await served
  signal.removeEventListener('abort', abort)
  if (fault === null && !signal.aborted)
    return {
      kind: 'started',
      session: prompts.open({
        ...{ id, resumed, capabilities, living, endsMs: claudeItself.endsMs },
        prompt: connection.say,
        interrupt: () => void connection.control({ subtype: 'interrupt' }),
      }),
    }
  const result = await living.end()
  const stumble: Stumble = signal.aborted ? { kind: 'stopped' } : { kind: 'over', step: 'initialize', result }
  return { kind: 'failed', failure: startFailure(claudeItself, command, stumble, result) }
}

const named = (servers: StartSpec['servers']): JsonObject =>
  Object.fromEntries(servers.map(({ name, url, headers }) => [name, { type: 'http', url, headers }]))

function flags({ model, resume }: StartSpec, tools: readonly string[], id: string): readonly string[] {
  const denied = [...uselessTools, ...claudeWebTools.filter((name) => !tools.includes(name))]
  return [
    '-p',
    ...['--input-format', 'stream-json', '--output-format', 'stream-json'],
    ...['--verbose', '--include-partial-messages'],
    ...['--permission-prompt-tool', 'stdio', '--permission-mode', 'default'],
    // Neither the user's settings nor those that lie in a repository.
    ...['--setting-sources', '', '--strict-mcp-config'],
    ...['--tools', tools.join(',')],
    ...['--disallowedTools', denied.join(',')],
    ...(model === null ? [] : ['--model', model]),
    ...(resume === null ? ['--session-id', id] : ['--resume', id]),
  ]
}
