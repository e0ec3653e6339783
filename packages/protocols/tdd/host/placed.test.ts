import { placing } from '@sigma/engine'
import { answered, judged } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { kits } from '../../kits.ts'
import { sameRuns } from '../testing/same-runs.ts'

const [events = []] = sameRuns(1)
const tdd = { protocol: 'tdd', version: 1 }

test('each event is given the effect that it is about, and what is about none is given none', () => {
  const placed = events.map(placing(kits, tdd))
  expect(placed.map(({ recorded }) => recorded)).toEqual(events)
  expect(placed.length).toBeGreaterThan(20)
  for (const { recorded, effect } of placed) {
    const { event } = recorded
    if (!('id' in event)) expect(effect).toBeNull()
    else expect(effect).toMatchObject({ id: event.id, at: { step: expect.any(String) } })
  }
  expect(placed.slice(1, 5).map(({ effect }) => effect?.at)).toMatchObject([
    { step: 'baseline', part: 'check' },
    { step: 'phase0', role: 'dev', round: 0 },
    { step: 'phase0', part: 'check' },
    { unit: 'C1', step: 'red', role: 'qa' },
  ])
})

test('an answer that comes too late is still about what was asked; one that was never asked for is about nothing', () => {
  const place = placing(kits, tdd)
  const last = events.map(place).at(-1)?.recorded.envelope
  if (last === undefined) throw new Error('no events')
  const after = (event: (typeof events)[number]['event']) =>
    place({ envelope: { ...last, sequence: last.sequence + 1 }, event }).effect?.at
  expect(after(answered('C1.red.qa', 'RC'))).toMatchObject({ unit: 'C1', step: 'red', role: 'qa' })
  expect(after(judged('C9.red.check'))).toBeUndefined()
})

test('of a run whose protocol or input this sigma cannot read, events are about nothing that is known', () => {
  const unknown = [placing([], tdd), placing(kits, { ...tdd, version: 99 })]
  for (const place of unknown) expect(events.map(place).every(({ effect }) => effect === null)).toBe(true)
  const [first, ...rest] = events
  if (first === undefined) throw new Error('no events')
  const broken = [{ ...first, event: { kind: 'started' as const, input: { module: 7 } } }, ...rest]
  expect(broken.map(placing(kits, tdd)).every(({ effect }) => effect === null)).toBe(true)
})
