/** The end of a task: what keeps it from being done, what lands, and what a person is asked. */
import { answered, conflicted, decided, failed, integrated, judged, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { PlayedBoard } from '../testing/played.ts'
import { ownId } from './places.ts'
import { sampleBoardInput } from './sample.ts'

const [made, more, whole] = ['c', 'd', 'e'].map((digit) => digit.repeat(40)) as [string, string, string]
const begun = (input = {}) => {
  const room = new PlayedBoard(sampleBoardInput(input))
  return { room, ...room.begins() }
}
const ends = (room: PlayedBoard, owner: string, commit: string | null): void =>
  room.happen(answered(ownId(owner), 'LV', { commit, changed: commit === null ? [] : ['src/a.ts'] }))

function chooses(room: PlayedBoard, option: string): void {
  room.happen(decided(room.open.find((id) => id.startsWith('decide:')) ?? '', option))
}

test('done is refused while a phase is open or a child is not over, by name', () => {
  proves('ROOM-61')
  const { room, owner } = begun()
  const { phase } = room.opens(owner)
  expect(room.call('done', {}, owner)).toMatchObject({ rule: 'phase-open', reason: expect.stringContaining(phase) })
  room.does('end-phase', {}, owner)
  const child = room.splits(owner)
  expect(room.call('done', {}, owner)).toMatchObject({ rule: 'not-done', reason: expect.stringContaining(child.task) })
  room.does('kill', { task: child.task })
  chooses(room, 'go-on')
  expect(room.does('done', {}, owner)).toMatchObject({ status: 'landing' })
})

test('what was done again changes nothing, makes no commit and says so; nothing changed makes none either', () => {
  proves('ROOM-59', 'ROOM-62', 'ROOM-118')
  const { room, task, owner } = begun()
  expect(room.does('done', {}, owner)).toMatchObject({ task, status: 'landing' })
  expect(room.refusal('phase', { name: 'P', limit: 3 }, owner)).toBe('landing')
  ends(room, owner, null)
  expect(room.effects.map(({ kind }) => kind)).toEqual(['tell'])
  expect(room.task(task)).toMatchObject({ status: 'done', landed: null })
  const before = room.kernel.state
  expect(room.does('done', { task })).toEqual({ task, status: 'done', unchanged: true })
  expect(room.effects.map(({ kind }) => kind)).toEqual(['reply'])
  expect(room.kernel.state).toEqual(before)
})

test('work lands as one commit on a branch of the task, with children, phases and decisions', () => {
  proves('ROOM-120', 'ROOM-122', 'ROOM-124')
  const { room, task, owner } = begun()
  const child = room.splits(owner)
  room.does('done', {}, child.owner)
  ends(room, child.owner, made)
  room.happen(integrated(`land:${child.task}`, more))
  room.does('decide', { decision: 'One file,\nno build.' }, owner)
  room.does('done', {}, owner)
  ends(room, owner, made)
  expect(room.effects).toMatchObject([
    {
      kind: 'integrate',
      branches: [
        { name: task, commit: made },
        { name: child.task, commit: more },
      ],
      from: '1'.repeat(40),
      branch: task,
      message: `[plasmodium] ${task}: Build a landing page\n\nDecisions:\n- One file, no build.`,
      trailers: { 'Sigma-Task': task, 'Sigma-Owner': owner },
    },
  ])
  expect(room.effects[0]).not.toHaveProperty('merge')
  room.happen(integrated(`land:${task}`, whole))
  expect(room.task(task)).toMatchObject({ status: 'done', landed: whole })
})

test('a commit that fails leaves the task undone and is told its owner; the second time a person decides', () => {
  proves('ROOM-125')
  const { room, task, owner } = begun()
  const tries = () => {
    room.does('done', {}, owner)
    ends(room, owner, made)
    room.happen(failed(`land:${task}`, 'crash', { findings: [{ rule: 'hook', message: 'A hook.', remedy: 'See.' }] }))
  }
  tries()
  expect(room.task(task)).toMatchObject({ status: 'active', doing: { kind: 'turn' } })
  expect(room.effects.at(-1)).toMatchObject({ kind: 'ask', base: made, brief: { context: { told: ['A hook. See.'] } } })
  tries()
  expect(room.task(task)).toMatchObject({ status: 'active', questions: [{ cause: 'not-committed' }] })
  chooses(room, 'again')
  room.happen(integrated(`land:${task}`, whole))
  expect(room.task(task)).toMatchObject({ status: 'done', landed: whole })
})

test('a conflict is put to a person, and nothing of either side is dropped', () => {
  proves('ROOM-123')
  const { room, task, owner } = begun()
  const child = room.splits(owner)
  room.does('done', {}, child.owner)
  ends(room, child.owner, made)
  room.happen(integrated(`land:${child.task}`, more))
  room.does('done', {}, owner)
  ends(room, owner, made)
  room.happen(conflicted(`land:${task}`, ['src/a.ts']))
  expect(room.effects.at(-1)).toMatchObject({
    kind: 'consult',
    fallback: 'go-on',
    reasons: [{ message: 'It conflicts in src/a.ts.' }],
    options: [{ name: 'go-on' }, { name: 'without' }, { name: 'kill' }],
  })
  expect(room.task(task)).toMatchObject({ status: 'active', joins: [{ name: child.task, commit: more }] })
  chooses(room, 'without')
  expect(room.effects.at(-1)).toMatchObject({ kind: 'integrate', branches: [{ name: task, commit: made }] })
})

test('merging happens where it is asked for, and can be left out when it conflicts', () => {
  proves('ROOM-123')
  const { room, task, owner } = begun()
  room.does('done', { merge: true }, owner)
  ends(room, owner, made)
  expect(room.effects).toMatchObject([{ merge: 'refs/heads/main', branch: task }])
  room.happen(conflicted(`land:${task}`))
  chooses(room, 'unmerged')
  expect(room.effects.at(-1)).not.toHaveProperty('merge')
  const detached = begun({ target: null })
  expect(detached.room.refusal('done', { merge: true }, detached.owner)).toBe('no-target')
})

test('decisions bind what lands, of the task itself and of the tasks that were born from it', () => {
  proves('ROOM-158')
  const { room, task, owner } = begun()
  const check = { kind: 'no-new-dependency' }
  room.does('decide', { decision: 'No new package.', check }, owner)
  room.does('decide', { decision: 'Nor that.', check: { kind: 'command', command: 'true', withinMs: 50 } }, owner)
  room.does('veto', { task, decision: 2, why: 'Too strict.' })
  const child = room.splits(owner)
  room.does('done', {}, child.owner)
  ends(room, child.owner, made)
  const parameters = { base: '1'.repeat(40), checks: [check] }
  expect(room.effects).toMatchObject([{ kind: 'check', gate: 'board-decisions', commit: made, parameters }])
  room.happen(judged(`check:${child.task}`, 'fail'))
  expect(room.task(child.task)).toMatchObject({ status: 'active', doing: { kind: 'turn' } })
  room.does('done', {}, child.owner)
  ends(room, child.owner, null)
  room.happen(judged(`check:${child.task}`, 'unknown'))
  expect(room.task(child.task).questions).toEqual([{ cause: 'checks-refused', about: '' }])
  chooses(room, 'accept')
  room.happen(integrated(`land:${child.task}`, more))
  expect(room.task(child.task).status).toBe('done')
})

test('a subtask is told its parent, and the context that was given, drafted, or is not there', () => {
  proves('ROOM-112', 'ROOM-114', 'ROOM-115', 'ROOM-116', 'ROOM-158')
  const { room, owner } = begun({ parallel: true })
  const told = () => room.effects.find(({ kind }) => kind === 'ask')
  room.splits(owner)
  expect(told()).toMatchObject({ brief: { context: { parentDescription: 'Build a landing page', context: '' } } })
  room.splits(owner, { context: 'Use plain words.' })
  expect(told()).toMatchObject({ brief: { context: { context: 'Use plain words.', contextDrafted: false } } })
  room.does('decide', { decision: 'One file.' }, owner)
  room.splits(owner)
  expect(told()).toMatchObject({
    brief: { context: { context: expect.stringContaining('One file.'), contextDrafted: true } },
  })
})

test('an open objection is shown at done; a blocking one is answered first, by the owner or a person', () => {
  proves('ROOM-150')
  const { room, task, owner } = begun()
  const { agents } = room.opens(owner, { limit: 9 })
  const [role = ''] = agents
  room.does('decide', { decision: 'One file.' }, owner)
  expect(room.refusal('object', { decision: 2, why: 'No.' }, role)).toBe('decision-unknown')
  expect(room.refusal('object', { decision: 1, why: 'No.' }, owner)).toBe('not-yours')
  room.does('object', { decision: 1, why: 'Too long.' }, role)
  for (const number of [2, 3]) {
    room.does('object', { decision: 1, why: 'Too long.', blocking: true }, role)
    expect(room.task(task).questions).toEqual([{ cause: 'objection', about: `${number}` }])
    if (number === 2) room.does('answer-objection', { objection: 2, answer: 'It is short.' }, owner)
  }
  room.does('end-phase', {}, owner)
  expect(room.refusal('done', {}, owner)).toBe('objection-open')
  chooses(room, 'overrule')
  expect(room.does('done', {}, owner)).toMatchObject({ status: 'landing', objections: [1] })
})

test('a role takes a decision to a person once a phase; what a person takes back binds nobody', () => {
  const { room, task, owner } = begun()
  const { agents } = room.opens(owner, { limit: 9 })
  room.does('decide', { decision: 'One file.' }, owner)
  room.does('escalate', { decision: 1, why: 'No.' }, agents[0])
  expect(room.refusal('escalate', { decision: 1, why: 'No.' }, agents[0])).toBe('escalated')
  room.does('end-phase', {}, owner)
  expect(room.refusal('done', {}, owner)).toBe('decision-waits')
  chooses(room, 'veto')
  expect(room.task(task)).toMatchObject({ decisions: [{ vetoed: true }], questions: [] })
  expect(room.does('done', {}, owner)).toMatchObject({ status: 'landing' })
})

test('a phase for a decision ends with one', () => {
  const { room, owner } = begun()
  room.opens(owner, { type: 'decision', limit: 1, roles: ['qa'] })
  expect(room.refusal('end-phase', {}, owner)).toBe('no-decision')
  room.does('say', { content: 'a' })
  expect(room.refusal('done', {}, owner)).toBe('no-decision')
  room.does('decide', { decision: 'One file.' }, owner)
  expect(room.does('done', {}, owner)).toMatchObject({ status: 'landing' })
})

test('an owner that ends its turns with nothing to wait for is nudged, then a person is asked', () => {
  const { room, task, owner } = begun()
  for (const left of [2, 1, 0]) {
    ends(room, owner, null)
    expect(room.task(task)).toMatchObject({ nudges: left, doing: { kind: 'turn' } })
  }
  ends(room, owner, null)
  expect(room.open).toEqual([`decide:${task}:owner-idle`])
  chooses(room, 'go-on')
  expect(room.task(task)).toMatchObject({ nudges: 3, doing: { kind: 'turn' } })
})

test('an owner that died too often halts its task; begun again it keeps its name and hears all that it was told', () => {
  proves('ROOM-136', 'ROOM-138', 'ROOM-139', 'F36')
  const { room, task, owner } = begun()
  const { agents } = room.opens(owner, { limit: 9 })
  room.does('redirect', { task, note: 'Use one file.' })
  for (let death = 0; death < 4; death += 1) room.happen(failed(ownId(owner), 'crash', { final: false }))
  expect(room.task(task)).toMatchObject({ doing: { kind: 'deciding' }, questions: [{ cause: 'owner-lost' }] })
  expect(room.refusal('say', { content: 'a' }, agents[0])).toBe('paused')
  chooses(room, 'respawn')
  expect(room.effects.at(-1)).toMatchObject({
    id: ownId(owner),
    brief: { context: { name: owner, told: [expect.stringContaining('Use one file.')] } },
  })
  expect(room.does('say', { content: 'a' }, agents[0])).toMatchObject({ count: 1 })
})
