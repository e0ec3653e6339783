import { type Fold, type Standing, unitNamed } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { kits } from '../kits.ts'
import { sampleTddInput } from './machine/sample.ts'
import { sameRuns } from './testing/same-runs.ts'

const [kit] = kits

/** After each event of some runs. */
function standings(): readonly (Standing | null)[] {
  if (kit === undefined) throw new Error('No protocol is known.')
  return sameRuns(150).flatMap((events) => {
    let fold: Fold = kit.fresh
    return events.map((recorded) => {
      const { advance, fold: next } = fold.next(recorded)
      fold = next
      const state = jsonOf(advance.kernel.state)
      return typeof state === 'object' && state !== null && !('length' in state) ? kit.standing(state) : null
    })
  })
}

test('each state is told: what is done, and how far it is until the run is over', () => {
  const all = standings()
  expect(all.length).toBeGreaterThan(500)
  const working = [
    'measuring HEAD',
    'preparing',
    'red',
    'green',
    'refactoring tests',
    'refactoring implementation',
    'reviewing',
  ]
  const later = ['combining', 'proving', 'stuck', 'landing', 'over']
  expect(new Set(all.map((standing) => standing?.step))).toEqual(new Set([...working, ...later]))
  const counted = all.flatMap((standing) => standing?.progress ?? [])
  for (const { done, skipped, all } of counted) expect(done + skipped).toBeLessThanOrEqual(all)
  expect(Math.max(...counted.map(({ done }) => done))).toBeGreaterThan(0)
  const leaving = { kind: 'red', run: { input: { cycles: ['one', 'two', 'three'] }, done: [1], skipped: [2] } }
  expect(kit?.standing(leaving)).toEqual({ step: 'red', progress: { done: 1, skipped: 1, all: 3 }, working: [] })
  for (const standing of all) expect(standing?.progress === null).toBe(standing?.step === 'over')
  expect(all[0]).toEqual({ step: 'measuring HEAD', progress: { done: 0, skipped: 0, all: 1 }, working: [] })
  const preparing = all.find((standing) => standing?.step === 'preparing')
  expect(preparing?.working).toEqual([{ unit: 'phase0', workspace: 'phase0', head: expect.any(String) }])
  expect(kit?.standing({ kind: 7 })).toBeNull()
})

test('a person who merges may change what any of the cycles may, and nothing that all of them may not', () => {
  proves('F46')
  const { cycles, ...input } = sampleTddInput({ batches: [2, 1] })
  const plans = cycles.map((cycle, at) => ({
    ...cycle,
    source: ['src/**', '!src/old.js', `!src/${at}.js`],
    tests: [`test/${at}.test.js`, '!src/old.js'],
    files: [`src/of-${at}.js`],
    creates: { source: ['src/**'], tests: ['test/**', '!src/x.js'] },
  }))
  const state = {
    kind: 'stuck',
    cycles: [1, 2].map((number) => ({ number, head: 'h' })),
    merging: { commit: 'base', kind: 'conflict', stand: 'deciding' },
    run: { input: { ...input, cycles: plans }, slice: 0, trunk: { commit: 'trunk' }, done: [], skipped: [] },
  }
  const read = (more: object) => kit?.standing(z.record(z.string(), z.json()).parse({ ...state, ...more }))?.merge
  expect(read({})).toEqual({
    workspace: 'slice1-merge',
    base: 'base',
    isUnfinished: true,
    called: 'C1, C2',
    writes: ['src/**', 'test/0.test.js', 'test/1.test.js', '!src/old.js'],
    creates: { globs: ['src/**', 'test/**'], since: 'trunk', kept: [{ by: 'TDD_3', files: ['src/of-2.js'] }] },
  })
  expect(read({ merging: { ...state.merging, kind: 'red' } })?.isUnfinished).toBe(false)
  expect(read({ merging: { ...state.merging, stand: 'laying' } })).toBeUndefined()
})

test('a cycle is called by its name, its number and its id; a number that is an id means that one', () => {
  const input = sampleTddInput({ batches: [3] })
  const ids = ['login', '1', 'three']
  const cycles = input.cycles.map((cycle, at) => ({ ...cycle, id: ids[at] ?? '' }))
  const units = kit?.about(jsonOf({ ...input, cycles }))?.units ?? []
  const named = (word: string) => unitNamed(units, word)?.name ?? null
  expect(['C1', 'c2', '1', '2', '3', 'LOGIN', 'cycle 2', 'Phase 0', 'phase0', 'C4', '01'].map(named)).toEqual([
    'C1',
    'C2',
    'C2',
    'C2',
    'C3',
    'C1',
    'C2',
    'phase0',
    'phase0',
    null,
    null,
  ])
})
