/** Steps run in their order, and in no other. */
import { decided, proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PlayedSession } from '../testing/played.ts'
import { builtIn, definitionOf, routes } from './built-in.ts'
import { chainOf, invokes } from './definition.ts'
import { dueIn } from './state.ts'

const both = [1, 2]

test('there are two routes, in this order, each with its type, its steps and its chain of states', () => {
  proves('EXE-01', 'EXE-02', 'EXE-16', 'EXE-23', 'EXE-24', 'EXE-25', 'EXE-26', 'EXE-49', 'EXE-50')
  expect(routes).toEqual(['skill-orchestration', 'dynamic-skill-sequencing'])
  expect(
    builtIn.map(({ type, steps }) => [type, steps.map(({ number, name }) => `${number} ${name}`)]),
  ).toMatchInlineSnapshot(`
    [
      [
        "SKILL_ORCHESTRATION",
        [
          "1 GENERATE_TASK_ID",
          "2 CLASSIFY_DOMAIN",
          "3 READ_SKILL",
          "4 CREATE_MEMORY",
          "5 TRIGGER_AGENTS",
          "6 COMPLETE_WORKFLOW",
        ],
      ],
      [
        "DYNAMIC_SKILL_SEQUENCING",
        [
          "1 ANALYZE_REQUIREMENTS",
          "2 PLAN_SEQUENCE",
          "3 INVOKE_SKILLS",
          "4 VERIFY_COMPLETION",
          "5 COMPLETE",
        ],
      ],
    ]
  `)
  expect(definitionOf('direct')).toBe(null)
  expect(builtIn.map(chainOf).map((chain) => chain.join(' → '))).toMatchInlineSnapshot(`
    [
      "INITIALIZED → GENERATE_TASK_ID → CLASSIFY_DOMAIN → READ_SKILL → CREATE_MEMORY → TRIGGER_AGENTS → COMPLETE_WORKFLOW → COMPLETED",
      "INITIALIZED → ANALYZE_REQUIREMENTS → PLAN_SEQUENCE → INVOKE_SKILLS → VERIFY_COMPLETION → COMPLETE → COMPLETED",
    ]
  `)
})

test.each(both)(
  'every pair of a state and a step outside of the chain of route %i is refused, and changes nothing',
  (route) => {
    proves('EXE-51', 'EXE-52', 'EXE-64')
    const count = new PlayedSession({ route }).definition.steps.length
    for (let done = 0; done <= count; done += 1)
      for (let number = 1; number <= count + 1; number += 1) {
        if (number === done || number === done + 1) continue
        const session = new PlayedSession({ route }).until(done)
        const { left: _, ...before } = session.state
        const due = dueIn(session.state)
        expect(session.step(number, { title: 'x' }).refusal).toMatchObject({
          rule: 'out-of-order',
          reason: expect.stringContaining(due === null ? 'to be completed' : `step ${due.number} (${due.name}) is due`),
          remedy: expect.stringMatching(
            due === null ? /^sigma complete / : new RegExp(`^sigma step ${due.number} --state `),
          ),
        })
        const { left: __, ...after } = session.state
        expect(after).toEqual(before)
      }
  },
)

test.each(both)(
  'whatever is called in whatever order on route %i, steps complete one by one and none is left out',
  (route) => {
    proves('EXE-51', 'EXE-53', 'EXE-64')
    const call = fc.oneof(
      fc.record({ verb: fc.constant('step' as const), step: fc.integer({ min: 0, max: 8 }) }),
      fc.record({ verb: fc.constantFrom('complete' as const, 'work' as const), step: fc.constant(0) }),
    )
    fc.assert(
      fc.property(fc.array(call, { maxLength: 30 }), (calls) => {
        const session = new PlayedSession({ route, reissues: 100 })
        for (const { verb, step } of calls) {
          const { length: done } = session.state.path
          if (verb === 'work') session.complete()
          else if (verb === 'complete') session.call('complete')
          else session.step(step, { anything: 'else' })
          expect(session.state.path.length - done).toBeOneOf([0, 1])
          while (session.state.kind === 'invoking') session.agentDone()
        }
        if (session.state.kind === 'over') expect(session.state.path.length).toBe(session.definition.steps.length)
      }),
    )
  },
)

test('the entry runs no step, and a second time gives the directive of the step that is due', () => {
  proves('EXE-19', 'EXE-20', 'EXE-21')
  const session = new PlayedSession()
  expect(session.effects).toEqual([])
  expect(session.call('dispatched').reply.directive).toMatchObject({
    step: 0,
    command: expect.stringMatching(/^sigma step 0 --state /),
  })
  const before = session.state
  expect(session.step(0).reply).toMatchObject({ outcome: 'entered', directive: { step: 1, name: 'GENERATE_TASK_ID' } })
  expect(session.state).toEqual(before)
  session.until(3)
  const later = session.state
  expect(session.step(0).reply.directive).toMatchObject({ step: 4, name: 'CREATE_MEMORY' })
  expect(session.state).toEqual(later)
})

test('the step that was completed last gives its directive again, and its work is not done twice', () => {
  proves('EXE-55', 'EXE-59')
  const session = new PlayedSession().until(1)
  const { directive } = session.reply
  const before = session.state
  expect(session.step(1).reply).toMatchObject({ outcome: 'repeated', directive })
  expect(session.step(1, { title: 'Another' }).refusal).toMatchObject({
    rule: 'step-taken',
    reason: expect.stringMatching(/^Step 1 was completed with another output, and this one was not taken; step 2 /),
  })
  expect(session.state).toEqual(before)
  session.until(5)
  expect(session.step(5).effects).toMatchObject([{ kind: 'reply', data: { directive: { step: 6 } } }])
})

test('of two processes that run one step at once one is refused, and the step is there once', () => {
  proves('EXE-65')
  const session = new PlayedSession()
  session.step(1, { title: 'One' }, { seen: 0 })
  expect(session.reply.outcome).toBe('completed')
  expect(session.step(1, { title: 'Two' }, { seen: 0 }).refusal).toMatchObject({ rule: 'step-taken' })
  expect(session.state.outputs).toMatchObject([{ title: 'One' }])
  session.until(4).step(5, null, { seen: 4 })
  const first = session.lastCall
  // The step is under way: whoever comes later waits for it, for the process that came first may have died.
  expect(session.step(5, null, { seen: 4 }).refusal).toMatchObject({ rule: 'step-taken', call: first })
  while (session.state.kind === 'invoking') session.agentDone()
  expect(session.effects).toMatchObject([{ kind: 'reply', call: session.lastCall, data: { outcome: 'completed' } }])
  expect(session.state.path.length).toBe(5)
})

test('who comes to a step that a person had go on waits for it, and nobody else is refused', () => {
  proves('EXE-65')
  const session = new PlayedSession().until(4).step(5).agent('BL', 'No key.')
  session.happen(decided('decision', 'resume'))
  expect(session.state.kind).toBe('invoking')
  // Nobody waited for it since.
  expect(session.step(5).effects).toEqual([])
  const first = session.lastCall
  expect(session.step(5).refusal).toMatchObject({ rule: 'step-taken', call: first })
})

test('the protocol completes after its last step alone, and says nothing further', () => {
  proves('EXE-34', 'EXE-38', 'EXE-39')
  for (const route of both) {
    const session = new PlayedSession({ route })
    expect(session.call('complete').refusal).toMatchObject({ rule: 'step-due' })
    session.until(session.definition.steps.length)
    expect(session.reply.directive).toMatchObject({ step: null, command: expect.stringMatching(/^sigma complete /) })
    session.call('complete')
    expect(session.reply).toMatchObject({ outcome: 'finished', directive: null })
    expect(session.effects.at(-1)).toMatchObject({
      kind: 'end',
      outcome: 'completed',
      summary: expect.stringMatching(/^All is /),
    })
  }
})

test('what is said at its completion is its summary, where anything is said', () => {
  proves('EXE-39')
  const ending = (given: object) =>
    new PlayedSession()
      .until(6)
      .call('complete', { ...given })
      .effects.at(-1)
  expect(ending({ summary: 'Mine.' })).toMatchObject({ summary: 'Mine.' })
  for (const given of [{}, { summary: ' ' }]) expect(ending(given)).toMatchObject({ summary: 'All is built.' })
})

test('exactly one step of each route invokes agents: the fifth, and the third', () => {
  proves('EXE-62')
  expect(builtIn.map(({ steps }) => steps.filter(invokes).map(({ number }) => number))).toEqual([[5], [3]])
  for (const route of both) {
    const session = new PlayedSession({ route })
    for (const { number, name } of session.definition.steps) {
      session.until(number - 1)
      const at = session.state.path.length + 1
      session.step(at, null)
      expect(session.state.kind === 'invoking').toBe(name === 'TRIGGER_AGENTS' || name === 'INVOKE_SKILLS')
      while (session.state.kind === 'invoking') session.agentDone()
    }
  }
})
