import type { EventBody, Recorded } from '@sigma/protocol'
import { answered, ask, begun, failed, judged } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { courseOf, type Entry, eventsOf, following, notesIn } from './course.ts'
import type { Note } from './views.ts'

const recordedAs = (event: EventBody, sequence: number, attempt: string | null = null): Recorded => ({
  envelope: {
    schema: 1,
    run: 'run',
    sequence,
    key: `${sequence}`,
    attempt,
    protocol: 'errand',
    version: 1,
    at: '2026-01-01T00:00:00.000Z',
    tick: sequence * 100,
    nonce: '',
    caller: 'host',
    epoch: 1,
  },
  event,
})

const noteOf = (number: number, sequence: number): Note => ({
  number,
  sequence,
  at: '2026-01-01T00:00:00.000Z',
  type: 'log',
  data: {},
})

/** A journal that grows: only so many of its events and notes are recorded yet. */
function journal(events: readonly Recorded[], notes: readonly Note[]) {
  let [known, noted] = [0, 0]
  return {
    record: (count: number, notesCount: number) => {
      known = Math.max(known, count)
      noted = Math.max(noted, notesCount)
    },
    events: (_run: string, since = 0) => events.slice(0, known).filter(({ envelope }) => envelope.sequence > since),
    notes: (_run: string, since = 0) => notes.slice(0, noted).filter(({ number }) => number > since),
  }
}

const named = (entries: readonly Entry[]): readonly string[] =>
  entries.map((entry) =>
    entry.kind === 'note' ? `note ${entry.note.number}` : `event ${entry.placed.recorded.envelope.sequence}`,
  )

test('read step by step it is what is read at once: each event and note once, a note behind its event', () => {
  const steps = fc.array(fc.tuple(fc.nat(12), fc.nat(12)), { maxLength: 8 })
  const after = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 12 })
  fc.assert(
    fc.property(steps, after, (looks, sequences) => {
      const events = Array.from({ length: 12 }, (_, at) => recordedAs(judged('a', 'pass'), at + 1))
      const notes = sequences.toSorted((a, b) => a - b).map((sequence, at) => noteOf(at + 1, sequence))
      const growing = journal(events, notes)
      const reading = following(growing, 'run')
      const fresh = [...looks, [12, 12] as const].flatMap(([count, notesCount]) => {
        growing.record(count, notesCount)
        return reading.read()
      })
      expect(reading.course.entries).toEqual(fresh)
      const told = named(fresh)
      expect(new Set(told).size).toBe(told.length)
      expect(told).toHaveLength(12 + notes.length)
      expect(notesIn(reading.course)).toEqual(notes)
      expect(eventsOf(reading.course, 'judged').map(({ recorded }) => recorded)).toEqual(events)
      for (const { number, sequence } of notes)
        expect(told.indexOf(`note ${number}`)).toBeGreaterThan(told.indexOf(`event ${sequence}`))
      const whole = journal(events, notes)
      whole.record(12, 12)
      const atOnce = named(courseOf(whole, 'run').entries)
      expect(new Set(atOnce)).toEqual(new Set(told))
      for (const { number, sequence } of notes.filter((note) => note.sequence < 12))
        expect(atOnce.indexOf(`note ${number}`)).toBeLessThan(atOnce.indexOf(`event ${sequence + 1}`))
    }),
  )
})

test('a turn has its beginning and its end; one that is not over has none, and a check that broke is no turn', () => {
  const name = { role: 'qa', phase: 'RED', agent: 'claude' }
  const events = [
    recordedAs({ ...begun('a'), turn: name, brief: 'sha256:a' }, 1, 'a@1'),
    recordedAs(failed('check', 'crash'), 2, 'check@1'),
    recordedAs({ ...begun('b'), turn: name, brief: 'sha256:b' }, 3, 'b@1'),
    recordedAs(answered('a', 'RC'), 4, 'a@1'),
    recordedAs({ ...failed('c', 'crash'), usage: { inputTokens: 7 } }, 5, 'c@1'),
  ]
  const { turns } = courseOf({ events: () => events, notes: () => [] }, 'run')
  expect(
    turns.map(({ attempt, begun: beginning, end }) => [
      attempt,
      beginning?.brief ?? null,
      end?.recorded.envelope.sequence ?? null,
    ]),
  ).toEqual([
    ['a@1', 'sha256:a', 4],
    ['b@1', 'sha256:b', null],
    ['c@1', null, 5],
  ])
})

test('read with the protocol, each event has its effect, and is placed once and in order', () => {
  const events = [1, 2, 3].map((sequence) => recordedAs(judged('a', 'pass'), sequence))
  const growing = journal(events, [])
  const seen: number[] = []
  const reading = following(growing, 'run', (recorded) => {
    seen.push(recorded.envelope.sequence)
    return { recorded, effect: ask('a', { at: { step: 'draft' } }) }
  })
  growing.record(1, 0)
  reading.read()
  growing.record(3, 0)
  reading.read()
  expect(seen).toEqual([1, 2, 3])
  expect(eventsOf(reading.course, 'judged').map(({ effect }) => effect?.at)).toEqual(Array(3).fill({ step: 'draft' }))
})
