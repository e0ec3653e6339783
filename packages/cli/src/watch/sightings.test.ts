import { expect, test } from 'vitest'
import { activity } from '../testing/overviews.ts'
import { type Sightings, seen, sightingKey, stillOpen } from './sightings.ts'

const nothing: Sightings = new Map()
const key = sightingKey('auth-k3x9w2', 'C3.green.dev@40')

test('knows the latest of each attempt, and what it did before', () => {
  const texts = ['reads', 'reads', '', 'writes', 'reads']
  const after = texts.reduce((sightings, text) => seen(sightings, activity({ text })), nothing)
  expect(after.get(key)?.activity.text).toBe('reads')
  expect(after.get(key)?.actions.map(({ text }) => text)).toEqual(['reads', 'writes', 'reads'])
})

test('attempts of the same name in two runs are two', () => {
  const after = [activity(), activity({ run: 'other' })].reduce(seen, nothing)
  expect(after.size).toBe(2)
  expect(seen(after, activity({ stage: 'over' })).size).toBe(1)
})

test('of a measurement the latest is known, which tells how far it is', () => {
  const counts = ['1 of 3 tests done', '2 of 3 tests done'].map((text) => activity({ kind: 'check', text }))
  expect(
    counts
      .reduce(seen, nothing)
      .get(key)
      ?.actions.map(({ text }) => text),
  ).toEqual(['2 of 3 tests done'])
})

test('what is over is gone, also where that was missed and only the store tells', () => {
  const after = [activity(), activity({ id: 'C4.green.dev' })].reduce(seen, nothing)
  expect([...stillOpen(after, new Set([key])).keys()]).toEqual([key])
})

test('remembers the last actions of an agent that never ends, and no more', () => {
  let sightings = nothing
  for (let at = 0; at < 1_000; at += 1) sightings = seen(sightings, activity({ text: `action ${at}` }))
  expect(sightings.get(key)?.actions).toHaveLength(200)
  expect(sightings.get(key)?.actions.at(-1)?.text).toBe('action 999')
})
