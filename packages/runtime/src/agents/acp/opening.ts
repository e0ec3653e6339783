/** From a program that was just started to a session that is open in it. */
import type { Json, JsonObject } from '@sigma/protocol'
import type { ZodType } from 'zod'
import type { AgentCapabilities, McpServer, StartSpec } from '../adapter.ts'
import type { Reply as AnyReply, Connection } from './connection.ts'
import { isLoginNeeded, type Stumble } from './failures.ts'
import { type Initialized, initializedSchema, type Opened, openedSchema } from './messages.ts'
import type { Profile, Situation } from './profile.ts'
import type { Opening } from './session.ts'
import { troubleCapability } from './updates.ts'

type Wanted = Pick<StartSpec, 'cwd' | 'model' | 'systemPrompt' | 'servers' | 'resume'> & {
  readonly profile: Profile
  readonly situation: Situation
  readonly stepMs: number
}

const version = 1

/** Thrown where no session can be opened. */
export class Stumbled extends Error {
  readonly stumble: Stumble
  constructor(stumble: Stumble) {
    super(stumble.kind)
    this.stumble = stumble
  }
}

/** Fails with a `Stumbled`. */
export async function openSession(
  connection: Connection,
  wanted: Wanted,
): Promise<Pick<Opening, 'id' | 'resumed' | 'capabilities' | 'model'>> {
  const { profile, situation } = wanted
  const steps = stepsOf(connection, wanted.stepMs)
  const initialized = read(initializedSchema, await steps.ask('initialize', introduction))
  if (initialized.protocolVersion !== version)
    throw new Stumbled({ kind: 'protocol', version: initialized.protocolVersion })
  const capabilities = capabilitiesOf(initialized, profile)
  const { opened, id, resumed } = await enter(steps, wanted, initialized, capabilities)
  await chooseMode(steps, id, opened, profile.mode(situation))
  // A profile has its own way to say which model.
  const hasWay = profile.modelVariable !== null || profile.config !== undefined
  const model = hasWay ? null : wanted.model
  if (model !== null) await chooseModel(steps, id, opened, model)
  return { id, resumed, capabilities, model: model ?? modelOf(opened) ?? wanted.model }
}

/** What is no answer ends the opening. */
type Reply = Extract<AnyReply, { kind: 'result' | 'error' }>

/** What is asked one after another while a session is opened. */
interface Steps {
  request(method: string, params: JsonObject): Promise<Reply>
  /** Stumbles over any answer but the one that is wanted. */
  ask(method: string, params: JsonObject): Promise<Json>
}

function stepsOf(connection: Connection, stepMs: number): Steps {
  const request = async (method: string, params: JsonObject): Promise<Reply> => {
    const reply = await connection.request(method, params, stepMs)
    if (reply.kind === 'silent') throw new Stumbled({ kind: 'silent', step: method, limitMs: stepMs })
    if (reply.kind === 'over') throw new Stumbled({ kind: 'over', step: method, result: reply.result })
    return reply
  }
  const ask = async (method: string, params: JsonObject): Promise<Json> => {
    const reply = await request(method, params)
    if (reply.kind === 'error') throw new Stumbled({ kind: 'refused', step: method, error: reply.error })
    return reply.result
  }
  return { request, ask }
}

const introduction: JsonObject = {
  protocolVersion: version,
  // It reads and writes its files itself, in its sandbox: what is done for it is done outside of that.
  clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false, _meta: troubleCapability },
  clientInfo: { name: 'sigma', title: 'Sigma', version: '0.1.0' },
}

function capabilitiesOf({ agentCapabilities }: Initialized, { capabilities, meta }: Profile): AgentCapabilities {
  const { loadSession, mcpCapabilities, sessionCapabilities } = agentCapabilities
  return {
    resume: sessionCapabilities.resume ? 'resume' : loadSession ? 'load' : 'none',
    // The protocol has no word for a reason: what is refused is told in the next prompt.
    softDeny: false,
    systemPrompt: meta !== undefined,
    usage: 'none',
    mcp: mcpCapabilities.http,
    ...capabilities,
  }
}

interface Entered {
  readonly opened: Opened
  readonly id: string
  readonly resumed: boolean
}

/** Goes on in the session that is wanted, by what it offers; else in a new one. */
async function enter(
  steps: Steps,
  { cwd, resume, systemPrompt, servers, profile, situation }: Wanted,
  { agentCapabilities, authMethods }: Initialized,
  capabilities: AgentCapabilities,
): Promise<Entered> {
  const meta = profile.meta === undefined ? {} : { _meta: profile.meta(systemPrompt, situation) }
  const params = { cwd, mcpServers: capabilities.mcp ? servers.map(serverOf) : [], ...meta }
  const ways = [
    ...(capabilities.resume === 'resume' ? ['session/resume'] : []),
    ...(capabilities.resume !== 'none' && agentCapabilities.loadSession ? ['session/load'] : []),
  ]
  for (const way of resume === null ? [] : ways) {
    const reply = await steps.request(way, { ...params, sessionId: resume })
    if (reply.kind === 'result')
      return { opened: read(openedSchema, reply.result ?? {}), id: resume ?? '', resumed: true }
  }
  let reply = await steps.request('session/new', params)
  const methodId = profile.authentication(situation)
  if (reply.kind === 'error' && isLoginNeeded(reply.error) && authMethods.some(({ id }) => id === methodId)) {
    await steps.ask('authenticate', { methodId })
    reply = await steps.request('session/new', params)
  }
  if (reply.kind === 'error') throw new Stumbled({ kind: 'refused', step: 'session/new', error: reply.error })
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
async function chooseMode(steps: Steps, id: string, opened: Opened, mode: string | null): Promise<void> {
  if (mode === null || mode === opened.currentMode || !opened.modes.includes(mode)) return
  await steps.ask('session/set_mode', { sessionId: id, modeId: mode })
}

async function chooseModel(steps: Steps, id: string, opened: Opened, model: string): Promise<void> {
  if (model === modelOf(opened)) return
  const choice = opened.choices.find(({ category }) => category === 'model')
  if (choice?.options.includes(model) === true)
    await steps.ask('session/set_config_option', { sessionId: id, configId: choice.id, value: model })
  else if (opened.models.includes(model)) await steps.ask('session/set_model', { sessionId: id, modelId: model })
  else
    throw new Stumbled({ kind: 'model', model, offered: [...new Set([...(choice?.options ?? []), ...opened.models])] })
}

function modelOf({ choices, currentModel }: Opened): string | null {
  const model = choices.find(({ category }) => category === 'model')?.currentValue ?? currentModel ?? null
  return model === 'default' ? null : model
}

function read<T>(schema: ZodType<T>, answer: Json): T {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw new Stumbled({ kind: 'protocol', version: null })
  return parsed.data
}
