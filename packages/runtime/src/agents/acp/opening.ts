/** Opens a session in a program that was just started. */
import type { Json, JsonObject } from '@sigma/protocol'
import type { ZodType } from 'zod'
import type { AgentCapabilities, McpServer, StartSpec } from '../adapter.ts'
import type { Connection } from './connection.ts'
import { isLoginNeeded, type Stumble } from './failures.ts'
import { type Initialized, initializedSchema, type Opened, openedSchema, type RpcError } from './messages.ts'
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
  const ask = asking(connection, wanted.stepMs)
  const initialized = read(initializedSchema, await ask('initialize', introduction))
  if (initialized.protocolVersion !== version)
    throw new Stumbled({ kind: 'protocol', version: initialized.protocolVersion })
  const capabilities = capabilitiesOf(initialized, profile)
  const { opened, id, resumed } = await enter(ask, wanted, initialized, capabilities)
  await chooseMode(ask, id, opened, profile.mode(situation))
  // A profile has its own way to say which model.
  const hasWay = profile.modelVariable !== null || profile.config !== undefined
  const model = hasWay ? null : wanted.model
  if (model !== null) await chooseModel(ask, id, opened, model)
  return { id, resumed, capabilities, model: model ?? modelOf(opened) ?? wanted.model }
}

/** What is asked one after another while a session is opened. Fails with a `Stumbled` where there is no result. */
type Ask = (method: string, params: JsonObject) => Promise<Json>

function asking(connection: Connection, limitMs: number): Ask {
  return async (step, params) => {
    const reply = await connection.request(step, params, limitMs)
    if (reply.kind === 'result') return reply.result
    if (reply.kind === 'error') throw new Stumbled({ kind: 'refused', step, error: reply.error })
    throw new Stumbled(reply.kind === 'silent' ? { kind: 'silent', step, limitMs } : { ...reply, step })
  }
}

/** The error of a step that was refused; throws anything else again. */
function refusalIn(error: unknown): RpcError {
  if (error instanceof Stumbled && error.stumble.kind === 'refused') return error.stumble.error
  throw error
}

const introduction: JsonObject = {
  protocolVersion: version,
  // The program reads and writes files itself, in its sandbox: what Sigma did for it would be done outside of that.
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

/** Goes on in the wanted session where the program offers that; else opens a new one. */
async function enter(
  ask: Ask,
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
    const known = await ask(way, { ...params, sessionId: resume }).catch((error: unknown) => void refusalIn(error))
    if (known !== undefined) return { opened: read(openedSchema, known ?? {}), id: resume ?? '', resumed: true }
  }
  const begin = (): Promise<Json> => ask('session/new', params)
  const methodId = profile.authentication(situation)
  const begun = await begin().catch(async (error: unknown) => {
    if (!isLoginNeeded(refusalIn(error)) || !authMethods.some(({ id }) => id === methodId)) throw error
    await ask('authenticate', { methodId })
    return begin()
  })
  const opened = read(openedSchema, begun)
  if (opened.sessionId === undefined) throw new Stumbled({ kind: 'protocol', version: null })
  return { opened, id: opened.sessionId, resumed: false }
}

const serverOf = ({ name, url, headers }: McpServer): JsonObject => ({
  type: 'http',
  name,
  url,
  headers: Object.entries(headers).map(([header, value]) => ({ name: header, value })),
})

/** Sets the mode where the program offers it: the sandbox holds without. */
async function chooseMode(ask: Ask, id: string, opened: Opened, mode: string | null): Promise<void> {
  if (mode === null || mode === opened.currentMode || !opened.modes.includes(mode)) return
  await ask('session/set_mode', { sessionId: id, modeId: mode })
}

async function chooseModel(ask: Ask, id: string, opened: Opened, model: string): Promise<void> {
  if (model === modelOf(opened)) return
  const choice = opened.choices.find(({ category }) => category === 'model')
  if (choice?.options.includes(model) === true)
    await ask('session/set_config_option', { sessionId: id, configId: choice.id, value: model })
  else if (opened.models.includes(model)) await ask('session/set_model', { sessionId: id, modelId: model })
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
