import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { end, exited, type Part, text, tool, writes } from './fixture/fake-adapter.ts'
import { type How, type Played, stage } from './fixture/played.ts'

const { played, reporting, codes, cwd, close } = stage()
afterAll(close)

const usage = { inputTokens: 100, outputTokens: 7 }

test('a turn is one conversation: it is told its task, followed while it works, and answers with its last line', async () => {
  const { result, agent, transcript, activities, states, begun } = await played([
    [
      { kind: 'model', name: 'big-1' },
      { kind: 'thought', text: 'hm' },
      text('I look '),
      text('at it.'),
      ...tool('Bash', 'npm test'),
      { kind: 'retry', attempt: 2, why: 'the model is overloaded', waitMs: 4_000 },
      { kind: 'usage', usage },
      text('All passes.\n→[GC, '),
      text('done]\n\n'),
    ],
  ])
  expect(result).toMatchObject({ kind: 'answered', code: 'GC', message: 'done', usage })
  expect(begun).toEqual([{ session: 's1', pid: 4711 }])
  expect(agent.prompts).toHaveLength(1)
  expect(agent.prompts[0]).toContain('src/**')
  expect(agent.spec()?.systemPrompt).not.toBe('')
  expect(agent.isClosed()).toBe(true)
  expect(activities).toEqual([
    'starts mine',
    'says: I look',
    'says: I look at it.',
    'Bash: npm test',
    'the model is overloaded, tries again in 4 s',
    'says: All passes. →[GC,',
    'says: All passes. →[GC, done]',
  ])
  expect(states.map(({ stage, waits }) => (waits === null ? stage : `${stage}: ${waits}`))).toEqual([
    'starting',
    'thinking',
    'thinking',
    'answering',
    'using-tool',
    'thinking',
    'waiting: the model is overloaded, tries again in 4 s',
    'waiting: the model is overloaded, tries again in 4 s',
    'answering',
    'ending',
  ])
  expect(states.at(-1)).toMatchObject({ agent: 'mine', model: 'big-1', session: 's1', usage })
  for (const words of [
    'I look at it.',
    '→ Bash npm test',
    '← done: Bash npm test',
    '… try 2: the model is overloaded, again in 4 s',
  ])
    expect(transcript).toContain(words)
})

test('an amount that is none is not known: budgets are counted by it', async () => {
  const used = async (usage: object): Promise<unknown> =>
    (await played([[{ kind: 'usage', usage }, text('→[GC, r]')]])).result.usage
  expect(await used({ inputTokens: -5, outputTokens: 3, costUsd: Number.NaN })).toEqual({ outputTokens: 3 })
  expect(await used({ inputTokens: Number.POSITIVE_INFINITY })).toBe('unknown')
})

const failing: Readonly<Record<string, readonly [turns: readonly (readonly Part[])[], how: How, expected: object]>> = {
  'is not served': [
    [[end({ reason: 'limited', message: 'quota', retryAfterMs: 9_000 })]],
    {},
    { cause: 'limited', retryAfterMs: 9_000, usage: 'unknown', findings: [{ rule: 'agent-limited' }] },
  ],
  'is not logged in': [
    [[end({ reason: 'unusable', message: 'Not logged in' })]],
    {},
    { cause: 'unavailable', findings: [{ rule: 'agent-unusable' }] },
  ],
  'has used up its own limits': [
    [[{ kind: 'usage', usage }, end({ reason: 'exhausted', message: 'max turns' })]],
    {},
    { cause: 'crash', usage, findings: [{ rule: 'agent-exhausted' }] },
  ],
  'breaks off': [
    [[text('→[GC, done]'), end({ reason: 'failed', message: 'internal error' })]],
    {},
    { cause: 'crash', findings: [{ rule: 'agent-failed' }] },
  ],
  'is killed': [
    [
      [
        text('→[GC, done]'),
        end({ reason: 'over', result: { ...exited, end: 'signalled', exit: null, signal: 'SIGKILL' } }),
      ],
    ],
    {},
    {
      cause: 'crash',
      findings: [{ rule: 'agent-crash', message: 'The agent mine was ended by SIGKILL before its prompt was.' }],
    },
  ],
  'ends by itself before it has answered': [
    [[end({ reason: 'over', result: { ...exited, stderr: 'Error: no key\n    at main\n' } })]],
    {},
    {
      cause: 'crash',
      findings: [
        { rule: 'agent-crash', message: expect.stringMatching(/ The end of its stderr: “Error: no key \/ at main”$/) },
      ],
    },
  ],
  'takes too much memory': [
    [
      [
        end({
          reason: 'over',
          result: { ...exited, end: 'signalled', exit: null, signal: 'SIGKILL', exceeded: 'memory' },
        }),
      ],
    ],
    {},
    { cause: 'crash', findings: [{ rule: 'agent-memory' }] },
  ],
  'never opens a session': [
    [],
    { startsNever: true, tuning: { startLimitMs: 20 } },
    { cause: 'timeout', findings: [{ rule: 'agent-start-timeout' }] },
  ],
  'cannot be started': [
    [],
    {
      failure: {
        cause: 'unavailable',
        findings: [{ rule: 'agent-unstartable', message: 'no', remedy: 'yes' }],
        output: 'oh',
      },
    },
    { cause: 'unavailable', findings: [{ rule: 'agent-unstartable' }] },
  ],
  'gives a code that is not legal': [
    [[text('→[PC, planned]')]],
    {},
    { cause: 'invalid', findings: [{ rule: 'answer-illegal' }] },
  ],
  'ends twice without an answer': [
    [[text('I am done!')], [text('I said that I am done.')]],
    {},
    { cause: 'invalid', findings: [{ rule: 'answer-missing' }] },
  ],
  'says otherwise than it reported': [
    [[text('→[TI, a test is wrong]')]],
    { request: reporting({ code: 'GC', message: 'done' }) },
    { cause: 'invalid', findings: [{ rule: 'answer-disagrees' }] },
  ],
  'reported and is killed': [
    [[end({ reason: 'over', result: { ...exited, exit: 3 } })]],
    { request: reporting({ code: 'GC', message: 'done' }) },
    { cause: 'crash', findings: [{ rule: 'agent-crash' }] },
  ],
}

test.each(Object.entries(failing))('an agent that %s has failed by its own rule', async (_, [turns, how, expected]) => {
  const { result, agent, begun } = await played(turns, how)
  expect(result).toMatchObject({ kind: 'failed', ...expected })
  if (begun.length > 0) expect(agent.isClosed()).toBe(true)
})

const answering: Readonly<Record<string, readonly [turns: readonly (readonly Part[])[], how: How, prompts: number]>> = {
  'reports and talks on': [[[text('That was a nice task.')]], { request: reporting({ code: 'GC', message: 'r' }) }, 1],
  'reports and says the same': [[[text('→[GC, said]')]], { request: reporting({ code: 'GC', message: 'r' }) }, 1],
  'reports and is not served any more': [
    [[end({ reason: 'limited', message: 'quota', retryAfterMs: null })]],
    { request: reporting({ code: 'GC', message: 'r' }) },
    1,
  ],
  'answers and then only tidies up': [[[text('→[GC, r]'), ...tool('TodoWrite', 'all done')]], {}, 1],
  'answers when it is asked once more': [[[text('I am done!')], [text('→[GC, r]')]], {}, 2],
  'says it all again after a connection was cut': [
    [[text('→[TI, ha'), { kind: 'retry', attempt: 1, why: 'cut', waitMs: null }, text('→[GC, r]')]],
    {},
    1,
  ],
}

test.each(Object.entries(answering))('an agent that %s has answered', async (_, [turns, how, prompts]) => {
  const { result, agent } = await played(turns, how)
  expect(result).toMatchObject({ kind: 'answered', code: 'GC' })
  expect(agent.prompts).toHaveLength(prompts)
})

test('whichever way an agent answers, the same answer comes of it', async () => {
  proves('DPTR-07')
  const message = fc.stringMatching(/^[a-z][a-z ]{0,20}[a-z]$/)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...codes),
      message,
      fc.array(fc.nat(6), { maxLength: 4 }),
      async (code, words, cuts) => {
        const line = `→[${code}, ${words}]`
        const pieces = [...cuts, 0].reduce<readonly string[]>(
          (parts, cut) => [...parts.slice(0, -1), parts.at(-1)?.slice(0, cut) ?? '', parts.at(-1)?.slice(cut) ?? ''],
          [line],
        )
        const ways: readonly Promise<Played>[] = [
          played([[text(line)]]),
          played([[text('Talk.\n'), ...pieces.map(text)]]),
          played([[...tool('Bash', 'ls'), text(line)]], {
            resumed: true,
            capabilities: { softDeny: false, systemPrompt: false },
          }),
          played([[text('done')], [text(line)]]),
          played([[text('well')]], { request: reporting({ code, message: words }) }),
        ]
        for (const { result } of await Promise.all(ways))
          expect(result).toMatchObject({ kind: 'answered', code, message: words })
      },
    ),
    { numRuns: 20 },
  )
})

test("a change of what is not the role's is refused with the reason; who can hear it goes on by itself", async () => {
  const { result, agent, transcript } = await played([
    [
      writes('test/sum.test.js'),
      writes(join(cwd, 'src/sum.js')),
      writes('design.md'),
      writes('/etc/passwd'),
      text('→[GC, r]'),
    ],
  ])
  expect(result.kind).toBe('answered')
  expect(agent.answers.map(({ allowed }) => allowed)).toEqual([false, true, false, false])
  expect(agent.answers[0]).toMatchObject({ reason: expect.stringContaining('your role writes only src/**') })
  expect(agent.prompts).toHaveLength(1)
  expect(transcript).toContain('✗ refused: Write test/sum.test.js')
})

test('an agent whose prompt ends on a refusal is sent the reason and goes on, within the same attempt', async () => {
  const { result, agent, begun } = await played(
    [
      [text('→[GC, too early]'), writes('test/a.js'), end({ reason: 'cancelled' })],
      [...tool('Bash', 'ls'), writes('test/b.js'), end({ reason: 'done' })],
      [text('→[GC, r]')],
    ],
    { capabilities: { softDeny: false } },
  )
  expect(result).toMatchObject({ kind: 'answered', message: 'r' })
  expect(agent.prompts[1]).toContain('test/a.js is not yours to change')
  expect(agent.prompts[2]).toContain('test/b.js is not yours to change')
  expect(begun).toHaveLength(1)
})

test('an agent that is refused without end is not asked without end', async () => {
  const stubborn: readonly Part[] = [writes('test/a.js'), end({ reason: 'cancelled' })]
  const { result, agent } = await played(Array(20).fill(stubborn), { capabilities: { softDeny: false } })
  expect(result).toMatchObject({ kind: 'failed', cause: 'invalid', findings: [{ rule: 'answer-missing' }] })
  expect(agent.prompts).toHaveLength(7)
})
