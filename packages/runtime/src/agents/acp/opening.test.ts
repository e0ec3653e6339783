import { expect, test } from 'vitest'
import type { AgentSide, Heard } from '../../testing/acp-agent.ts'
import { played, sessionOf, told, tried } from '../../testing/acp-start.ts'

const refuses = (code: number, message: string) => (heard: Heard, side: AgentSide) => side.fail(heard, code, message)
const noAnswer = (): void => {}

test('a session is opened in the workspace, with the servers of the turn; nothing of ours is offered to it', async () => {
  const servers = [{ name: 'sigma', url: 'http://127.0.0.1:1/mcp', headers: { Authorization: 'Bearer t' } }]
  const one = await tried({}, { spec: { servers } })
  expect(sessionOf(one)).toMatchObject({
    id: 's1',
    resumed: false,
    capabilities: { resume: 'resume', softDeny: false, systemPrompt: false, usage: 'none', mcp: true },
  })
  expect(told(one, 'initialize')).toMatchObject([
    { protocolVersion: 1, clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false } },
  ])
  expect(told(one, 'session/new')).toEqual([
    {
      cwd: '/project',
      mcpServers: [
        {
          type: 'http',
          name: 'sigma',
          url: 'http://127.0.0.1:1/mcp',
          headers: [{ name: 'Authorization', value: 'Bearer t' }],
        },
      ],
    },
  ])
})

test('a session is gone on with as the program can: resumed, else loaded, else there is a new one', async () => {
  const spec = { resume: 's0' }
  const resumed = await tried({}, { spec })
  expect(sessionOf(resumed)).toMatchObject({ id: 's0', resumed: true })
  expect(told(resumed, 'session/resume')).toMatchObject([{ sessionId: 's0', cwd: '/project' }])
  const loaded = await tried(
    {
      'session/resume': refuses(-32_603, 'lost'),
      'session/load': (heard, side) => {
        side.update('s0', { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'as I said' } })
        side.reply(heard, null)
      },
    },
    { spec },
  )
  expect(sessionOf(loaded)).toMatchObject({ id: 's0', resumed: true })
  // What it tells again of what was is not said in this turn.
  expect(await played(loaded)).toEqual([{ kind: 'end', end: { reason: 'done' } }])
  const fresh = await tried(
    { 'session/resume': refuses(-32_002, 'no such session'), 'session/load': refuses(-32_002, 'no such session') },
    { spec },
  )
  expect(sessionOf(fresh)).toMatchObject({ id: 's1', resumed: false })
  const gemini = await tried({}, { spec, config: { profile: 'gemini' }, isConfined: true })
  expect(sessionOf(gemini)).toMatchObject({ id: null, resumed: false, capabilities: { resume: 'none' } })
})

test('a mode and a model are chosen where they are offered; a model that is not is said, with those that are', async () => {
  const offer = {
    sessionId: 's1',
    modes: { currentModeId: 'plan', availableModes: [{ id: 'plan' }, { id: 'default' }] },
    configOptions: [
      {
        id: 'model',
        category: 'model',
        currentValue: 'small',
        options: [{ group: 'g', options: [{ value: 'small' }, { value: 'large' }] }],
      },
    ],
    models: { currentModelId: 'small', availableModels: [{ modelId: 'old' }] },
  }
  const answers = { 'session/new': (heard: Heard, side: AgentSide) => side.reply(heard, offer) }
  const one = await tried(answers, { spec: { model: 'large' } })
  expect(told(one, 'session/set_config_option')).toEqual([{ sessionId: 's1', configId: 'model', value: 'large' }])
  expect((await played(one))[0]).toEqual({ kind: 'model', name: 'large' })
  const old = await tried(answers, { spec: { model: 'old' } })
  expect(told(old, 'session/set_model')).toEqual([{ sessionId: 's1', modelId: 'old' }])
  const none = await tried(answers, { spec: { model: 'huge' } })
  expect(none.start).toMatchObject({
    kind: 'failed',
    failure: {
      cause: 'unavailable',
      findings: [
        { rule: 'agent-model', message: 'The agent does not offer the model huge; it offers small, large, old.' },
      ],
    },
  })
  expect(told(await tried(answers, { config: { profile: 'claude' } }), 'session/set_mode')).toEqual([
    { sessionId: 's1', modeId: 'default' },
  ])
  expect(told(await tried({}, { config: { profile: 'claude' } }), 'session/set_mode')).toEqual([])
})

test('a login that is lacking is said in its words, with the way to it; a key logs in, where nobody else is', async () => {
  const needs = {
    initialize: (heard: Heard, side: AgentSide) =>
      side.reply(heard, { protocolVersion: 1, agentCapabilities: {}, authMethods: [{ id: 'api-key' }] }),
    'session/new': refuses(-32_000, 'Authentication required'),
  }
  const out = await tried(needs, { config: { profile: 'codex' } })
  expect(out.start).toMatchObject({
    failure: {
      cause: 'unavailable',
      findings: [
        {
          rule: 'agent-login',
          message: 'Codex cannot be used as it is set up: Authentication required',
          remedy: 'Run `codex login`, or set CODEX_API_KEY or OPENAI_API_KEY.',
        },
      ],
    },
  })
  expect(out.agent.ended()).toBe(1)
  const spec = { env: { CODEX_API_KEY: 'k' } }
  let isIn = false
  const logged = {
    ...needs,
    authenticate: (heard: Heard, side: AgentSide) => {
      isIn = true
      side.reply(heard, {})
    },
    'session/new': (heard: Heard, side: AgentSide) =>
      isIn ? side.reply(heard, { sessionId: 's2' }) : side.fail(heard, -32_000, 'Authentication required'),
  }
  // It would be written into the user's own folder.
  expect((await tried(logged, { config: { profile: 'codex' }, spec })).start.kind).toBe('failed')
  const inside = await tried(logged, { config: { profile: 'codex' }, spec, isConfined: true })
  expect(sessionOf(inside).resumed).toBe(false)
  expect(told(inside, 'authenticate')).toEqual([{ methodId: 'api-key' }])
})

test.each(['initialize', 'session/new'])('whoever dies at %s is told of with what it printed', async (step) => {
  const died = await tried({ [step]: (_, side) => side.die(3, 'Error: cannot find \u001b[31mthe key\u001b[0m\n') })
  expect(died.start).toMatchObject({
    kind: 'failed',
    failure: {
      cause: 'crash',
      findings: [
        {
          rule: 'agent-start-crash',
          message: `The agent ended with exit code 3 before it answered ${step}. It said: Error: cannot find the key`,
        },
      ],
    },
  })
})

test.each(['initialize', 'session/new'])('whoever says nothing to %s is not waited for, and ended', async (step) => {
  const silent = await tried({ [step]: noAnswer })
  expect(silent.start).toMatchObject({
    failure: {
      cause: 'crash',
      findings: [{ rule: 'agent-start-silent', message: `The agent had not answered ${step} after 0.04 s.` }],
    },
  })
  expect(silent.agent.ended()).toBe(1)
})

test('a start that is stopped ends what was started', async () => {
  const stopping = new AbortController()
  const stopped = await tried({ 'session/new': () => stopping.abort() }, { signal: stopping.signal })
  expect(stopped.start).toMatchObject({ failure: { cause: 'interrupted' } })
  expect(stopped.agent.ended()).toBeGreaterThan(0)
  expect((await tried({}, { signal: AbortSignal.abort() })).agent.specs).toEqual([])
})

test('another protocol, or none, is no session', async () => {
  const answered = async (answer: object | null): Promise<unknown> => {
    const { start } = await tried({
      initialize: (heard, side) => side.reply(heard, JSON.parse(JSON.stringify(answer))),
    })
    return start.kind === 'failed' ? start.failure.findings[0]?.message : start.kind
  }
  expect(await answered({ protocolVersion: 2 })).toBe(
    'The agent speaks version 2 of the Agent Client Protocol; Sigma speaks 1.',
  )
  expect(await answered(null)).toBe('The agent answered something that is not of the Agent Client Protocol.')
  expect(await answered({ protocolVersion: 1 })).toBe('started')
  const nameless = await tried({ 'session/new': (heard, side) => side.reply(heard, {}) })
  expect(nameless.start).toMatchObject({ failure: { findings: [{ rule: 'agent-protocol' }] } })
  const nasty = await tried({ 'session/new': (heard, side) => side.reply(heard, { sessionId: 'a\u001b[2Jb' }) })
  expect(nasty.start).toMatchObject({ failure: { findings: [{ rule: 'agent-protocol' }] } })
})
