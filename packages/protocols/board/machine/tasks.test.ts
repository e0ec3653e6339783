/** Tasks: how they are made, blocked, put in sequence, finished and killed. */
import { answered, decided, proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PlayedBoard } from '../testing/played.ts'
import { ownId } from './places.ts'
import { sampleBoardInput } from './sample.ts'

const begun = (limits = {}, more = {}) => new PlayedBoard(sampleBoardInput({ limits, ...more }))

/** The owner ends its turn after `done`. */
function finishes(room: PlayedBoard, owner: string, task: string): void {
  room.does('done', {}, owner)
  room.happen(answered(ownId(owner), 'LV'))
  expect(room.task(task).status).toBe('done')
}

test('a task is made with an id, an owner whose turn begins, and what it is blocked by', () => {
  proves('ROOM-01', 'ROOM-02', 'ROOM-03', 'ROOM-05', 'ROOM-22', 'ROOM-23', 'ROOM-25')
  const room = begun()
  const { task, owner } = room.begins()
  expect(task).toMatch(/^tk-[a-z0-9]{6}$/)
  expect(owner).toMatch(/^[a-z]+_[a-z0-9]{4}$/)
  expect(room.task(task)).toMatchObject({ status: 'active', parent: null, blockedBy: [], depth: 0, phases: [] })
  expect(room.effects).toMatchObject([
    { kind: 'reply', data: { task, owner, status: 'active', blockedBy: [] } },
    { kind: 'tell', message: { type: 'status', data: { task, status: 'active' } } },
    { kind: 'ask', role: 'owner', phase: 'OWN', workspace: task, codes: ['LV', 'WT'], at: { unit: task, step: 'own' } },
  ])
})

test('no two tasks, phases or agents have one id or name, whatever the nonces', () => {
  proves('ROOM-02', 'ROOM-10', 'ROOM-23')
  const room = begun({ activeTasks: 60 }, { former: ['oak_aaaa'] })
  const made = [...Array(50).keys()].map(() => {
    const { task, owner } = room.begins()
    return { task, owner, ...room.opens(owner) }
  })
  const names = made.flatMap(({ owner, agents }) => [owner, ...agents])
  expect(new Set(made.map(({ task }) => task)).size).toBe(50)
  expect(new Set(made.map(({ phase }) => phase)).size).toBe(50)
  expect(new Set(names).size).toBe(150)
  for (const { phase } of made) expect(phase).toMatch(/^ph-[a-z0-9]{6}$/)
})

test('a blocker, or a task to do it for, that is not there is refused', () => {
  proves('ROOM-07')
  const room = begun()
  expect(room.refusal('task', { description: 'A', blockedBy: ['tk-aaaaaa'] })).toBe('task-unknown')
  expect(room.refusal('subtask', { description: 'A', task: 'tk-aaaaaa' })).toBe('task-unknown')
  expect(room.refusal('task', { description: ' ' })).toBe('call-malformed')
  expect(Object.keys(room.board.tasks)).toEqual([])
})

test('a blocked task has no owner before its blockers are done, which happens in the step in which the last is', () => {
  proves('ROOM-67', 'ROOM-68', 'F44')
  const room = begun()
  const [one, two] = [room.begins(), room.begins()]
  const waiting = room.begins({ blockedBy: [one.task, two.task] })
  expect(room.task(waiting.task)).toMatchObject({ status: 'blocked', owner: null, blockedBy: [one.task, two.task] })
  finishes(room, one.owner, one.task)
  expect(room.task(waiting.task)).toMatchObject({ status: 'blocked', owner: null, blockedBy: [two.task] })
  finishes(room, two.owner, two.task)
  expect(room.task(waiting.task)).toMatchObject({ status: 'active', blockedBy: [], doing: { kind: 'turn' } })
  expect(room.effects.some(({ kind }) => kind === 'ask')).toBe(true)
})

test('a blocker that is done already does not block', () => {
  proves('ROOM-69')
  const room = begun()
  const { task, owner } = room.begins()
  finishes(room, owner, task)
  expect(room.task(room.begins({ blockedBy: [task] }).task).status).toBe('active')
})

test('a blocker that waits for the task, itself or by its parents, is refused', () => {
  proves('ROOM-08', 'F43')
  const room = begun()
  const top = room.begins()
  const other = room.begins({ blockedBy: [top.task] })
  expect(room.refusal('subtask', { description: 'A', blockedBy: [top.task] }, top.owner)).toBe('loop')
  expect(room.refusal('subtask', { description: 'A', blockedBy: [other.task] }, top.owner)).toBe('loop')
  const child = room.splits(top.owner)
  expect(room.refusal('subtask', { description: 'A', blockedBy: [top.task] }, child.owner)).toBe('loop')
  expect(room.refusal('subtask', { description: 'A', blockedBy: [other.task] }, child.owner)).toBe('loop')
})

test('whatever is blocked by what: as long as owners finish, all tasks come to be done', () => {
  proves('ROOM-08', 'ROOM-63', 'ROOM-68', 'ROOM-71')
  const makes = fc.record({ parent: fc.option(fc.nat(9)), blockers: fc.array(fc.nat(9), { maxLength: 3 }) })
  fc.assert(
    fc.property(fc.array(makes, { minLength: 1, maxLength: 10 }), fc.boolean(), (plan, parallel) => {
      const room = begun({ activeTasks: 20, depth: 20 }, { parallel })
      const ids: string[] = []
      for (const { parent, blockers } of plan) {
        const above = parent === null ? undefined : ids[parent]
        const blockedBy = blockers.flatMap((at) => ids[at] ?? [])
        const answer = room.call(above === undefined ? 'task' : 'subtask', {
          description: 'A',
          blockedBy,
          ...(above !== undefined && { task: above }),
        })
        if (answer.kind === 'replied') ids.push(`${answer.data['task']}`)
      }
      for (let round = 0; round < 40; round += 1) {
        for (const { id, status, owner } of Object.values(room.board.tasks)) {
          if (status !== 'active' || room.call('done', { task: id }).kind !== 'replied') continue
          if (room.open.includes(ownId(owner?.name ?? ''))) room.happen(answered(ownId(owner?.name ?? ''), 'LV'))
        }
      }
      expect(Object.values(room.board.tasks).map(({ status }) => status)).toEqual(ids.map(() => 'done'))
    }),
    { numRuns: 100 },
  )
})

test('a killed blocker does not unblock: a person decides, or it is restarted', () => {
  proves('ROOM-70', 'F43')
  const asks = (option: 'unblock' | 'wait' | 'kill') => {
    const room = begun()
    const one = room.begins()
    const waiting = room.begins({ blockedBy: [one.task] })
    room.does('kill', { task: one.task })
    expect(room.task(waiting.task)).toMatchObject({ status: 'blocked', blockedBy: [one.task] })
    const [id = ''] = room.open
    expect(room.kernel.open[id]?.effect).toMatchObject({
      kind: 'consult',
      fallback: 'wait',
      at: { unit: waiting.task },
    })
    room.happen({ tick: 0, nonce: 'n', kind: 'decided', id, option, input: null, by: 'ann' })
    return { room, one, waiting }
  }
  expect(asks('unblock').room.task(asks('unblock').waiting.task).status).toBe('active')
  expect(asks('kill').room.task(asks('kill').waiting.task).status).toBe('killed')
  const { room, one, waiting } = asks('wait')
  expect(room.task(waiting.task).status).toBe('blocked')
  const { owner } = room.does('kill', { task: one.task, restart: true })
  finishes(room, `${owner}`, one.task)
  expect(room.task(waiting.task).status).toBe('active')
})

test('a restart takes back the question that the death of a blocker asked', () => {
  const room = begun()
  const one = room.begins()
  const waiting = room.begins({ blockedBy: [one.task] })
  room.does('kill', { task: one.task })
  room.does('kill', { task: one.task, restart: true })
  expect(room.task(waiting.task).questions).toEqual([])
})

test('implementation subtasks of one parent are put in sequence, others and discussions are not', () => {
  proves('ROOM-71', 'ROOM-72')
  const room = begun()
  const top = room.begins()
  const [first, second] = [room.splits(top.owner), room.splits(top.owner)]
  const talk = room.splits(top.owner, { implementation: false })
  expect([first, second, talk].map(({ task }) => room.task(task).status)).toEqual(['active', 'blocked', 'active'])
  finishes(room, first.owner, first.task)
  expect(room.task(second.task).status).toBe('active')
  expect(room.refusal('kill', { task: first.task, restart: true })).toBe('not-active')
  const free = begun({}, { parallel: true })
  const { owner } = free.begins()
  expect([free.splits(owner), free.splits(owner)].map(({ task }) => free.task(task).status)).toEqual([
    'active',
    'active',
  ])
})

test('a subtask of the greatest depth may exist, one below it is refused', () => {
  proves('ROOM-57', 'ROOM-141', 'ROOM-142')
  const room = begun()
  let { owner, task } = room.begins()
  for (let depth = 1; depth <= 4; depth += 1) {
    const parent = task
    ;({ owner, task } = room.splits(owner))
    expect(room.task(task)).toMatchObject({ depth, parent })
  }
  const before = room.kernel.state
  expect(room.call('subtask', { description: 'A' }, owner)).toMatchObject({
    rule: 'limit-depth',
    reason: expect.stringMatching(/depth 4, and 4/),
  })
  expect(room.kernel.state).toEqual(before)
})

test('the eleventh active task is refused; who is unblocked beyond the limit waits for a place', () => {
  proves('ROOM-141', 'ROOM-143', 'ROOM-146')
  const room = begun()
  const made = [...Array(10).keys()].map(() => room.begins())
  const [first, second] = made
  const before = room.kernel.state
  expect(room.call('task', { description: 'A' })).toMatchObject({
    rule: 'limit-active-tasks',
    reason: '10 of 10 tasks are active.',
  })
  expect(room.kernel.state).toEqual(before)
  const one = room.begins({ blockedBy: [first?.task ?? ''] })
  const two = room.begins({ blockedBy: [first?.task ?? ''] })
  finishes(room, first?.owner ?? '', first?.task ?? '')
  expect([one, two].map(({ task }) => room.task(task).status)).toEqual(['active', 'blocked'])
  expect(room.task(two.task)).toMatchObject({ blockedBy: [], owner: null })
  room.does('kill', { task: second?.task ?? '' })
  expect(room.task(two.task).status).toBe('active')
})

test('kill ends owner and roles, closes the phase and keeps its messages; a restart gives a fresh owner', () => {
  proves('ROOM-127', 'ROOM-128', 'ROOM-129', 'ROOM-131')
  const room = begun()
  const { task, owner } = room.begins()
  const child = room.splits(owner)
  const { phase, agents } = room.opens(owner)
  room.does('say', { content: 'hello' }, owner)
  expect(room.does('kill', { task })).toMatchObject({ status: 'killed', killed: [task], children: [child.task] })
  expect(room.task(task)).toMatchObject({ status: 'killed', phases: [{ id: phase, count: 1, closed: 'killed' }] })
  expect(room.open).toEqual([ownId(child.owner)])
  expect(agents).toHaveLength(2)
  expect(room.refusal('kill', { task })).toBe('not-active')
  const again = room.does('kill', { task, restart: true })
  expect(again['owner']).not.toBe(owner)
  expect(room.task(task)).toMatchObject({
    status: 'active',
    description: 'Build a landing page',
    phases: [{ id: phase }],
  })
  room.does('kill', { task, tree: true })
  expect(room.task(child.task).status).toBe('killed')
  expect(room.open).toEqual([])
})

test('a killed child of a task that is done is not taken up again: its work would be nobody’s', () => {
  proves('ROOM-128')
  const room = begun()
  const top = room.begins()
  const child = room.splits(top.owner)
  room.does('kill', { task: child.task })
  room.happen(decided(`decide:${top.task}:child-killed:${child.task}`, 'go-on'))
  finishes(room, top.owner, top.task)
  expect(room.refusal('kill', { task: child.task, restart: true })).toBe('parent-done')
})

test('wait-children is answered when all are over, and names those that were killed; a person decides whether it goes on', () => {
  proves('ROOM-58', 'ROOM-63', 'ROOM-64', 'ROOM-66', 'ROOM-102', 'F42')
  const room = begun({}, { parallel: true })
  const top = room.begins()
  expect(room.does('wait-children', {}, top.owner)).toEqual({ children: [], killed: [] })
  const [one, two] = [room.splits(top.owner), room.splits(top.owner)]
  const call = room.send('wait-children', {}, top.owner)
  finishes(room, one.owner, one.task)
  expect(room.told.filter(({ type }) => type === 'child-over')).toMatchObject([
    { data: { task: top.task, child: one.task, status: 'done' }, to: ownId(top.owner) },
  ])
  expect(room.answers.has(call)).toBe(false)
  const late = room.splits(top.owner)
  room.does('kill', { task: two.task })
  expect(room.answers.has(call)).toBe(false)
  room.does('kill', { task: late.task })
  expect(room.answers.get(call)).toMatchObject({
    data: { children: [{ status: 'done' }, { status: 'killed' }, { status: 'killed' }], killed: [two.task, late.task] },
  })
  expect(room.refusal('done', {}, top.owner)).toBe('decision-waits')
  for (const id of room.open.filter((each) => each.startsWith('decide:')))
    room.happen({ tick: 0, nonce: 'n', kind: 'decided', id, option: 'go-on', input: null, by: 'ann' })
  expect(room.does('done', {}, top.owner)).toMatchObject({ status: 'landing' })
})

test('an owner that ended its turn is asked again when its children are over', () => {
  proves('ROOM-102')
  const room = begun()
  const top = room.begins()
  const child = room.splits(top.owner)
  room.happen(answered(ownId(top.owner), 'WT'))
  expect(room.task(top.task).doing).toEqual({ kind: 'children' })
  finishes(room, child.owner, child.task)
  expect(room.task(top.task).doing).toEqual({ kind: 'turn' })
  expect(room.effects.find(({ kind }) => kind === 'ask')).toMatchObject({
    brief: { context: { told: [expect.stringContaining(child.task)] } },
  })
})
