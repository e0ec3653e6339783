import type { Event } from '@sigma/protocol'
import { answered, judged, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { sampleTddInput } from './sample.ts'
import { type Journey, journey } from './testing/journey.ts'

const three = journey(sampleTddInput({ batches: [3], parallel: 3 })).until('C3.red.qa')

/** Every order in which the results of each cycle stay in the order that they have among themselves. */
function orders(lanes: readonly (readonly Event[])[]): readonly (readonly Event[])[] {
  if (lanes.every((lane) => lane.length === 0)) return [[]]
  return lanes.flatMap((lane, at) => {
    const [first, ...rest] = lane
    if (first === undefined) return []
    return orders(lanes.with(at, rest)).map((order) => [first, ...order])
  })
}

const red = [1, 2, 3].map((cycle) => [
  answered(`C${cycle}.red.qa`, 'RC', { commit: `red ${cycle}`, base: 'base', message: 'done' }),
  judged(`C${cycle}.red.check`, 'pass', { evidence: `sha256:red ${cycle}` }),
])

/** What is the same whoever was faster: all but the order in which effects were opened and their attempts' numbers. */
const standing = ({ state, open }: Journey): unknown => ({ state, open: [...open].sort((a, b) => (a < b ? -1 : 1)) })

test('in whatever order three cycles come through RED, they stand at the same place afterwards', () => {
  proves('F25')
  const all = orders(red)
  expect(all).toHaveLength(90)
  const [first, ...others] = all.map((order) => standing(three.happen(...order)))
  expect(first).toMatchObject({ open: ['C1.green.dev', 'C2.green.dev', 'C3.green.dev'] })
  for (const other of others) expect(other).toEqual(first)
})

test('the barrier waits for the slowest, in whatever order the others come', () => {
  proves('F25')
  const green = three.happen(...red.flat())
  const lanes = [1, 2, 3].map((cycle) => [
    answered(`C${cycle}.green.dev`, 'GC', { commit: `green ${cycle}`, base: `red ${cycle}`, message: 'done' }),
    judged(`C${cycle}.green.check`, 'pass', { evidence: `sha256:green ${cycle}` }),
  ])
  const stands = orders(lanes).map((order) => {
    const waiting = green.happen(...order.slice(0, -1))
    expect(waiting.open.filter((id) => id.includes('refactor'))).toEqual([])
    return standing(green.happen(...order))
  })
  expect(new Set(stands.map((stand) => JSON.stringify(stand))).size).toBe(1)
  expect(stands[0]).toMatchObject({ open: expect.arrayContaining([expect.stringContaining('refactor')]) })
})
