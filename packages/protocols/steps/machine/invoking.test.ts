/** How agents are invoked, and what they leave. */
import type { Ask, Effect } from '@sigma/protocol'
import { decided, failed, judged, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { PlayedSession } from '../testing/played.ts'
import { memoryId } from './places.ts'
import { invocationDue } from './state.ts'

const invoking = (rest = {}): PlayedSession => new PlayedSession(rest).until(4).step(5)

function asked({ effects }: { readonly effects: readonly Effect[] }): Ask {
  return effects.find((effect) => effect.kind === 'ask') ?? expect.fail('No agent was asked.')
}

test('agents work in the order of phases, each by an ask, and the step ends when all have left their memory', () => {
  proves('EXE-04', 'EXE-05', 'EXE-06', 'EXE-32', 'EXE-81')
  const session = invoking()
  const roles: string[] = []
  while (session.state.kind === 'invoking') {
    const { role, writes, brief } = asked(session)
    roles.push(role)
    expect(writes).toEqual([`memory/add-a-login-1f2e3d4c-5b6-${role}-memory.md`])
    expect(brief.context).toMatchObject({ memory: writes[0], agent: role })
    session.agent('AD')
    expect(session.effects).toMatchObject([{ kind: 'check', gate: 'memory', parameters: { path: writes[0] } }])
    expect(session.state.kind).toBe('invoking')
    session.memory('pass')
  }
  expect(roles).toEqual(['asker', 'maker', 'checker'])
  expect(session.state.outputs[4]).toMatchObject({
    agents: [
      { phase: 'Clarify', agent: 'asker', memory: '.claude/memory/add-a-login-1f2e3d4c-5b6-asker-memory.md' },
      {},
      {},
    ],
  })
})

test('on the dynamic route every listed skill is invoked, in the order of the list', () => {
  proves('EXE-33')
  const session = new PlayedSession({ route: 2 }).until(2).step(3)
  const roles: string[] = []
  while (session.state.kind === 'invoking') {
    roles.push(asked(session).role)
    session.agentDone()
  }
  expect(roles).toEqual(['analyse', 'make'])
})

test('the memory of the task is made in the step before any agent works', () => {
  proves('EXE-83')
  const session = new PlayedSession().until(4)
  expect(session.state.outputs[3]).toEqual({ memory: '.claude/memory/add-a-login-1f2e3d4c-5b6-memory.md' })
  expect(session.state.memories).toEqual([])
})

test('earlier memories are offered in the order of phases, and what the limit cuts is named', () => {
  proves('EXE-84')
  const parameters = (memoryBytes: number) => asked(invoking({ memoryBytes }).agentDone().agentDone()).brief.parameters
  const memory = (agent: string): string => `memory/add-a-login-1f2e3d4c-5b6-${agent}-memory.md`
  expect(parameters(100)).toMatchObject({ earlier: [memory('asker'), memory('maker')], cut: [] })
  expect(parameters(15)).toMatchObject({ earlier: [memory('maker')], cut: [memory('asker')] })
})

test.each([
  ['crashes', (session: PlayedSession) => session.happen(failed('agent-2-maker', 'crash'))],
  ['times out', (session: PlayedSession) => session.happen(failed('agent-2-maker', 'timeout'))],
  ['says that it is blocked', (session: PlayedSession) => session.agent('BL', 'No key.')],
  ['leaves no memory', (session: PlayedSession) => session.agent('AD').memory('fail')],
])(
  'an agent that %s halts the session in its step; resumed, only those are asked that have not finished',
  (_, fails) => {
    proves('EXE-85', 'EXE-44')
    const session = invoking().agentDone()
    fails(session)
    expect(session.refusal).toMatchObject({ rule: 'halted', call: session.lastCall })
    expect(session.effects.at(-1)).toMatchObject({ kind: 'consult', status: 'halted' })
    expect(session.state).toMatchObject({ kind: 'asking', at: 5, started: true })
    session.happen(decided('decision', 'resume'))
    expect(asked(session)).toMatchObject({ role: 'maker', id: 'agent-2-maker' })
    session.agentDone().agentDone()
    // Nobody waited: the same command gives the directive that follows.
    expect(session.step(5).reply).toMatchObject({ outcome: 'repeated', directive: { step: 6 } })
  },
)

test('of an agent that fails without a word the cause is told', () => {
  const session = invoking().happen(failed('agent-1-asker', 'timeout'))
  expect(session.effects.at(-1)).toMatchObject({
    reasons: [{ rule: 'agent-failed', message: 'asker failed: timeout.' }],
  })
})

test('questions of the first phase become a decision, and its agent goes on with the answer', () => {
  proves('EXE-07')
  const session = invoking({ questions: 1 })
  expect(asked(session).codes).toEqual(['AD', 'QU'])
  session.agent('QU', 'Which provider?')
  expect(session.refusal.rule).toBe('waits-for-person')
  expect(session.effects.at(-1)).toMatchObject({
    kind: 'consult',
    status: 'waiting',
    question: 'An agent asks: Which provider?',
  })
  session.happen(decided('decision', 'answer', { input: { note: 'Ours.' } }))
  expect(asked(session)).toMatchObject({
    codes: ['AD'],
    role: 'asker',
    brief: { parameters: { answers: [{ question: 'Which provider?', answer: 'Ours.' }] } },
  })
  expect(asked(session.agentDone()).codes).toEqual(['AD'])
})

test('every answer is told to the agent that asked, and agents of later phases have no question', () => {
  proves('EXE-07')
  const session = invoking({ questions: 3 })
  for (const question of ['Which provider?', 'Which port?']) {
    session.agent('QU', question)
    session.happen(decided('decision', 'answer', { input: { note: `To ${question}` } }))
  }
  expect(asked(session).brief.parameters).toMatchObject({
    answers: [
      { question: 'Which provider?', answer: 'To Which provider?' },
      { question: 'Which port?', answer: 'To Which port?' },
    ],
  })
  expect(asked(session).codes).toEqual(['AD', 'QU'])
  expect(asked(session.agentDone())).toMatchObject({ role: 'maker', codes: ['AD'] })
})

test('an agent that goes on after a halt is told why its memory was refused, and nobody waits for the step any more', () => {
  proves('EXE-06', 'EXE-85')
  const session = invoking().agent('AD')
  const due = invocationDue(session.state) ?? expect.fail()
  const findings = [{ rule: 'memory-missing', message: 'It left none.', remedy: 'Leave one.' }]
  session.happen(judged(memoryId(session.state, due), 'fail', { findings }))
  expect(session.refusal.rule).toBe('halted')
  session.happen(decided('decision', 'resume'))
  expect(asked(session)).toMatchObject({ role: 'asker', brief: { refused: findings } })
  while (session.state.kind === 'invoking') session.agentDone()
  // The call that began the step was told of the halt.
  expect([session.state.path.length, session.effects]).toEqual([5, []])
})

test('a budget that is spent is a question of its own, and may be filled up', () => {
  const session = invoking()
  session.happen(failed(asked(session).id, 'budget'))
  expect(session.effects.at(-1)).toMatchObject({
    kind: 'consult',
    status: 'escalated',
    question: 'A budget is spent. What now?',
    options: [{ name: 'extend' }, { name: 'abort' }],
  })
  expect(asked(session.happen(decided('decision', 'extend'))).role).toBe('asker')
})

test('no call starts an agent: it is refused, and the step that invokes agents refuses any other', () => {
  proves('EXE-62', 'EXE-63', 'EXE-79')
  const session = new PlayedSession().until(2)
  for (const verb of ['agent', 'invoke', 'ask'])
    expect(session.call(verb, { agent: 'maker' }).refusal.rule).toBe('unknown-verb')
  expect(session.step(5).refusal).toMatchObject({
    rule: 'out-of-order',
    reason: expect.stringContaining('Agents are invoked in that step alone.'),
  })
})

test('a session that a person aborts asks nobody any more', () => {
  const session = invoking().agent('BL').happen(decided('decision', 'abort'))
  expect(session.effects).toMatchObject([{ kind: 'end', outcome: 'aborted' }])
  expect(session.state).toMatchObject({ kind: 'over', outcome: 'aborted' })
})
