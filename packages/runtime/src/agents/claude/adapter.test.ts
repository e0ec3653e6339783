import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { proves } from '@sigma/protocol/testing'
import { afterAll, expect, test } from 'vitest'
import { createProcesses } from '../../process/processes.ts'
import type { AgentEvent, AgentSession, Permission, PermissionRequest, Start, StartSpec } from '../adapter.ts'
import { claudeAdapter } from './adapter.ts'

const program = fileURLToPath(new URL('./fixture/fake-claude.mjs', import.meta.url))
const cwd = mkdtempSync(join(tmpdir(), 'sigma-claude-'))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

interface Plan {
  readonly start?: 'ready' | 'crash' | 'unknown-session' | 'silent'
  readonly prompts?: readonly (readonly (object | string)[])[]
}

function start(plan: Plan, some: Partial<StartSpec> = {}, signal = new AbortController().signal): Promise<Start> {
  const adapter = claudeAdapter({ kind: 'claude' }, createProcesses())
  const spec: StartSpec = {
    command: [process.execPath, program, JSON.stringify(plan)],
    ...{ cwd, env: {}, model: null, systemPrompt: '', servers: [], resume: null },
    permission: () => ({ allowed: true }),
    onStarted: () => {},
    onRefused: () => {},
    ...some,
  }
  return adapter.start(spec, signal)
}

async function opened(plan: Plan, some: Partial<StartSpec> = {}): Promise<AgentSession> {
  const started = await start(plan, some)
  if (started.kind === 'failed') throw new Error(JSON.stringify(started.failure))
  return started.session
}

async function heard(session: AgentSession, prompt = 'go'): Promise<readonly AgentEvent[]> {
  const events: AgentEvent[] = []
  for await (const event of session.send(prompt)) events.push(event)
  return events
}

const modelUsage = {
  'big-1': { inputTokens: 10, outputTokens: 3, cacheReadInputTokens: 5, cacheCreationInputTokens: 1 },
}
const ok = { type: 'result', subtype: 'success', is_error: false, result: 'x', total_cost_usd: 0.25, modelUsage }
const streamed = (event: object, parent: string | null = null): object => ({
  type: 'stream_event',
  event,
  parent_tool_use_id: parent,
})
const delta = (text: string, parent: string | null = null): object =>
  streamed({ type: 'content_block_delta', delta: { type: 'text_delta', text } }, parent)
const begins = (id: string): object =>
  streamed({
    type: 'message_start',
    message: { id, usage: { input_tokens: 4, cache_read_input_tokens: 2, output_tokens: 1 } },
  })
const whole = (id: string, ...content: readonly object[]): object => ({ type: 'assistant', message: { id, content } })

test("what it says becomes events: pieces once, its helpers' words as thoughts, and what it used at the end", async () => {
  await using session = await opened({
    prompts: [
      [
        'Warning: a line that is none of the protocol',
        '{"type":"something_new","of":"tomorrow"}',
        { type: 'system', subtype: 'init', model: 'big-1' },
        begins('m1'),
        streamed({ type: 'content_block_delta', delta: { type: 'thinking_delta', thinking: 'hm' } }),
        delta('I '),
        delta('look.'),
        whole(
          'm1',
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'npm test' } },
        ),
        delta('helping', 't0'),
        { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't1', is_error: true }] } },
        {
          type: 'system',
          subtype: 'api_retry',
          attempt: 2,
          retry_delay_ms: 600,
          error_status: 529,
          error: 'overloaded',
        },
        whole('m2', { type: 'text', text: 'Not in pieces.' }),
        ok,
      ],
    ],
  })
  expect(await heard(session)).toEqual([
    { kind: 'model', name: 'big-1' },
    { kind: 'usage', usage: { inputTokens: 6, outputTokens: 1, cachedTokens: 2 } },
    { kind: 'thought', text: 'hm' },
    { kind: 'text', text: 'I ' },
    { kind: 'text', text: 'look.' },
    {
      kind: 'tool-call',
      call: {
        id: 't1',
        name: 'Bash',
        action: 'execute',
        paths: [],
        title: 'npm test',
        fingerprint: expect.any(String),
      },
    },
    { kind: 'thought', text: 'helping' },
    { kind: 'tool-result', id: 't1', isError: true, denied: false },
    { kind: 'retry', attempt: 2, why: 'the model is overloaded', waitMs: 600 },
    { kind: 'text', text: 'Not in pieces.' },
    { kind: 'usage', usage: { inputTokens: 16, outputTokens: 3, cachedTokens: 5, costUsd: 0.25 } },
    { kind: 'end', end: { reason: 'done' } },
  ])
})

const some = (inputTokens: number, costUSD: number): object => ({ 'big-1': { inputTokens, outputTokens: 1, costUSD } })
const said = (all: object, since?: object): object => ({
  ...ok,
  modelUsage: all,
  ...(since === undefined ? {} : { model_usage_since_last_result: since }),
})

test('what a session used before it was resumed was told then, and is not told again', async () => {
  const prompts = [[said(some(110, 1.1), some(10, 0.1))], [said(some(130, 1.3), some(20, 0.2))], [said({}, {})]]
  await using session = await opened({ prompts }, { resume: 'earlier' })
  const used = { inputTokens: 10, outputTokens: 1, cachedTokens: 0, costUsd: 0.1 }
  expect((await heard(session))[0]).toEqual({ kind: 'usage', usage: used })
  expect((await heard(session))[0]).toMatchObject({ kind: 'usage', usage: { inputTokens: 30, outputTokens: 2 } })
  expect(await heard(session)).toEqual([{ kind: 'end', end: { reason: 'done' } }])
  await using older = await opened({ prompts: [[said(some(110, 1.1))]] }, { resume: 'earlier' })
  expect(await heard(older)).toEqual([{ kind: 'end', end: { reason: 'done' } }])
})

test('before it does anything it asks, and is told why not; what waits for somebody is refused always', async () => {
  const asked: PermissionRequest[] = []
  const permission = (request: PermissionRequest): Permission => {
    asked.push(request)
    return request.action === 'edit' ? { allowed: false, reason: 'not yours' } : { allowed: true }
  }
  const hook = (id: string, tool_name: string, tool_input: object): object => ({
    ...{ type: 'control_request', request_id: id },
    request: { subtype: 'hook_callback', callback_id: 'sigma', tool_use_id: id, input: { tool_name, tool_input } },
  })
  const request = { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'ls' }, tool_use_id: 'c' }
  const result = { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 'a', is_error: true }] } }
  await using session = await opened(
    {
      prompts: [
        [
          ...[hook('a', 'Write', { file_path: '/w/test/a.ts', content: '' }), 'echo', result],
          ...[hook('b', 'Bash', { command: 'ls' }), 'echo'],
          ...[hook('q', 'AskUserQuestion', {}), 'echo'],
          ...[{ type: 'control_request', request_id: 'c', request }, 'echo'],
          ok,
        ],
      ],
    },
    { permission },
  )
  const events = await heard(session)
  const said = events.flatMap((event) => (event.kind === 'text' ? [JSON.parse(event.text)] : []))
  const decision = (permissionDecision: string, permissionDecisionReason: unknown): object => ({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision,
      ...(permissionDecisionReason === undefined ? {} : { permissionDecisionReason }),
    },
  })
  expect(said).toEqual([
    decision('deny', 'not yours'),
    decision('allow', undefined),
    decision('deny', expect.stringContaining('Nobody is there to answer')),
    { behavior: 'allow', updatedInput: { command: 'ls' } },
  ])
  expect(events).toContainEqual({ kind: 'tool-result', id: 'a', isError: true, denied: true })
  const path = '/w/test/a.ts'
  expect(asked[0]).toMatchObject({ id: 'a', name: 'Write', action: 'edit', paths: [path], title: path })
  expect(asked.map(({ name }) => name)).toEqual(['Write', 'Bash', 'Bash'])
})

test('it is started with what keeps it to itself; what is secret is not among its arguments', async () => {
  const servers = [{ name: 'sigma', url: 'http://127.0.0.1:1/mcp', headers: { Authorization: 'Bearer secret' } }]
  const spec = { model: 'big-1', systemPrompt: 'You are.', servers }
  await using session = await opened({ prompts: [['flags', ok]] }, spec)
  const [said] = await heard(session)
  const flags = said?.kind === 'text' ? said.text : ''
  for (const words of [
    ...['-p --input-format stream-json --output-format stream-json', '--permission-prompt-tool stdio'],
    ...['--setting-sources  --strict-mcp-config', '--model big-1'],
    ...['AskUserQuestion', `--session-id ${session.id}`],
  ])
    expect(flags).toContain(words)
  expect(flags).not.toContain('secret')
  expect(flags).not.toContain('You are.')
})

const result = (some: object): object => ({ ...ok, is_error: true, modelUsage: {}, ...some })
const own = (error: string): object => ({
  type: 'assistant',
  error,
  message: { id: 'e', model: '<synthetic>', content: [{ type: 'text', text: 'API Error' }] },
})

const ends: Readonly<Record<string, readonly [said: readonly (object | string)[], expected: object]>> = {
  overloaded: [[own('overloaded'), result({ api_error_status: 529 })], { reason: 'limited', retryAfterMs: null }],
  'short of a quota': [
    [
      {
        type: 'rate_limit_event',
        rate_limit_info: { status: 'rejected', resetsAt: Math.floor(Date.now() / 1000) + 7200 },
      },
      result({ api_error_status: 429, result: 'limit reached' }),
    ],
    { reason: 'limited', message: 'limit reached', retryAfterMs: expect.any(Number) },
  ],
  'without a valid key': [[result({ api_error_status: 401 })], { reason: 'unusable' }],
  'not logged in': [
    [result({ api_error_status: null, result: 'Not logged in · Please run /login' })],
    { reason: 'unusable' },
  ],
  'without its model': [[result({ api_error_status: 404 })], { reason: 'unusable' }],
  'at its own limit': [
    [result({ subtype: 'error_max_turns', result: null })],
    { reason: 'exhausted', message: 'max turns' },
  ],
  broken: [
    [result({ subtype: 'error_during_execution', errors: ['oh'], result: null })],
    { reason: 'failed', message: 'oh' },
  ],
  gone: [['die'], { reason: 'over', result: { end: 'exited', exit: 3 } }],
}

test.each(Object.entries(ends))('how a prompt ended is told apart: %s', async (_, [said, expected]) => {
  await using session = await opened({ prompts: [said] })
  const events = await heard(session)
  expect(events.at(-1)).toMatchObject({ kind: 'end', end: expected })
  expect(events.filter(({ kind }) => kind === 'text')).toEqual([])
})

test('an interrupt ends the prompt and not the program, which ends with its input', async () => {
  const session = await opened({
    prompts: [
      [delta('I '), 'hang'],
      [delta('again'), ok],
    ],
  })
  const events: AgentEvent[] = []
  for await (const event of session.send('go')) {
    events.push(event)
    if (event.kind === 'text') void session.cancel()
  }
  expect(events.at(-1)).toEqual({ kind: 'end', end: { reason: 'cancelled' } })
  expect(await heard(session)).toContainEqual({ kind: 'text', text: 'again' })
  expect(await session.close()).toMatchObject({ end: 'exited', exit: 0 })
})

test('one that heeds no interrupt and no TERM is killed, and its prompt is over', async () => {
  proves('T38')
  const session = await opened({ prompts: [[delta('I '), 'deaf']] })
  const events: AgentEvent[] = []
  for await (const event of session.send('go')) {
    events.push(event)
    if (event.kind === 'text') void session.cancel()
  }
  expect(events.at(-1)).toMatchObject({ end: { reason: 'over', result: { signal: 'SIGKILL' } } })
  expect(await session.close()).toMatchObject({ signal: 'SIGKILL' })
})

test('a session is gone on with where it is known; else a new one is begun', async () => {
  const known = await opened({}, { resume: 'earlier' })
  expect([known.id, known.resumed]).toEqual(['earlier', true])
  const lost = await opened({ start: 'unknown-session' }, { resume: 'earlier' })
  expect([lost.id === 'earlier', lost.resumed]).toEqual([false, false])
  for (const session of [known, lost]) await session.close()
})

test('what cannot be started is told of, with what it printed', async () => {
  expect(await start({ start: 'crash' })).toMatchObject({
    kind: 'failed',
    failure: { cause: 'crash', findings: [{ message: expect.stringMatching(/^Claude Code .* code 1 .*: No conv/) }] },
  })
  expect(await start({}, { command: ['sigma-no-such-program'] })).toMatchObject({
    failure: { cause: 'unavailable', findings: [{ rule: 'agent-unstartable' }] },
  })
  const aborted = new AbortController()
  const starting = start(
    { start: 'silent' },
    { onStarted: () => setTimeout(() => aborted.abort(), 50) },
    aborted.signal,
  )
  expect(await starting).toMatchObject({ failure: { cause: 'interrupted' } })
})
