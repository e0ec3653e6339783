import type { Json, JsonObject } from '@sigma/protocol'
import { acpAdapter } from '../agents/acp/adapter.ts'
import type { AgentEvent, AgentSession, Permission, PermissionRequest, Start, StartSpec } from '../agents/adapter.ts'
import type { AcpAgent } from '../agents/config.ts'
import { type AgentSide, type Heard, type PlayedAgent, playedAgent } from './acp-agent.ts'

/** How it answers, by method; what is not here it answers as `honest` does. */
export type Answers = Readonly<Record<string, (heard: Heard, side: AgentSide) => void>>

const honest: Answers = {
  initialize: (heard, side) =>
    side.reply(heard, {
      protocolVersion: 1,
      agentCapabilities: {
        loadSession: true,
        mcpCapabilities: { http: true },
        sessionCapabilities: { resume: {}, close: {} },
      },
      authMethods: [],
    }),
  'session/new': (heard, side) => side.reply(heard, { sessionId: 's1' }),
  'session/prompt': (heard, side) => side.reply(heard, { stopReason: 'end_turn' }),
}

export interface Tried {
  readonly agent: PlayedAgent
  readonly start: Start
  readonly asked: readonly PermissionRequest[]
}

export interface Trial {
  readonly config?: Partial<AcpAgent>
  readonly spec?: Partial<StartSpec>
  readonly isConfined?: boolean
  readonly environment?: Readonly<Record<string, string>>
  readonly permission?: (request: PermissionRequest) => Permission
  readonly signal?: AbortSignal
}

/** Starts an agent that answers so. */
export async function tried(answers: Answers, trial: Trial = {}): Promise<Tried> {
  const agent = playedAgent((heard, side) => {
    const answer = answers[heard.method] ?? honest[heard.method]
    if (answer !== undefined) answer(heard, side)
    else if (heard.id !== undefined) side.reply(heard, {})
  })
  const asked: PermissionRequest[] = []
  const { config, spec, isConfined = false, environment = {}, permission, signal } = trial
  const adapter = acpAdapter(
    { kind: 'acp', profile: 'generic', command: ['agent'], ...config },
    { processes: agent, environment, isConfined, stepMs: 40 },
  )
  const start = await adapter.start(
    {
      command: ['agent'],
      cwd: '/project',
      env: {},
      model: null,
      systemPrompt: 'You are dev.',
      servers: [],
      resume: null,
      permission: (request) => {
        asked.push(request)
        return permission?.(request) ?? { allowed: true }
      },
      onStarted: () => {},
      onRefused: () => {},
      ...spec,
    },
    signal ?? new AbortController().signal,
  )
  return { agent, start, asked }
}

export function sessionOf({ start }: Tried): AgentSession {
  if (start.kind === 'failed') throw new Error(JSON.stringify(start.failure))
  return start.session
}

/** All events of one prompt. */
export async function played(tried: Tried, prompt: string = 'go'): Promise<readonly AgentEvent[]> {
  const events: AgentEvent[] = []
  for await (const event of sessionOf(tried).send(prompt)) events.push(event)
  return events
}

export const text = (words: string): JsonObject => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text: words },
})

/** The parameters of each call of this method that the agent was told. */
export const told = ({ agent }: Tried, method: string): readonly Json[] =>
  agent.heard.filter((each) => each.method === method).map(({ params }) => params)

/** A prompt in which this is said, and then it ends. */
export const prompt = (
  say: (side: AgentSide) => void | Promise<void>,
  result: object = { stopReason: 'end_turn' },
): Answers => ({
  'session/prompt': async (heard, side) => {
    await say(side)
    side.reply(heard, JSON.parse(JSON.stringify(result)))
  },
})
