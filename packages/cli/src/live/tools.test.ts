import { kits } from '@sigma/protocols'
import { afterEach, expect, test, vi } from 'vitest'
import type { LiveCall, LiveDoor, LiveRead } from './operations.ts'
import { toolsOf } from './tools.ts'

const { commands = [] } = kits.find(({ name }) => name === 'board') ?? {}

/** A door that keeps what came through it, and answers as it is told. */
function toolsWith(answers: Partial<LiveDoor> = {}) {
  const asked: (LiveCall | LiveRead)[] = []
  const tools = toolsOf(commands, {
    call: async (call, begins) => {
      asked.push(call)
      return (await answers.call?.(call, begins)) ?? { kind: 'replied', data: { count: 1, limit: 7 } }
    },
    read: async (read) => {
      asked.push(read)
      return (await answers.read?.(read)) ?? { text: '', data: null, mark: '', over: false }
    },
  })
  const call = async (name: string, given: unknown) => {
    const tool = tools.find((each) => each.name === name)
    if (tool === undefined) throw new Error(`There is no tool ${name}.`)
    return await tool.call(given, { client: null })
  }
  return { tools, asked, call }
}

afterEach(() => void vi.useRealTimers())

test('each command that an agent may give is a tool, and none that is for people alone', () => {
  const names = toolsWith().tools.map(({ name }) => name)
  expect(names).toEqual([
    ...['pm_status', 'pm_chat', 'pm_say', 'pm_history', 'pm_show', 'pm_why'],
    ...['pm_phase', 'pm_extend_phase', 'pm_end_phase', 'pm_subtask', 'pm_wait_children', 'pm_done', 'pm_decide'],
    ...['pm_object', 'pm_answer_objection', 'pm_escalate', 'pm_vote', 'pm_hold', 'pm_wait', 'pm_acknowledge'],
  ])
})

test('a tool takes the words and flags of its command, and the protocol gets what the command line would have given', async () => {
  const { asked, call, tools } = toolsWith()
  expect(tools.find(({ name }) => name === 'pm_phase')?.inputSchema).toMatchObject({
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: 50 },
      type: { enum: ['discussion', 'review', 'build', 'decision'] },
      perspective: { type: 'array' },
    },
  })
  expect(await call('pm_say', { message: '--json is "a word"\nof two lines' })).toEqual({ text: '1/7', isError: false })
  await call('pm_phase', { name: 'Design', limit: 7, roles: 'designer,dev' })
  await call('pm_extend_phase', { n: 2 })
  await call('pm_subtask', { description: 'Words', context: 'What was decided' })
  expect(asked).toMatchObject([
    { verb: 'say', arguments: { content: '--json is "a word"\nof two lines' } },
    { verb: 'phase', arguments: { name: 'Design', limit: 7, roles: ['designer', 'dev'] } },
    { verb: 'extend-phase', arguments: { by: 2 } },
    { verb: 'subtask', arguments: { description: 'Words', context: 'What was decided' } },
  ])
  expect(new Set(asked.map((each) => 'key' in each && each.key)).size).toBe(asked.length)
})

test('what cannot be read, and what the protocol refuses, is one sentence with a way out', async () => {
  const { asked, call } = toolsWith({
    call: async () => ({
      kind: 'refused',
      rule: 'room-closed',
      reason: 'The phase is closed.',
      remedy: 'pm show ph-1',
    }),
  })
  for (const given of [{}, { message: ['a'] }, { message: 'a', by: 'cedar_1' }, 'a', null])
    expect(await call('pm_say', given)).toMatchObject({ isError: true, text: expect.stringContaining('pm say --help') })
  expect(await call('pm_extend_phase', { n: 'two' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('is a whole number'),
  })
  expect(asked).toEqual([])
  expect(await call('pm_say', { message: 'a' })).toEqual({
    isError: true,
    text: 'The phase is closed.\nhint: pm show ph-1',
  })
})

test('whoever waits is told when nothing came in time, and the same call again is attached to the first', async () => {
  vi.useFakeTimers()
  const children = Promise.withResolvers<{ kind: 'replied'; data: { children: []; killed: [] } }>()
  const { asked, call } = toolsWith({ call: () => children.promise })
  const first = call('pm_wait_children', {})
  await vi.advanceTimersByTimeAsync(50_000)
  expect(await first).toEqual({ text: 'Nothing came yet. Call this tool again to go on waiting.', isError: false })
  const again = call('pm_wait_children', {})
  children.resolve({ kind: 'replied', data: { children: [], killed: [] } })
  expect(await again).toEqual({ text: 'There are no child tasks.', isError: false })
  expect(asked).toHaveLength(1)
  await call('pm_wait_children', {})
  expect(asked).toHaveLength(2)
})

test('what is read may be waited for, for less than a minute', async () => {
  const { asked, call } = toolsWith()
  expect(await call('pm_chat', { waitSeconds: 50 })).toEqual({ text: 'Nothing new.', isError: false })
  expect(await call('pm_chat', {})).toMatchObject({ isError: false })
  expect(await call('pm_chat', { waitSeconds: 51 })).toMatchObject({ isError: true })
  expect(asked).toMatchObject([
    { view: 'chat', waitMs: 50_000, since: null },
    { view: 'chat', waitMs: null, since: null },
  ])
})
