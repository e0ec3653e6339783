/** The exact limit of a phase (D5): whatever the order of calls, never one message more, and one close, after the last. */
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PlayedBoard } from '../testing/played.ts'
import { sampleBoardInput } from './sample.ts'

const said = { content: 'hello' }

test('the message that reaches the limit closes the phase in the same step, and ends its agents', () => {
  proves('ROOM-14', 'ROOM-16', 'ROOM-17', 'ROOM-107', 'ROOM-108')
  const room = new PlayedBoard(sampleBoardInput())
  const { task, owner } = room.begins()
  const { phase, agents } = room.opens(owner, { limit: 3 })
  const [designer = '', developer = ''] = agents
  expect(room.does('say', said, designer)).toMatchObject({ count: 1, limit: 3, closed: false })
  expect(room.does('say', said)).toMatchObject({ count: 2, closed: false })
  expect(room.told.some(({ type }) => type === 'phase-closed')).toBe(false)
  expect(room.does('say', said, owner)).toMatchObject({ phase, count: 3, limit: 3, closed: true })
  expect(room.task(task).phases).toMatchObject([{ status: 'closed', closed: 'limit', count: 3 }])
  expect(room.effects.filter(({ kind }) => kind === 'stop')).toMatchObject([{ graceMs: 30_000 }, { graceMs: 30_000 }])
  expect(room.told.filter(({ type }) => type === 'phase-closed')).toMatchObject([
    { data: { task, phase, reason: 'limit', messages: 3 } },
  ])
  const before = room.kernel.state
  for (const by of [owner, designer, developer, 'ann']) expect(room.refusal('say', said, by)).toBe('room-closed')
  for (const verb of ['extend-phase', 'end-phase', 'pause-phase', 'resume-phase'])
    expect(room.refusal(verb, verb === 'extend-phase' ? { by: 1, phase } : { phase })).toBe('room-closed')
  expect(room.kernel.state).toEqual(before)
})

test('an extension comes before the close, or is refused for it: a closed phase keeps its limit', () => {
  proves('ROOM-109', 'ROOM-55')
  const outcomes = [
    ['extend-phase', 'say'],
    ['say', 'extend-phase'],
  ].map((order) => {
    const room = new PlayedBoard(sampleBoardInput())
    const { task, owner } = room.begins()
    room.opens(owner, { limit: 1, roles: [] })
    const answers = order.map((verb) => room.call(verb, verb === 'say' ? said : { by: 2 }, owner))
    const [{ status, limit, count } = { status: '', limit: 0, count: 0 }] = room.task(task).phases
    return [answers.map((each) => (each.kind === 'refused' ? each.rule : each.kind)), status, `${count}/${limit}`]
  })
  expect(outcomes).toEqual([
    [['replied', 'replied'], 'active', '1/3'],
    [['replied', 'room-closed'], 'closed', '1/1'],
  ])
})

const deeds = fc.array(
  fc.record({
    by: fc.nat(3),
    verb: fc.constantFrom(
      'say',
      'say',
      'say',
      'say',
      'extend-phase',
      'end-phase',
      'pause-phase',
      'resume-phase',
      'WT',
      'LV',
      'crash',
    ),
  }),
  { maxLength: 60 },
)

test('any number of callers in any order: exactly as many messages as the limit, and one close after the last', () => {
  proves('ROOM-13', 'ROOM-104', 'ROOM-105', 'ROOM-106', 'ROOM-144', 'F37', 'F40')
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), deeds, (limit, story) => {
      const room = new PlayedBoard(sampleBoardInput({ limits: { messages: 8, respawns: 0 } }))
      const { task, owner } = room.begins()
      const { phase, agents } = room.opens(owner, { limit })
      const callers = [owner, ...agents, 'ann']
      let accepted = 0
      for (const { by, verb } of story) {
        const before = room.task(task).phases[0]
        const who = callers[by] ?? 'ann'
        const open = room.open.find((id) => id.endsWith(`:${who}`))
        if (['WT', 'LV', 'crash'].includes(verb)) {
          if (open === undefined) continue
          room.happen(
            verb === 'crash'
              ? { ...stamp, kind: 'failed', id: open, cause: 'crash', findings: [], evidence: null, final: false }
              : { ...stamp, kind: 'answered', id: open, code: verb, ...silent },
          )
          continue
        }
        const answer = room.call(
          verb,
          verb === 'say' ? said : verb === 'extend-phase' ? { by: 1, phase } : { phase },
          who,
        )
        const now = room.task(task).phases[0]
        if (verb === 'say' && answer.kind === 'replied') {
          accepted += 1
          expect(answer.data).toMatchObject({ count: accepted, closed: accepted === before?.limit })
        }
        if (answer.kind === 'refused') expect(now).toEqual(before)
        expect(now?.count).toBe(accepted)
        expect(accepted).toBeLessThanOrEqual(now?.limit ?? 0)
        expect(now?.limit ?? 0).toBeLessThanOrEqual(8)
        expect(now?.status === 'closed').toBe(room.types().includes('phase-closed'))
      }
      const types = room.types().filter((type) => type === 'message' || type === 'phase-closed')
      expect(types.filter((type) => type === 'message')).toHaveLength(accepted)
      expect(types.indexOf('phase-closed')).toBe(types.includes('phase-closed') ? types.length - 1 : -1)
    }),
    { numRuns: 150 },
  )
})

const stamp = { tick: 0, nonce: 'n' }
const silent = { message: '', commit: null, base: '', changed: [], usage: 'unknown' } as const

test('at 11 of 12 messages, of sixteen posts exactly one succeeds, whoever comes first', () => {
  proves('ROOM-106', 'ROOM-146')
  fc.assert(
    fc.property(fc.shuffledSubarray([...Array(16).keys()], { minLength: 16 }), (order) => {
      const room = new PlayedBoard(sampleBoardInput())
      const { owner } = room.begins()
      const { agents } = room.opens(owner, { limit: 12 })
      for (let count = 0; count < 11; count += 1) room.does('say', said, owner)
      const people = order.map((number) => [owner, ...agents, `person${number}`][number % 4] ?? 'ann')
      const answers = people.map((who, at) => room.call('say', { content: `${who} ${at}` }, who))
      expect(answers.filter(({ kind }) => kind === 'replied')).toHaveLength(1)
      expect(answers.flatMap((each) => (each.kind === 'refused' ? [each.rule] : []))).toEqual(
        Array(15).fill('room-closed'),
      )
    }),
    { numRuns: 30 },
  )
})
