/** Drives Claude Code by its own protocol of JSON lines, over its standard input and output. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Living, LivingProcesses, ProcessResult } from '@sigma/engine'
import type { JsonObject } from '@sigma/protocol'
import type { Environment } from '../../environment.ts'
import { environmentFor, opensFor } from '../acp/preparation.ts'
import { claudeTools, claudeWebTools, claude as profile } from '../acp/profiles/claude.ts'
import {
  type Adapter,
  type AgentCapabilities,
  type AgentEvent,
  type AgentSession,
  cancelMs,
  closeMs,
  graceMs,
  maxPrintedBytes,
  maxUnreadBytes,
  type Start,
  type StartFailure,
  type StartSpec,
} from '../adapter.ts'
import type { ClaudeAgent } from '../config.ts'
import { tellingLine } from '../heard.ts'
import { shortened } from '../shortened.ts'
import { type Connection, connect } from './connection.ts'
import { uselessTools } from './tools.ts'

export function claudeAdapter(config: ClaudeAgent, { processes, environment }: ClaudeWorld): Adapter {
  const tools = config.web === true ? [...ownTools, ...claudeWebTools] : ownTools
  return {
    command: ['claude'],
    env: { ...environmentFor(profile, config, environment), ...quiet },
    opens: opensFor(profile, config, environment),
    start: async (spec, signal) => {
      const first = await open(processes, spec, tools, spec.resume, signal)
      // A session that is not known here any more ends the program: its work was put back anyway.
      const isLost = first.kind === 'failed' && first.failure.cause === 'crash' && spec.resume !== null
      return isLost && !signal.aborted ? open(processes, spec, tools, null, signal) : first
    },
  }
}

export interface ClaudeWorld {
  readonly processes: LivingProcesses
  /** The user's. */
  readonly environment: Environment
}

/** A turn ends with its answer: what goes on behind it would be ended, and what it learns is not for other runs. */
const quiet: Readonly<Record<string, string>> = {
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
}

export const capabilities: AgentCapabilities = {
  resume: 'resume',
  softDeny: true,
  systemPrompt: true,
  usage: 'turn',
  mcp: true,
}

async function open(
  processes: LivingProcesses,
  spec: StartSpec,
  tools: readonly string[],
  resume: string | null,
  signal: AbortSignal,
): Promise<Start> {
  const id = resume ?? crypto.randomUUID()
  const { command, cwd, env, confined, onStarted, onRefused } = spec
  const living = processes.open({
    command: [...command, ...flags(spec, tools, id, resume !== null)],
    ...{ cwd, env, confined, onStarted, onRefused, graceMs, maxUnreadBytes },
    maxOutputBytes: maxPrintedBytes,
    channel: 'stdio',
  })
  const connection = connect(living, spec.permission, resume === null ? 'new' : 'resumed')
  const hooks = { PreToolUse: [{ matcher: '', hookCallbackIds: ['sigma'] }] }
  const ready = connection.control({ subtype: 'initialize', hooks })
  // Said here and not among its arguments, which everybody on the machine may read. Without them it answers by its text.
  const served =
    spec.servers.length === 0 ? null : connection.control({ subtype: 'mcp_set_servers', servers: serversOf(spec) })
  const aborted = Promise.withResolvers<string>()
  const abort = (): void => aborted.resolve('aborted')
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  const fault = await Promise.race([ready, aborted.promise])
  if (fault === null) await Promise.race([served, aborted.promise])
  signal.removeEventListener('abort', abort)
  if (fault === null) return { kind: 'started', session: sessionOf(living, connection, id, resume !== null) }
  return { kind: 'failed', failure: startFailure(await living.end(), command[0] ?? '', signal.aborted) }
}

const serversOf = ({ servers }: StartSpec): JsonObject =>
  Object.fromEntries(servers.map(({ name, url, headers }) => [name, { type: 'http', url, headers }]))

/** Beside the common ones those that begin another agent in the same program, with the same tools. */
const ownTools: readonly string[] = [...claudeTools, 'Agent']

function flags(
  { model, systemPrompt }: StartSpec,
  tools: readonly string[],
  id: string,
  resumes: boolean,
): readonly string[] {
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
    ...(systemPrompt === '' ? [] : ['--append-system-prompt', systemPrompt]),
    ...(resumes ? ['--resume', id] : ['--session-id', id]),
  ]
}

function sessionOf(living: Living, connection: Connection, id: string, resumed: boolean): AgentSession {
  let [isPlaying, isCancelled] = [false, false]
  let ended = Promise.withResolvers<void>()
  let closing: Promise<ProcessResult> | null = null
  const close = (): Promise<ProcessResult> => {
    closing ??= living.close(isCancelled ? closeMs.cancelled : closeMs.ended)
    return closing
  }
  return {
    id,
    resumed,
    capabilities,
    async *send(prompt): AsyncIterable<AgentEvent> {
      isPlaying = true
      ended = Promise.withResolvers()
      connection.say(prompt)
      for (;;) {
        const next = await connection.next()
        const event: AgentEvent =
          next.kind === 'over' ? { kind: 'end', end: { reason: 'over', result: next.result } } : next
        if (event.kind === 'end') {
          isPlaying = false
          ended.resolve()
        }
        yield event
        if (event.kind === 'end') return
      }
    },
    cancel: async () => {
      isCancelled = true
      if (!isPlaying) return
      void connection.control({ subtype: 'interrupt' })
      await Promise.race([ended.promise, delay(cancelMs, undefined, { ref: false })])
      if (isPlaying) await living.end()
    },
    close,
    [Symbol.asyncDispose]: async () => {
      await close()
    },
  }
}

function startFailure(result: ProcessResult, program: string, isAborted: boolean): StartFailure {
  const output = [result.stderr, result.stdout].filter((text) => text.trim() !== '').join('\n')
  const failed = (cause: StartFailure['cause'], rule: string, message: string, remedy: string): StartFailure => ({
    cause,
    findings: [{ rule, message, remedy }],
    output,
  })
  if (result.end === 'unstartable')
    return failed(
      'unavailable',
      'agent-unstartable',
      result.reason ?? `${program} could not be started.`,
      'sigma doctor',
    )
  if (isAborted)
    return failed('interrupted', 'agent-interrupted', `${program} was ended while it started.`, 'sigma resume')
  const how = result.signal === null ? `with exit code ${result.exit}` : `by ${result.signal}`
  const words = shortened(tellingLine(output), 300)
  return failed('crash', 'agent-crash', `${program} ended ${how} before it could be asked: ${words}`, 'sigma doctor')
}
