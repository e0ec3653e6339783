/** Phases: who opens them, with which roles, and who may post. */
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { PlayedBoard } from '../testing/played.ts'
import { ownId, sitId } from './places.ts'
import { builtInRoles } from './roles.ts'
import { sampleBoardInput } from './sample.ts'

const begun = (limits = {}, more = {}) => {
  const room = new PlayedBoard(sampleBoardInput({ limits, ...more }))
  return { room, ...room.begins() }
}
const opening = { name: 'Brainstorm', limit: 12, roles: ['designer', 'dev'] }

test('a phase begins a turn of each role, with its task, rules and perspective; none opens by itself', () => {
  proves('ROOM-06', 'ROOM-09', 'ROOM-12', 'ROOM-15', 'ROOM-22', 'ROOM-52', 'ROOM-53', 'ROOM-95', 'ROOM-96')
  const { room, task, owner } = begun()
  expect(room.task(task).phases).toEqual([])
  const { phase, agents } = room.opens(owner, { ...opening, rules: 'No jargon.' })
  expect(room.task(task).phases).toMatchObject([
    { id: phase, name: 'Brainstorm', limit: 12, rules: 'No jargon.', count: 0, status: 'active', type: 'discussion' },
  ])
  expect(room.effects.filter(({ kind }) => kind === 'ask')).toMatchObject(
    (['designer', 'developer'] as const).map((role, at) => ({
      ...{
        id: sitId(agents[at] ?? ''),
        role,
        phase: 'DISCUSS',
        workspace: agents[at],
        writes: [],
        codes: ['LV', 'WT'],
      },
      at: { unit: task, step: phase, role },
      brief: {
        type: 'discuss',
        context: { ...builtInRoles[role], name: agents[at], task, phase, rules: 'No jargon.', limit: 12 },
      },
    })),
  )
})

test('the built-in roles are five; dev is developer, and a role that is not known is refused with the list', () => {
  proves('ROOM-95', 'ROOM-96', 'ROOM-98')
  expect(Object.keys(builtInRoles)).toEqual(['designer', 'developer', 'pm', 'copywriter', 'qa'])
  const { room, owner } = begun()
  expect(room.call('phase', { ...opening, roles: ['boss'] }, owner)).toMatchObject({
    rule: 'role-unknown',
    reason: expect.stringContaining('designer, developer, pm, copywriter, qa'),
  })
  for (const roles of [
    ['dev', 'developer'],
    ['qa', 'qa'],
  ])
    expect(room.refusal('phase', { ...opening, roles }, owner)).toBe('role-twice')
  for (const name of ['owner', '*', 'a b', '@x', '__proto__', '../x'])
    expect(room.refusal('phase', { ...opening, roles: [{ name, cares: ['a'], pushes: ['b'] }] }, owner)).toBe(
      'role-malformed',
    )
  for (const roles of [['constructor'], ['toString']])
    expect(room.refusal('phase', { ...opening, roles }, owner)).toBe('role-unknown')
})

test('a perspective is defined where it is asked for, or in the configuration', () => {
  proves('ROOM-97')
  const lawyer = { cares: ['licences'], pushes: ['haste'] }
  const { room, owner } = begun({}, { perspectives: { lawyer } })
  room.opens(owner, { roles: ['lawyer', { name: 'poet', cares: ['rhyme'], pushes: ['prose'] }] })
  expect(room.effects.filter(({ kind }) => kind === 'ask')).toMatchObject([
    { role: 'lawyer', brief: { context: lawyer } },
    { role: 'poet', brief: { context: { cares: ['rhyme'], pushes: ['prose'] } } },
  ])
  room.does('end-phase', {}, owner)
  expect(room.refusal('phase', { ...opening, roles: [{ name: 'dev', cares: ['a'], pushes: ['b'] }] }, owner)).toBe(
    'role-taken',
  )
})

test('a second phase is refused, and the open one is named', () => {
  proves('ROOM-11')
  const { room, owner } = begun()
  const { phase } = room.opens(owner)
  expect(room.call('phase', opening, owner)).toMatchObject({
    rule: 'phase-open',
    reason: expect.stringContaining(phase),
  })
})

test('limits of a phase: its messages, its agents with the owner, and how many a task may have', () => {
  proves('ROOM-12', 'ROOM-54', 'ROOM-55', 'ROOM-141', 'ROOM-144', 'ROOM-145')
  const { room, task, owner } = begun()
  for (const limit of [0, 1.5, -1, '12', null])
    expect(room.refusal('phase', { ...opening, limit }, owner)).toBe('call-malformed')
  expect(room.refusal('phase', { ...opening, limit: 51 }, owner)).toBe('limit-messages')
  expect(room.call('phase', { ...opening, roles: ['designer', 'dev', 'qa'] }, owner)).toMatchObject({
    rule: 'limit-agents',
    reason: 'A phase takes 3 agents at most, its owner included, and not 4.',
  })
  room.opens(owner, { ...opening, limit: 40 })
  expect(room.refusal('extend-phase', { by: 11 }, owner)).toBe('limit-messages')
  expect(room.task(task).phases[0]?.limit).toBe(40)
  for (let more = 0; more < 10; more += 1) room.does('extend-phase', { by: 1 }, owner)
  expect(room.refusal('extend-phase', { by: 1 }, owner)).toBe('limit-messages')
  room.does('end-phase', {}, owner)
  for (let more = 1; more < 20; more += 1) {
    room.opens(owner, { roles: [] })
    room.does('end-phase', {}, owner)
  }
  expect(room.call('phase', opening, owner)).toMatchObject({
    rule: 'limit-phases',
    reason: expect.stringContaining('20 of 20'),
  })
})

test('what is an owner’s is refused to roles and to owners of other tasks', () => {
  proves('ROOM-05', 'ROOM-56', 'ROOM-60')
  const { room, task, owner } = begun()
  const other = room.begins()
  const { phase, agents } = room.opens(owner)
  const [role = ''] = agents
  const owners = {
    phase: opening,
    'extend-phase': { by: 1 },
    'end-phase': {},
    subtask: { description: 'A' },
    'wait-children': {},
    done: {},
  }
  for (const [verb, args] of Object.entries(owners)) {
    expect(room.refusal(verb, args, role), verb).toBe('not-yours')
    const named = verb === 'extend-phase' || verb === 'end-phase' ? { ...args, phase } : { ...args, task }
    expect(room.refusal(verb, named, other.owner), verb).toBe('not-yours')
  }
  for (const verb of ['kill', 'redirect', 'pause-phase', 'veto', 'task', 'reset', 'event']) {
    const args = {
      kill: { task },
      redirect: { task, note: 'N' },
      veto: { task, decision: 1, why: 'W' },
      task: { description: 'A' },
      event: { event: 'E' },
    }
    expect(room.refusal(verb, args[verb as keyof typeof args] ?? {}, owner), verb).toBe('not-yours')
  }
  expect(room.does('end-phase', {}, owner)).toMatchObject({ phase, count: 0 })
})

test('author and role are those of the turn that calls: nothing in a call can claim others', () => {
  proves('ROOM-18', 'ROOM-19')
  const { room, owner } = begun()
  const { agents } = room.opens(owner)
  const [role = ''] = agents
  for (const claim of [{ author: 'ann' }, { role: 'owner' }, { by: owner }, { caller: owner }])
    expect(room.refusal('say', { content: 'hello', ...claim }, role)).toBe('call-malformed')
  room.does('say', { content: 'hello' }, role)
  room.does('say', { content: 'hello' })
  expect(room.told.filter(({ type }) => type === 'message').map(({ data }) => [data['by'], data['role']])).toEqual([
    [role, 'designer'],
    ['ann', null],
  ])
  const message = room.told.find(({ type }) => type === 'message')?.data['message']
  expect(message).toMatch(/^ms-[a-z0-9]{8}$/)
  expect(room.refusal('say', { content: 'hello' }, 'oak_none')).toBe('not-yours')
})

test('any participant posts at any time, also twice in a row; a person needs no role', () => {
  proves('ROOM-13', 'ROOM-16', 'ROOM-103', 'ROOM-132')
  const { room, owner } = begun()
  const { agents } = room.opens(owner, { limit: 9 })
  const [one = '', two = ''] = agents
  const order = [one, one, owner, 'ann', 'ann', two, owner]
  expect(order.map((by) => room.does('say', { content: `@${two} look` }, by)['count'])).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('the current phase is the one of the turn; a person gets the only open one, or names it', () => {
  proves('ROOM-49', 'ROOM-50')
  const { room, task, owner } = begun()
  expect([room.refusal('say', { content: 'a' }), room.refusal('say', { content: 'a' }, owner)]).toEqual([
    'no-phase',
    'no-phase',
  ])
  const { phase } = room.opens(owner)
  expect(room.does('say', { content: 'a' })).toMatchObject({ phase })
  const other = room.begins()
  const second = room.opens(other.owner)
  expect(room.refusal('say', { content: 'a' })).toBe('several-phases')
  expect(room.does('say', { content: 'a', task })).toMatchObject({ phase })
  expect(room.does('say', { content: 'a', phase: second.phase })).toMatchObject({ phase: second.phase })
  expect(room.refusal('say', { content: 'a', phase: second.phase }, owner)).toBe('not-yours')
  expect(room.refusal('say', { content: 'a', phase: 'ph-aaaaaa' })).toBe('phase-unknown')
})

test('an empty message and one that is too long are refused, and never cut', () => {
  proves('ROOM-21')
  const { room, task, owner } = begun()
  room.opens(owner)
  for (const content of ['', ' \n\t']) expect(room.refusal('say', { content }, owner)).toBe('message-empty')
  expect(room.call('say', { content: 'é'.repeat(8 * 1024 + 1) }, owner)).toMatchObject({
    rule: 'message-too-long',
    reason: 'The message has 16386 bytes, and 16384 is the most.',
  })
  expect(room.task(task).phases[0]?.count).toBe(0)
  expect(room.does('say', { content: 'é'.repeat(8 * 1024) }, owner)).toMatchObject({ count: 1 })
})

test('talking of a command runs none; each agent is told once which to run', () => {
  proves('ROOM-94')
  const { room, task, owner } = begun()
  const { agents } = room.opens(owner, { limit: 9 })
  const [role = ''] = agents
  expect(room.does('say', { content: '[WORK] build it' }, owner)).toMatchObject({
    hint: expect.stringContaining('pm subtask'),
  })
  expect(room.does('say', { content: 'pm done' }, owner)).not.toHaveProperty('hint')
  expect(room.does('say', { content: 'I think\n`pm vote approve`' }, role)).toMatchObject({
    hint: expect.stringContaining('pm vote'),
  })
  expect(room.does('say', { content: 'pm is a role' })).not.toHaveProperty('hint')
  expect(room.task(task)).toMatchObject({ status: 'active', doing: { kind: 'turn' } })
  expect(Object.keys(room.board.tasks)).toEqual([task])
})

test('the owner is told once that the end is near', () => {
  proves('ROOM-152')
  const { room, owner } = begun()
  room.opens(owner, { limit: 20, roles: [] })
  for (let count = 0; count < 19; count += 1) room.does('say', { content: 'a' })
  expect(room.told.filter(({ type }) => type === 'near-limit')).toMatchObject([{ data: { left: 4 }, to: ownId(owner) }])
})

test('holding the floor is told, and others go on posting', () => {
  proves('ROOM-100')
  const { room, owner } = begun()
  const { phase, agents } = room.opens(owner)
  expect(room.does('hold', { seconds: 60, why: 'thinking' }, agents[0])).toEqual({ phase, seconds: 60 })
  expect(room.told.at(-1)).toMatchObject({ type: 'hold', data: { by: agents[0], seconds: 60 } })
  expect(room.does('say', { content: 'a' }, owner)).toMatchObject({ count: 1 })
  room.does('end-phase', {}, owner)
  expect(room.refusal('hold', { seconds: 60 }, owner)).toBe('room-closed')
})
