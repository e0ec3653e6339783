/** What must be true at the end of a step, and what follows where it is not. */
import { basename } from 'node:path'
import { decided, judged, proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { release } from '../testing/definitions.ts'
import { PlayedSession } from '../testing/played.ts'
import { memoryFile } from './paths.ts'

test('a step that needs an output begins by its text, and its directive is the same until the output is there', () => {
  proves('EXE-30', 'EXE-72')
  const session = new PlayedSession()
  session.step(1)
  expect(session.reply).toMatchObject({
    outcome: 'started',
    content: 1,
    wants: {
      file: 'protocols/execution/skill/state/skill-1f2e3d4c-5b6-step-1-output.json',
      gives: [{ name: 'title' }],
    },
    directive: { step: 1, command: 'sigma step 1 --state protocols/execution/skill/state/skill-1f2e3d4c-5b6.json' },
  })
  expect(session.state).toMatchObject({ at: 1, started: true })
  expect(session.step(1, { title: 'A task' }).reply).toMatchObject({
    outcome: 'completed',
    content: null,
    directive: { step: 2 },
  })
})

test.each([
  [1, 'skill-orchestration', {}, 'title'],
  [1, 'skill-orchestration', { title: ' ' }, 'title'],
  [2, 'skill-orchestration', { domain: 3 }, 'domain'],
  [6, 'skill-orchestration', { summary: '' }, 'summary'],
  [1, 'dynamic-skill-sequencing', { title: 'x', requirements: [] }, 'requirements'],
  [2, 'dynamic-skill-sequencing', { skills: ['a', ''] }, 'skills'],
  [4, 'dynamic-skill-sequencing', { results: 'all' }, 'results'],
])('step %i of %s is not completed by %j, and says what its output lacks', (number, route, output, lacks) => {
  proves('EXE-27')
  const session = new PlayedSession({ route: route === 'skill-orchestration' ? 1 : 2 }).until(number - 1)
  session.step(number, output)
  expect(session.reply).toMatchObject({
    outcome: 'unmet',
    reasons: [{ rule: 'output-lacks', message: expect.stringContaining(`"${lacks}"`) }],
    directive: { step: number },
  })
  expect(session.state.path.length).toBe(number - 1)
})

test('an output that is too long, or cannot be read, completes nothing', () => {
  const session = new PlayedSession().step(1, { title: 'x', more: 'y'.repeat(40_000) })
  expect(session.reply.reasons).toMatchObject([{ rule: 'output-too-long' }])
  session.step(1, null, { unreadable: 'It is no JSON.' })
  expect(session.reply.reasons).toMatchObject([{ rule: 'output-unreadable', message: 'It is no JSON.' }])
  expect(session.state.path.length).toBe(0)
})

test('what the gate of skills finds must be readable', () => {
  const session = new PlayedSession().until(2).step(3, { skill: 'build' }, { skills: [{ name: 'build', text: 't' }] })
  session.happen(judged('skills', 'pass', { data: { skills: [] } }))
  expect(session.reply.reasons).toMatchObject([{ rule: 'skill-unreadable' }])
  // Whatever it found beside its verdict.
  const refused = new PlayedSession().until(2).step(3, { skill: 'build' }, { skills: [{ name: 'build', text: 't' }] })
  const findings = [{ rule: 'skill-broken', message: 'It is torn.', remedy: 'Mend it.' }]
  const skills = [{ name: 'build', hash: 'h', blob: 'b', phases: [{ name: 'Work', agents: ['maker'] }] }]
  refused.happen(judged('skills', 'fail', { findings, data: { skills } }))
  expect(refused.reply).toMatchObject({ outcome: 'unmet', reasons: findings })
  expect(refused.state).toMatchObject({ at: 3, skills: [] })
})

test('the id of the task is a slug that ends in the session, so that no two tasks share one', () => {
  proves('EXE-28', 'EXE-82')
  const session = new PlayedSession().step(1, { title: '../../etc/passwd — Ärger & more', task_id: '../x' })
  expect(session.state).toMatchObject({ task: 'etc-passwd-ärger-more-1f2e3d4c-5b6' })
  expect(session.state.outputs[0]).toMatchObject({ task_id: session.state.task })
})

test.each([
  ['日本', '日本'],
  ['Добавить вход!', 'добавить-вход'],
  ['A\u0308rger', 'ärger'],
  ['ＡＢＣ １', 'abc-1'],
  ['हिन्दी में', 'हिन्दी-में'],
  ['\u0308\u202e.. / …', 'task'],
])('the title %j names the task %s', (title, task) => {
  expect(new PlayedSession().step(1, { title }).state.task).toBe(`${task}-1f2e3d4c-5b6`)
})

test('a title of any length and script makes a name that a file can have, and no path', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.constantFrom('𠮷'.repeat(300), '../..', '\u0000'),
  )
  fc.assert(
    fc.property(unit, (title) => {
      const { task } = new PlayedSession().step(1, { title: `x${title}` }).state
      expect(task).toMatch(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*$/u)
      const longest = basename(memoryFile(task ?? '', 'a'.repeat(64)))
      expect(Buffer.byteLength(longest)).toBeLessThanOrEqual(255)
    }),
  )
})

test('what is to be written is told to whoever was shown the step’s text, and to nobody before', () => {
  proves('EXE-30')
  const session = new PlayedSession()
  expect(session.call('dispatched').reply.wants).toBe(null)
  expect(session.step(1, { title: 'x' }).reply).toMatchObject({ directive: { step: 2 }, wants: null })
  expect(session.step(2).reply.wants).toMatchObject({ gives: [{ name: 'domain' }] })
})

test('a step that is completed at once is told what those before it left, and of a loop the last round’s', () => {
  proves('EXE-31')
  const session = new PlayedSession().step(1, { title: 'x', context: 'One.' })
  expect(session.step(2, { domain: 'web', context: 'Two.' }).reply.context).toEqual([{ step: 1, text: 'One.' }])
  const loop = new PlayedSession({ definition: release })
  loop.step(1, { result: 'broken', context: 'First.' }).step(2, { changed: ['a'] })
  loop.step(1, { result: 'broken', context: 'Second.' })
  expect(loop.step(2).reply.context).toEqual([{ step: 1, text: 'Second.' }])
})

test('fields that nobody knows stay in the output', () => {
  proves('EXE-42', 'EXE-77')
  const session = new PlayedSession().step(1, { title: 'x', mood: { good: [1, 2] } })
  expect(session.state.outputs[0]).toMatchObject({ mood: { good: [1, 2] } })
})

test('what a step left as context is told with the text of those after it, and with no other', () => {
  proves('EXE-31')
  const session = new PlayedSession()
  expect(session.step(1).reply.context).toEqual([])
  session.step(1, { title: 'x', context: 'Mind the cache.' })
  expect(session.reply.context).toEqual([])
  expect(session.step(2).reply.context).toEqual([{ step: 1, text: 'Mind the cache.' }])
})

test('whoever matches requirements with results is told each of them, word by word', () => {
  proves('EXE-31')
  const session = new PlayedSession({ route: 2 }).until(3)
  expect(session.step(4).reply.context).toEqual([{ step: 1, text: '- people log in\n- people log out' }])
})

test('a skill is read by the host: its name and hash are put down, and one that is not there completes nothing', () => {
  proves('EXE-23')
  const session = new PlayedSession().until(2)
  expect(session.step(3, { skill: 'build' }).reply).toMatchObject({
    outcome: 'unmet',
    reasons: [{ rule: 'skill-missing' }],
  })
  session.step(3, { skill: 'build' }, { skills: [{ name: 'build', text: 'b1' }] })
  expect(session.effects).toMatchObject([
    { kind: 'check', gate: 'skills', parameters: { skills: [{ name: 'build', text: 'b1' }] } },
  ])
  session.happen(judged('skills', 'fail'))
  expect(session.reply).toMatchObject({ outcome: 'unmet', reasons: [{ rule: 'gate-fail' }], directive: { step: 3 } })
  session.step(3, { skill: 'build' }, { skills: [{ name: 'build', text: 'b1' }] }).found(['build'])
  expect(session.state.outputs[2]).toMatchObject({ skill: 'build', read: [{ name: 'build', hash: 'hash of build' }] })
})

test('a follower that does not do what is due is told three times, then the session halts with that reason', () => {
  proves('EXE-76')
  const session = new PlayedSession({ reissues: 3 })
  session.step(1)
  expect(session.step(1).reply.reasons).toMatchObject([{ rule: 'output-missing' }])
  expect(session.step(4).refusal.rule).toBe('out-of-order')
  session.call('complete')
  const last = 'The protocol cannot be completed: step 1 (GENERATE_TASK_ID) is due.'
  expect(session.refusal).toMatchObject({ rule: 'halted', reason: expect.stringContaining('issued again 3 times') })
  expect(session.refusal.reason).toContain(last)
  expect(session.effects.at(-1)).toMatchObject({
    kind: 'consult',
    status: 'halted',
    reasons: [{ rule: 'directive-ignored' }, { rule: 'step-due', message: last }],
  })
  expect(session.step(1, { title: 'x' }).refusal.rule).toBe('waits-for-person')
  for (const verb of ['complete', 'dispatched'])
    expect(session.call(verb).refusal).toMatchObject({ rule: 'waits-for-person', remedy: 'sigma inbox' })
  for (const number of [0, 1, 4]) expect(session.step(number).refusal.rule).toBe('waits-for-person')
  session.happen(decided('decision', 'resume'))
  expect(session.step(1, { title: 'x' }).reply.outcome).toBe('completed')
})

test('who gives no output, or the wrong one, is told as often, and no oftener', () => {
  proves('EXE-76')
  for (const output of [null, {}]) {
    const session = new PlayedSession({ reissues: 2 })
    session.step(1)
    expect(session.step(1, output).reply.outcome).toBe('unmet')
    expect(session.step(1, output).refusal.rule).toBe('halted')
  }
})

test('what was done counts no more against the follower', () => {
  const session = new PlayedSession({ reissues: 3 })
  for (let number = 1; number <= 2; number += 1) {
    session.step(9)
    session.step(9)
    session.complete()
    expect(session.state).toMatchObject({ kind: 'due', at: number + 1 })
  }
})

test('a requirement without evidence keeps the protocol from its last step, is listed, and is then a person’s to decide', () => {
  proves('EXE-86')
  const results = [
    { requirement: 'people log in', skill: 'make', evidence: '' },
    { requirement: 'people log out', skill: 'other', evidence: 'seen' },
  ]
  const session = new PlayedSession({ route: 2, verdicts: 2 }).until(3)
  session.step(4, { results })
  expect(session.reply).toMatchObject({
    outcome: 'unmet',
    reasons: [
      { rule: 'requirement-unmatched', message: '"people log in" is not met: it has no evidence.' },
      { message: '"people log out" is not met: its skill was not invoked.' },
    ],
  })
  session.step(4, { results: results.slice(0, 1) })
  expect(session.refusal.rule).toBe('waits-for-person')
  expect(session.effects.at(-1)).toMatchObject({
    kind: 'consult',
    status: 'escalated',
    reasons: [{}, { message: '"people log out" is not met: no result names it.' }],
  })
  expect(session.state.path.length).toBe(3)
  const again = new PlayedSession({ route: 2 }).until(3).step(4, { results })
  expect(again.state.kind).toBe('asking')
  expect(again.happen(decided('decision', 'again')).step(5, null).refusal.rule).toBe('out-of-order')
  const anew = new PlayedSession({ route: 2, verdicts: 2 }).until(3).step(4, { results }).step(4, { results })
  expect(anew.state.kind).toBe('asking')
  // As many verdicts again, and then a person again.
  anew.happen(decided('decision', 'again')).step(4, { results })
  expect(anew.reply.outcome).toBe('unmet')
  expect(anew.step(4, { results }).state.kind).toBe('asking')
  expect(session.happen(decided('decision', 'accept')).state).toMatchObject({ at: 5, kind: 'due' })
  expect(session.state.outputs[3]).toMatchObject({ accepted_by: 'ann' })
})
