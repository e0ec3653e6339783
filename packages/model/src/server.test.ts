import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Script } from './script.ts'
import { type ModelServer, modelServer } from './server.ts'

const script: Script = {
  lanes: [
    {
      name: 'work',
      when: ['do the work'],
      replies: [
        { thought: 'Hm.', text: 'I write.', calls: [{ tool: 'Write', input: { path: 'a', text: 'b'.repeat(60) } }] },
        { text: 'Done, and well done, all of it.', usage: { input: 100, output: 7, cachedInput: 40 } },
      ],
    },
    { name: 'talk', when: ['talk'], replies: [{ text: 'Talked.' }] },
    {
      name: 'fail',
      when: ['fail'],
      replies: [
        {
          text: 'At last, after all of that, it was said.',
          faults: [
            { kind: 'status', status: 529, times: 2 },
            { kind: 'status', status: 429, retryAfterSeconds: 3, message: 'Slowly.' },
            { kind: 'cut' },
            { kind: 'cut', at: 'start' },
          ],
        },
      ],
    },
    {
      name: 'first',
      when: ['first'],
      replies: [{ text: 'Then.', faults: [{ kind: 'status', status: 500, per: 'lane' }] }],
    },
    { name: 'hang', when: ['hang'], replies: [{ text: 'a'.repeat(100), faults: [{ kind: 'hang', times: null }] }] },
  ],
}

const user = (content: unknown): object => ({ role: 'user', content })
const tools = [{ name: 'Write' }]

async function post(model: ModelServer, path: string, body: object, init: RequestInit = {}): Promise<Response> {
  return fetch(model.url + path, { method: 'POST', body: JSON.stringify({ model: 'm', ...body }), ...init })
}

/** As far as a test looks into it. */
const answerSchema = z.looseObject({
  content: z.array(z.looseObject({ id: z.string().optional() })).default([]),
  output: z.unknown().optional(),
  usage: z.unknown().optional(),
  input_tokens: z.unknown().optional(),
})

const answer = async (model: ModelServer, path: string, body: object): Promise<z.infer<typeof answerSchema>> =>
  answerSchema.parse(await (await post(model, path, body)).json())

/** The data of a stream, as objects. */
async function dataOf(response: Response): Promise<readonly unknown[]> {
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data: {'))
  return lines.map((line) => JSON.parse(line.slice('data: '.length)))
}

const messages = '/v1/messages'

test('a conversation gets the reply after as many as it holds since its latest prompt', async () => {
  await using model = await modelServer(script)
  const first = await answer(model, messages, { tools, messages: [user('Please do the work.')] })
  expect(first).toMatchObject({
    stop_reason: 'tool_use',
    content: [
      { type: 'thinking', thinking: 'Hm.' },
      { type: 'text', text: 'I write.' },
      { type: 'tool_use', name: 'Write' },
    ],
  })
  const result = { type: 'tool_result', tool_use_id: first.content[2]?.id, content: 'do the work: written' }
  const told = [user('Please do the work.'), { role: 'assistant', content: first.content }, user([result])]
  const second = await answer(model, messages, { tools, messages: told })
  expect(second).toMatchObject({ content: [{ text: 'Done, and well done, all of it.' }], stop_reason: 'end_turn' })
  expect(second.usage).toMatchObject({ input_tokens: 60, cache_read_input_tokens: 40, output_tokens: 7 })
  const again = [...told, { role: 'assistant', content: second.content }, user('Now talk.')]
  expect(await answer(model, messages, { tools, messages: again })).toMatchObject({
    content: [{ text: 'Talked.' }],
  })
  expect(model.asked.map(({ lane, reply }) => `${lane} ${reply}`)).toEqual(['work 0', 'work 1', 'talk 0'])
  expect(model.refused).toEqual([])
})

test('what is asked on the side is answered, and moves nothing', async () => {
  await using model = await modelServer(script)
  const side = await answer(model, messages, { messages: [user('A title for: do the work')] })
  expect(side.content).toEqual([{ type: 'text', text: 'Scripted.' }])
  const suggestion = [user('do the work'), { role: 'assistant', content: 'x' }, user('[SUGGESTION MODE: what next?]')]
  await post(model, messages, { tools, messages: suggestion })
  const title = [user('talk'), { role: 'assistant', content: 'Talked.' }, user('A title?')]
  await post(model, messages, { messages: title })
  expect(model.asked.map(({ outcome }) => outcome)).toEqual(['side', 'side', 'side'])
  const counted = await answer(model, `${messages}/count_tokens`, { messages: [] })
  expect(counted.input_tokens).toBeGreaterThan(0)
  expect(await (await fetch(`${model.url}/v1/models`)).json()).toMatchObject({ data: [{ id: 'scripted' }] })
  expect(await (await fetch(model.url)).json()).toMatchObject({ scripted: true })
  expect(model.refused).toEqual([])
})

test('what the script does not cover is refused, and told', async () => {
  await using model = await modelServer(script)
  const unknown = await post(model, messages, { tools, messages: [user('sing')] })
  expect([unknown.status, await unknown.json()]).toMatchObject([400, { error: { message: 'No lane is for: sing' } }])
  const over = [user('talk'), { role: 'assistant', content: 'x' }]
  expect((await post(model, messages, { tools, messages: over })).status).toBe(400)
  expect((await post(model, messages, { tools })).status).toBe(400)
  expect((await post(model, '/v1/audio', {})).status).toBe(404)
  expect(model.refused).toEqual([
    'No lane is for: sing',
    'The lane "talk" has no reply 2.',
    expect.stringContaining('messages'),
    'POST /v1/audio is not served.',
  ])
})

test('the Messages are streamed piece by piece', async () => {
  await using model = await modelServer(script)
  const response = await post(model, messages, { stream: true, tools, messages: [user('do the work')] })
  const data = await dataOf(response)
  expect(data.length).toBeGreaterThan(10)
  const json = data.map((one) => JSON.stringify(one)).join('\n')
  const input = [...json.matchAll(/"partial_json":("(?:[^"\\]|\\.)*")/g)].map(([, part]) => JSON.parse(part ?? ''))
  expect(JSON.parse(input.join(''))).toEqual({ path: 'a', text: 'b'.repeat(60) })
  expect(data.at(-2)).toMatchObject({ type: 'message_delta', delta: { stop_reason: 'tool_use' } })
})

test('the Responses hold whole items at their end, in pieces before', async () => {
  await using model = await modelServer(script)
  const input = [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'do the work' }] }]
  const offered = [{ type: 'function', name: 'Write' }]
  const data = await dataOf(await post(model, '/v1/responses', { stream: true, tools: offered, input }))
  expect(data.at(-1)).toMatchObject({
    type: 'response.completed',
    response: { output: [{ type: 'reasoning' }, { type: 'message' }, { type: 'function_call', name: 'Write' }] },
  })
  const call = { type: 'function_call', call_id: 'call_0123_0', name: 'Write', arguments: '{}' }
  const answered = [...input, call, { type: 'function_call_output', call_id: 'call_0123_0', output: 'ok' }]
  const second = await answer(model, '/v1/responses', { tools: offered, input: answered })
  expect(second).toMatchObject({
    status: 'completed',
    output: [{ content: [{ text: 'Done, and well done, all of it.' }] }],
    usage: { input_tokens: 100, input_tokens_details: { cached_tokens: 40 }, output_tokens: 7 },
  })
  const bare = await answer(model, '/v1/responses', { input: 'talk' })
  expect(bare.output).toMatchObject([{ content: [{ text: 'Talked.' }] }])
})

test('what is offered is read by name, and what the vendor runs by its type, in each API', async () => {
  await using model = await modelServer(script)
  const [own, hosted] = [{ name: 'Write' }, { name: 'web_search', type: 'web_search_20250305' }]
  await post(model, messages, { tools: [own, hosted], messages: [user('talk')] })
  const grouped = { type: 'namespace', name: 'mcp', tools: [{ type: 'function', name: 'report' }] }
  const offered = [{ type: 'function', name: 'Write' }, { type: 'web_search' }, grouped]
  await post(model, '/v1/responses', { tools: offered, input: 'talk' })
  const chatTools = [{ type: 'function', function: { name: 'Write' } }, { type: 'web_search_preview' }]
  await post(model, '/v1/chat/completions', { tools: chatTools, messages: [user('talk')] })
  expect(model.asked.map(({ conversation }) => conversation.tools)).toEqual([
    ['Write', 'web_search (web_search_20250305)'],
    ['Write', 'web_search', 'mcp.report'],
    ['Write', 'web_search_preview'],
  ])
})

test('Chat tells usage at the end of a stream to whom asks for it', async () => {
  await using model = await modelServer(script)
  const path = '/v1/chat/completions'
  const offered = [{ type: 'function', function: { name: 'Write' } }]
  const body = { stream: true, tools: offered, messages: [user('do the work')] }
  const plain = await dataOf(await post(model, path, body))
  expect(plain.at(-1)).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }] })
  const asking = await dataOf(await post(model, path, { ...body, stream_options: { include_usage: true } }))
  expect(asking.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } })
  const calls = [{ id: 'call_0123_0', type: 'function', function: { name: 'Write', arguments: '{}' } }]
  const said = { role: 'assistant', content: null, tool_calls: calls }
  const answered = [user('do the work'), said, { role: 'tool', tool_call_id: 'call_0123_0', content: 'ok' }]
  const second = await answer(model, path, { tools: offered, messages: answered })
  expect(second).toMatchObject({ choices: [{ message: { content: 'Done, and well done, all of it.' } }] })
  expect(second.usage).toMatchObject({ prompt_tokens: 100, completion_tokens: 7 })
})

test('faults come one after another, for each conversation by itself', async () => {
  await using model = await modelServer(script)
  const ask = (text: string): Promise<Response> =>
    post(model, messages, { stream: true, tools, messages: [user(text)] })
  expect((await ask('fail')).status).toBe(529)
  expect((await ask('fail')).status).toBe(529)
  expect((await ask('fail too')).status).toBe(529)
  const limited = await ask('fail')
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3'])
  expect(await limited.json()).toEqual({ type: 'error', error: { type: 'rate_limit_error', message: 'Slowly.' } })
  const cut = await ask('fail')
  expect(cut.status).toBe(200)
  await expect(cut.text()).rejects.toThrow()
  await expect(ask('fail')).rejects.toThrow()
  expect(await (await ask('fail')).text()).toContain('message_stop')
  expect(model.asked.map(({ outcome }) => outcome)).toEqual([
    ...['status', 'status', 'status', 'status', 'cut', 'cut'],
    'reply',
  ])
})

test('a fault can be counted for its lane, whoever asks', async () => {
  await using model = await modelServer(script)
  const ask = async (text: string): Promise<number> =>
    (await post(model, messages, { tools, messages: [user(text)] })).status
  expect([await ask('first'), await ask('first again'), await ask('first')]).toEqual([500, 200, 200])
})

test('one that hangs says half, and is waited for', async () => {
  await using model = await modelServer(script)
  const seen = model.until(({ outcome }) => outcome === 'hang')
  const stop = new AbortController()
  const body = { stream: true, tools, messages: [user('hang')] }
  const response = await post(model, messages, body, { signal: stop.signal })
  expect(await seen).toMatchObject({ lane: 'hang' })
  const reader = response.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('message_start')
  stop.abort()
  await expect(model.until(() => false, AbortSignal.timeout(1))).rejects.toThrow()
})

test('what a request is authorised by is kept nowhere', async () => {
  await using model = await modelServer(script)
  const headers = { 'x-api-key': 'sk-very-secret', authorization: 'Bearer very-secret' }
  await post(model, `${messages}?key=very-secret`, { messages: [user('talk')] }, { headers })
  expect(model.asked).toHaveLength(1)
  expect(JSON.stringify(model.asked)).not.toContain('very-secret')
})

test('a port that is taken is told', async () => {
  await using model = await modelServer(script)
  const port = Number(new URL(model.url).port)
  await expect(modelServer(script, { port })).rejects.toMatchObject({ code: 'model-port' })
})
