/** The files of a session, as they are made from its journal. */
import { type RunView, registered } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { decided, evidence, failed, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { steps } from '../machine/steps.ts'
import { release } from '../testing/definitions.ts'
import { RecordedSession } from '../testing/journal.ts'
import { archiveOf } from './archive.ts'
import { stateRecordSchema } from './record.ts'
import { stateText } from './state-text.ts'

const routes = [1, 2]

test.each(routes)(
  'at any moment of route %i the state file has exactly the fields of the seed, and its own rules hold',
  (route) => {
    proves('EXE-35', 'EXE-37', 'EXE-38', 'EXE-39', 'EXE-40', 'EXE-41', 'EXE-53', 'EXE-74')
    const session = new RecordedSession({ route })
    session.until(session.definition.steps.length).call('complete')
    const order = ['initialized', 'in_progress', 'completed']
    let before = { status: 'initialized', history: ['INITIALIZED'] }
    for (let count = 1; count <= session.events.length; count += 1) {
      const text = stateText(session.course(session.events.slice(0, count)))
      expect(stateText(session.course(session.events.slice(0, count)))).toBe(text)
      const record = stateRecordSchema.parse(JSON.parse(text))
      expect(Object.keys(record)).toEqual([
        ...['schema_version', 'protocol_version', 'protocol_type', 'protocol_name', 'session_id'],
        ...['reasoning_session_id', 'created_at', 'status', 'fsm', 'step_outputs', 'step_timestamps'],
        ...['completed_at', 'completion_summary', 'plan'],
      ])
      expect(record.plan).toBe(null)
      expect(order.indexOf(record.status)).toBeGreaterThanOrEqual(order.indexOf(before.status))
      expect(record.fsm.history.at(-1)).toBe(record.fsm.state)
      expect(record.fsm.history.slice(0, before.history.length)).toEqual(before.history)
      before = { status: record.status, history: record.fsm.history }
    }
    expect(before.status).toBe('completed')
  },
)

test('a step that was started and not completed has its beginning alone', () => {
  proves('EXE-40', 'EXE-54', 'EXE-72', 'EXE-73')
  const session = new RecordedSession()
  expect(JSON.parse(stateText(session.course()))).toMatchObject({
    status: 'initialized',
    fsm: { state: 'INITIALIZED', history: ['INITIALIZED'] },
  })
  session.step(1)
  expect(JSON.parse(stateText(session.course()))).toMatchObject({
    status: 'in_progress',
    fsm: { state: 'GENERATE_TASK_ID', history: ['INITIALIZED', 'GENERATE_TASK_ID'] },
    step_outputs: {},
    step_timestamps: { '1': { started_at: '2026-11-21T10:01:00.000Z', completed_at: null } },
  })
  session.step(1, { title: 'x', own: { kept: [1] } })
  expect(JSON.parse(stateText(session.course()))).toMatchObject({
    step_outputs: { '1': { title: 'x', own: { kept: [1] }, task_id: 'x-1f2e3d4c-5b6' } },
    step_timestamps: { '1': { started_at: '2026-11-21T10:01:00.000Z', completed_at: '2026-11-21T10:02:00.000Z' } },
  })
})

test('when a step was completed is told once, whatever comes after it', () => {
  proves('EXE-40', 'EXE-54')
  const session = new RecordedSession().until(1)
  const times = () => JSON.parse(stateText(session.course())).step_timestamps['1']
  const before = times()
  expect(before.completed_at).not.toBe(null)
  session.until(5)
  expect(times()).toEqual(before)
})

test('it names the reasoning session, and of a loop’s steps the outputs of the last round by their numbers', () => {
  proves('EXE-35', 'EXE-54')
  const session = new RecordedSession({ definition: release })
  session
    .step(1, { result: 'broken' })
    .step(2, { changed: ['a'] })
    .step(1, { result: 'sound' })
  const record = stateRecordSchema.parse(JSON.parse(stateText(session.course())))
  expect(record.reasoning_session_id).toBe(session.state.input.reasoning.id)
  expect(record.step_outputs).toEqual({ 1: { result: 'sound' }, 2: { changed: ['a'] } })
})

test('a session that a person aborts stands where it stood, and is not completed', () => {
  proves('EXE-38', 'EXE-44')
  const session = new RecordedSession().until(4).step(5).happen(failed('agent-1-asker', 'crash'))
  session.happen(decided('decision', 'abort'))
  const record = stateRecordSchema.parse(JSON.parse(stateText(session.course())))
  expect(record).toMatchObject({ status: 'in_progress', completed_at: null, completion_summary: '' })
  expect([record.fsm.state, record.fsm.history.at(-1)]).toEqual(['TRIGGER_AGENTS', 'ABORTED'])
})

test('a halt keeps the status, stands in the history with its reason, and is left by resuming', () => {
  proves('EXE-44')
  const session = new RecordedSession().until(4).step(5).happen(failed('agent-1-asker', 'crash'))
  const halted = JSON.parse(stateText(session.course()))
  expect(halted).toMatchObject({ status: 'in_progress', fsm: { state: 'TRIGGER_AGENTS' } })
  expect(halted.fsm.history.slice(-2)).toEqual([
    'TRIGGER_AGENTS',
    expect.stringMatching(/^HALTED: .*asker failed: crash/),
  ])
  session.happen(decided('decision', 'resume'))
  expect(JSON.parse(stateText(session.course())).fsm.history.at(-1)).toBe('TRIGGER_AGENTS')
  while (session.state.kind === 'invoking') session.agentDone()
  session.complete().call('complete')
  expect(JSON.parse(stateText(session.course()))).toMatchObject({
    status: 'completed',
    completion_summary: 'All is built.',
  })
})

test.each([
  ['another schema', { schema_version: '2.0' }],
  ['another protocol’s type', { protocol_type: 'DYNAMIC_SKILL_SEQUENCING' }],
  ['no session', { session_id: '../../x' }],
  ['a summary before the end', { completion_summary: 'All.' }],
  ['a time of an end that has not come', { completed_at: '2026-11-21T10:00:00.000Z' }],
  ['a field that nobody knows', { more: 1 }],
])('a state file with %s is refused', (_, change) => {
  proves('EXE-35', 'EXE-36', 'EXE-37', 'EXE-39', 'EXE-43')
  const record = JSON.parse(stateText(new RecordedSession().course()))
  expect(stateRecordSchema.safeParse(record).success).toBe(true)
  expect(stateRecordSchema.safeParse({ ...record, plan: { any: 'thing' } }).success).toBe(true)
  expect(stateRecordSchema.safeParse({ ...record, ...change }).success).toBe(false)
})

/** A store that has this one session. */
function archive(session: RecordedSession) {
  const input = jsonOf(session.state.input)
  const view: RunView = {
    ...{
      run: 'skill-1f2e3d4c-5b6',
      protocol: 'steps',
      version: 1,
      subject: null,
      documents: [],
      status: 'running' as const,
    },
    ...{ parent: null, startedAt: '', lastAt: '', events: session.events.length, input, open: [], state: {} },
    ...{ asksLeft: null, budgets: [], outcome: null, summary: null, reasons: [], commit: null, delivered: null },
  }
  return archiveOf(
    {
      runs: () => [view],
      run: () => view,
      events: (_run, since = 0) => session.events.slice(since),
      blob: (ref) => {
        expect(ref).toBe(evidence)
        return Buffer.from(JSON.stringify({ text: '# it\u001b[2J\u202e\n' }))
      },
      dropped: () => [],
    },
    [registered(steps)],
  )
}

test('states, texts and memories lie where the seed has them; states stay out of version control', () => {
  proves('EXE-09', 'EXE-10', 'EXE-12', 'EXE-45', 'EXE-48', 'EXE-81', 'EXE-82', 'EXE-83')
  const session = new RecordedSession()
  const paths = () =>
    archive(session)
      .latest('skill-1f2e3d4c-5b6')
      .map(({ path, form }) => `${form.kind} ${path}`)
  const place = 'protocols/execution/skill'
  const layout = [
    ...[1, 2, 3, 4, 5, 6].map((number) => `once ${place}/content/step_${number}.md`),
    `once ${place}/state/.gitignore`,
    `whole ${place}/state/skill-1f2e3d4c-5b6.json`,
  ]
  expect(paths()).toEqual(layout)
  const memory = '.claude/memory/add-a-login-1f2e3d4c-5b6'
  session.until(4)
  expect(paths()).toEqual([...layout, `whole ${memory}-memory.md`])
  session.until(5)
  expect(paths()).toEqual([
    ...[...layout, `whole ${memory}-memory.md`],
    ...['asker', 'maker', 'checker'].map((agent) => `whole ${memory}-${agent}-memory.md`),
  ])
  const { globs } = archive(session).ownPlaces({ root: '/p', top: '/p', folder: '/p/.sigma' }, 'memory-bank')
  expect(globs).toEqual(['protocols/execution/**', '.claude/memory/*-memory.md'])
})

test('the memory of a task is there once its step is completed, says what the steps before came to, and nothing of it is a heading', () => {
  proves('EXE-83', 'EXE-84')
  const session = new RecordedSession()
  const textOf = (end: string): string | undefined =>
    archive(session)
      .latest('skill-1f2e3d4c-5b6')
      .flatMap(({ path, form }) => (path.endsWith(end) && 'content' in form ? [form.content] : []))[0]
  const own = '5b6-memory.md'
  session.step(1, { title: 'It', context: 'x\n# Step 9\n<b>\u202e' }).until(3)
  expect(textOf(own)).toBe(undefined)
  session.until(4)
  const before = textOf(own)
  expect(before).toContain('- context: x \\# Step 9 \\<b\\>\n')
  session.until(6)
  expect(textOf(own)).toBe(before)
  expect(textOf('-maker-memory.md')).toBe('# it[2J\n')
})
