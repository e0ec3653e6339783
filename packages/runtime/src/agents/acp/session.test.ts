import fc from 'fast-check'
import { expect, test } from 'vitest'
import { played, prompt, text, told, tried } from '../../testing/acp-start.ts'

const done = { kind: 'end', end: { reason: 'done' } }

const options = [
  { optionId: 'no', kind: 'allow_always' },
  { optionId: 'yes', kind: 'reject_once' },
  { optionId: 'x', kind: 'allow_once' },
]

test('a prompt is a stream of events; a call is told once, when all of its input is there', async () => {
  const one = await tried(
    prompt(
      (side) => {
        side.update('s1', { ...text('Let me see'), sessionUpdate: 'agent_thought_chunk' })
        side.update('s1', text('I '))
        side.update('s1', text('write.'))
        side.update('s1', { sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'Write', kind: 'edit', rawInput: {} })
        side.update('s1', {
          sessionUpdate: 'tool_call_update',
          toolCallId: 'c1',
          rawInput: { file_path: '/project/a' },
        })
        side.update('s1', {
          sessionUpdate: 'tool_call_update',
          toolCallId: 'c1',
          title: 'Write a',
          rawInput: { file_path: '/project/a', content: 'x' },
          content: [{ type: 'diff', path: '/project/a', oldText: null, newText: 'x' }],
        })
        side.update('s1', { sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'completed' })
        side.update('s1', { sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'completed' })
        side.update('s1', {
          sessionUpdate: 'tool_call',
          toolCallId: 'c2',
          title: 'ls -l',
          kind: 'execute',
          status: 'in_progress',
          rawInput: { command: ['ls', '-l'] },
          locations: [{ path: '/project' }, { line: 3 }],
        })
        side.update('s1', { sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 0.5, currency: 'USD' } })
      },
      { stopReason: 'end_turn', usage: { inputTokens: 10, outputTokens: 5, cachedReadTokens: 3, totalTokens: 18 } },
    ),
    { config: { profile: 'claude' } },
  )
  const events = await played(one)
  expect(events).toMatchObject([
    { kind: 'thought', text: 'Let me see' },
    { kind: 'text', text: 'I ' },
    { kind: 'text', text: 'write.' },
    { kind: 'tool-call', call: { id: 'c1', name: 'Write', action: 'edit', paths: ['/project/a'], title: 'Write a' } },
    { kind: 'tool-result', id: 'c1', isError: false, denied: false },
    { kind: 'tool-call', call: { id: 'c2', name: 'execute', action: 'execute', paths: ['/project'], title: 'ls -l' } },
    { kind: 'usage', usage: { costUsd: 0.5 } },
    { kind: 'usage', usage: { inputTokens: 13, outputTokens: 5, cachedTokens: 3, costUsd: 0.5 } },
    done,
  ])
  expect(told(one, 'session/prompt')).toEqual([{ sessionId: 's1', prompt: [{ type: 'text', text: 'go' }] }])
})

test('the same call has the same fingerprint, another another', async () => {
  const call = (id: string, command: string) => ({
    sessionUpdate: 'tool_call',
    toolCallId: id,
    kind: 'execute',
    status: 'completed',
    rawInput: { command },
  })
  const one = await tried(
    prompt((side) => {
      for (const [id, command] of Object.entries({ a: 'ls', b: 'ls', c: 'pwd' })) side.update('s1', call(id, command))
    }),
  )
  const prints = (await played(one)).flatMap((event) => (event.kind === 'tool-call' ? [event.call.fingerprint] : []))
  expect(prints).toEqual([prints[0], prints[0], expect.not.stringMatching(prints[0] ?? '')])
})

test('permission is given and refused by the kind of an option, whatever it is called', async () => {
  const answers: unknown[] = []
  const one = await tried(
    prompt(async (side) => {
      const ask = (toolCallId: string, offered: object[]) =>
        side
          .ask(
            'session/request_permission',
            JSON.parse(JSON.stringify({ sessionId: 's1', toolCall: { toolCallId }, options: offered })),
          )
          .then(({ result }) => answers.push(result))
      side.update('s1', {
        sessionUpdate: 'tool_call',
        toolCallId: 'in',
        title: 'edit',
        kind: 'edit',
        locations: [{ path: 'src/a' }],
      })
      await ask('in', options)
      side.update('s1', { sessionUpdate: 'tool_call_update', toolCallId: 'in', status: 'completed' })
      side.update('s1', {
        sessionUpdate: 'tool_call',
        toolCallId: 'out',
        title: 'edit',
        kind: 'edit',
        rawInput: { changes: { '/project/test/b': {} } },
      })
      await ask('out', options)
      side.update('s1', { sessionUpdate: 'tool_call_update', toolCallId: 'out', status: 'completed' })
      // Nothing that fits is no yes.
      await ask('unheard', [{ optionId: 'later', kind: 'maybe' }])
    }),
    {
      permission: ({ paths }) =>
        paths[0]?.includes('test') === true ? { allowed: false, reason: 'no' } : { allowed: true },
    },
  )
  const events = await played(one)
  expect(one.asked).toMatchObject([
    { id: 'in', name: 'edit', action: 'edit', paths: ['src/a'], title: 'edit' },
    { id: 'out', name: 'edit', action: 'edit', paths: ['/project/test/b'], title: 'edit' },
    { id: 'unheard', name: 'other', action: 'other', paths: [], title: 'other' },
  ])
  expect(answers).toEqual([
    { outcome: { outcome: 'selected', optionId: 'x' } },
    { outcome: { outcome: 'selected', optionId: 'yes' } },
    { outcome: { outcome: 'cancelled' } },
  ])
  expect(events.filter(({ kind }) => kind === 'tool-result')).toEqual([
    { kind: 'tool-result', id: 'in', isError: false, denied: false },
    { kind: 'tool-result', id: 'out', isError: true, denied: true },
  ])
})

test('what is not offered is refused; junk, unknown words and other sessions are passed over', async () => {
  const refused: unknown[] = []
  const one = await tried({
    ...prompt(async (side) => {
      for (const method of ['fs/write_text_file', 'fs/read_text_file', 'terminal/create', 'toString'])
        refused.push((await side.ask(method, { sessionId: 's1', path: '/project/a', content: 'x' }))['error'])
      side.say({ jsonrpc: '2.0', id: 4711, result: { stopReason: 'end_turn' } })
      side.say({ jsonrpc: '2.0', id: 'a', result: 1 })
      side.say({ jsonrpc: '2.0', method: 'session/update', params: null })
      side.say({ jsonrpc: '2.0', method: '_vendor/news', params: [1] })
      for (const odd of [null, 7, 'text', [], [{}], { method: 3 }, { id: {} }, {}]) side.say(odd)
      side.update('another', text('not mine'))
      side.update('s1', { sessionUpdate: 'plan', entries: [] })
      side.update('s1', { sessionUpdate: 'agent_message_chunk', content: { type: 'image', data: '' } })
      side.update('s1', { sessionUpdate: 'tool_call' })
      side.update('s1', text('mine'))
    }),
  })
  expect(await played(one)).toEqual([{ kind: 'text', text: 'mine' }, done])
  expect(refused).toEqual([
    { code: -32_601, message: 'fs/write_text_file is not offered' },
    { code: -32_601, message: 'fs/read_text_file is not offered' },
    { code: -32_601, message: 'terminal/create is not offered' },
    { code: -32_601, message: 'toString is not offered' },
  ])
})

test('whatever it says, a prompt has one end, the last event', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 6 }), fc.jsonValue(), async (odd, meta) => {
      const one = await tried(
        prompt(
          (side) => {
            for (const each of odd) {
              const value = JSON.parse(JSON.stringify(each))
              side.say(value)
              for (const kind of [
                'tool_call',
                'tool_call_update',
                'usage_update',
                'session_info_update',
                'config_option_update',
              ])
                side.update('s1', { ...(typeof value === 'object' ? value : { rawInput: value }), sessionUpdate: kind })
              side.update('s1', {
                sessionUpdate: 'tool_call',
                toolCallId: 'c',
                rawInput: value,
                locations: value,
                title: value,
              })
            }
          },
          { stopReason: 'end_turn', usage: meta, _meta: meta },
        ),
      )
      const events = await played(one)
      expect(events.filter(({ kind }) => kind === 'end')).toEqual([done])
      expect(events.at(-1)).toEqual(done)
    }),
    { numRuns: 60 },
  )
})
