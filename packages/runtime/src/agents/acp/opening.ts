/** From a program that was just started to a session that is open in it. */
import type { Json, JsonObject } from '@sigma/protocol'
import type { ZodType } from 'zod'
import type { AgentCapabilities, McpServer, StartSpec } from '../adapter.ts'
import type { Connection } from './connection.ts'
import { isLoginNeeded, type Stumble } from './failures.ts'
import { type Initialized, initializedSchema, type Opened, openedSchema } from './messages.ts'
import type { Profile, Situation } from './profile.ts'
import type { Opening } from './session.ts'
import { troubleCapability } from './updates.ts'

export type SessionStart =
  | { readonly kind: 'opened'; readonly session: Omit<Opening, 'connection' | 'living'> }
  | { readonly kind: 'stumbled'; readonly stumble: Stumble }

type Wanted = Pick<StartSpec, 'cwd' | 'model' | 'systemPrompt' | 'servers' | 'resume'>

/** For each answer: a busy machine starts a program of hundreds of megabytes in several seconds. */
const stepMs = 30_000
const version = 1

/** Thrown within this file alone. */
class Stumbled extends Error {
  readonly stumble: Stumble
  constructor(stumble: Stumble) {
    super(stumble.kind)
    this.stumble = stumble
  }
}

export async function openSession(
  connection: Connection,
  profile: Profile,
  situation: Situation,
  wanted: Wanted,
): Promise<SessionStart> {
  try {
    return { kind: 'opened', session: await open(connection, profile, situation, wanted) }
  } catch (error) {
    if (error instanceof Stumbled) return { kind: 'stumbled', stumble: error.stumble }
    throw error
  }
}

async function open(
  connection: Connection,
  profile: Profile,
  situation: Situation,
  wanted: Wanted,
): Promise<Omit<Opening, 'connection' | 'living'>> {
  const initialized = read(initializedSchema, await ask(connection, 'initialize', introduction))
  if (initialized.protocolVersion !== version)
    throw new Stumbled({ kind: 'protocol', version: initialized.protocolVersion })
  const capabilities = capabilitiesOf(initialized, profile)
  const { opened, id, resumed } = await enter(connection, profile, situation, wanted, initialized, capabilities)
  await chooseMode(connection, id, opened, profile.mode(situation))
  // A profile has its own way to say which model.
  const hasWay = profile.variables.model !== null || profile.config !== undefined
  const model = hasWay ? null : wanted.model
  if (model !== null) await chooseModel(connection, id, opened, model)
  return { id, resumed, capabilities, model: model ?? modelOf(opened) ?? wanted.model }
}

const introduction: JsonObject = {
  protocolVersion: version,
  // It reads and writes its files itself, in its sandbox: what is done for it is done outside of that.
  clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false, _meta: troubleCapability },
  clientInfo: { name: 'sigma', title: 'Sigma', version: '0.1.0' },
}

function capabilitiesOf({ agentCapabilities }: Initialized, { corrects, meta }: Profile): AgentCapabilities {
  const { loadSession, mcpCapabilities, sessionCapabilities } = agentCapabilities
  return {
    resume: sessionCapabilities.resume ? 'resume' : loadSession ? 'load' : 'none',
    // The protocol has no word for a reason: what is refused is told in the next prompt.
    softDeny: false,
    systemPrompt: meta !== undefined,
    usage: 'none',
    mcp: mcpCapabilities.http,
    ...corrects,
  }
}

interface Entered {
  readonly opened: Opened
  readonly id: string
  readonly resumed: boolean
}

/** Goes on in the session that is wanted, by what it offers; else in a new one. */
async function enter(
  connection: Connection,
  profile: Profile,
  situation: Situation,
  wanted: Wanted,
  { agentCapabilities, authMethods }: Initialized,
  capabilities: AgentCapabilities,
): Promise<Entered> {
  const { cwd, resume, systemPrompt, servers } = wanted
  const meta = profile.meta === undefined ? {} : { _meta: profile.meta(systemPrompt) }
  const params = { cwd, mcpServers: capabilities.mcp ? servers.map(serverOf) : [], ...meta }
  const ways = [
    ...(capabilities.resume === 'resume' ? ['session/resume'] : []),
    ...(capabilities.resume !== 'none' && agentCapabilities.loadSession ? ['session/load'] : []),
  ]
  for (const way of resume === null ? [] : ways) {
    const reply = await connection.request(way, { ...params, sessionId: resume }, stepMs)
    if (reply.kind === 'result')
      return { opened: read(openedSchema, reply.result ?? {}), id: resume ?? '', resumed: true }
    if (reply.kind !== 'error') throw stumbledOn(way, reply)
  }
  let reply = await connection.request('session/new', params, stepMs)
  const methodId = profile.authentication(situation)
  if (reply.kind === 'error' && isLoginNeeded(reply.error) && authMethods.some(({ id }) => id === methodId)) {
    await ask(connection, 'authenticate', { methodId })
    reply = await connection.request('session/new', params, stepMs)
  }
  if (reply.kind !== 'result') throw stumbledOn('session/new', reply)
  const opened = read(openedSchema, reply.result)
  if (opened.sessionId === undefined) throw new Stumbled({ kind: 'protocol', version: null })
  return { opened, id: opened.sessionId, resumed: false }
}

const serverOf = ({ name, url, headers }: McpServer): JsonObject => ({
  type: 'http',
  name,
  url,
  headers: Object.entries(headers).map(([header, value]) => ({ name: header, value })),
})

/** What it does not offer is not asked for: the sandbox holds without. */
async function chooseMode(connection: Connection, id: string, opened: Opened, mode: string | null): Promise<void> {
  if (mode === null || mode === opened.currentMode || !opened.modes.includes(mode)) return
  await ask(connection, 'session/set_mode', { sessionId: id, modeId: mode })
}

async function chooseModel(connection: Connection, id: string, opened: Opened, model: string): Promise<void> {
  if (model === modelOf(opened)) return
  const choice = opened.choices.find(({ category }) => category === 'model')
  if (choice?.options.includes(model) === true)
    await ask(connection, 'session/set_config_option', { sessionId: id, configId: choice.id, value: model })
  else if (opened.models.includes(model)) await ask(connection, 'session/set_model', { sessionId: id, modelId: model })
  else
    throw new Stumbled({ kind: 'model', model, offered: [...new Set([...(choice?.options ?? []), ...opened.models])] })
}

function modelOf({ choices, currentModel }: Opened): string | null {
  const model = choices.find(({ category }) => category === 'model')?.currentValue ?? currentModel ?? null
  return model === 'default' ? null : model
}

async function ask(connection: Connection, method: string, params: JsonObject): Promise<Json> {
  const reply = await connection.request(method, params, stepMs)
  if (reply.kind === 'result') return reply.result
  throw stumbledOn(method, reply)
}

function stumbledOn(
  step: string,
  reply: Exclude<Awaited<ReturnType<Connection['request']>>, { kind: 'result' }>,
): Stumbled {
  switch (reply.kind) {
    case 'error':
      return new Stumbled({ kind: 'refused', step, error: reply.error })
    case 'silent':
      return new Stumbled({ kind: 'silent', step, limitMs: stepMs })
    case 'over':
      return new Stumbled({ kind: 'over', step, result: reply.result })
  }
}

function read<T>(schema: ZodType<T>, answer: Json): T {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw new Stumbled({ kind: 'protocol', version: null })
  return parsed.data
}
