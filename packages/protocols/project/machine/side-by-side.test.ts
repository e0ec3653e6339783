/** Modules side by side: which begin when, from where, and how the run ends with them. */
import type { Json } from '@sigma/protocol'
import { decided } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import type { SampleProject } from './sample.ts'
import {
  after,
  base,
  built,
  end,
  ended,
  inputs,
  integrated,
  judged,
  planned,
  start,
  through,
  wishes,
} from './testing/walk.ts'

const two = start({ modules: 2, free: 2 })

test('modules that need nothing of one another begin side by side at the base, as many as may; others wait', () => {
  expect(wishes(two)).toEqual(['module-1.plan', 'module-2.plan'])
  expect(inputs(two)).toMatchObject([{ base }, { base }])
  expect(wishes(start({ modules: 2, free: 2, atOnce: 1 }))).toEqual(['module-1.plan'])
  expect(wishes(start({ modules: 2 }))).toEqual(['module-1.plan'])
  expect(wishes(start({ modules: 3, free: 3 }))).toEqual(['module-1.plan', 'module-2.plan'])
  const [one, other] = inputs(two).map((input) => Object(input).session)
  expect(one).not.toBe(other)
})

test('what needs others begins when they are integrated, from a commit that holds them', () => {
  const both = after(start({ modules: 3, free: 2 }), ...through('module-1'), ...through('module-2'))
  expect(wishes(both)).toEqual(['module-2.integrate'])
  expect(wishes(after(both, integrated('module-2', 'both')))).toEqual(['module-2.check'])
  const third = after(both, integrated('module-2', 'both'), judged('module-2', 'pass'))
  expect(inputs(third)).toMatchObject([{ module: 'module-3', base: 'both' }])
  // Nothing came in meanwhile: it stands on the trunk as it was measured.
  expect(end(after(third, ...through('module-3')))).toMatchObject({
    outcome: 'completed',
    result: { commit: "module-3's" },
  })
})

test('what a person left refused is handed over, told as refused, and nothing is built on it', () => {
  const left = after(
    start({ modules: 3, free: 2 }),
    planned('module-1'),
    built('module-1'),
    ended('module-1.review', {}, 'refused'),
    decided('module-1.decision', 'leave'),
    ...through('module-2'),
    integrated('module-2', 'both'),
    judged('module-2', 'pass'),
  )
  expect(end(left)).toMatchObject({
    outcome: 'refused',
    reasons: [{ rule: 'stage-refused' }, { rule: 'module-not-begun' }],
    result: {
      commit: 'both',
      stands: [{ stands: 'refused' }, { stands: 'done' }, { stands: 'not begun' }],
    },
  })
  expect(end(left).summary).toMatch(
    /module-1 .* left it so\. module-2 is done\. module-3 was not begun, for module-1 is not done\./,
  )
})

test('a stage that a person aborts ends the run, the other modules with it, and each is told as it stands', () => {
  const over = after(two, ended('module-1.plan', {}, 'aborted'))
  expect(end(over)).toMatchObject({
    outcome: 'aborted',
    result: { stands: [{ stands: 'not integrated' }, { stands: 'not integrated' }] },
  })
})

test('only a module that nothing grows beside is carried over where the person’s branch has moved', () => {
  const buildOf = (at: SampleProject): Json => inputs(after(start(at), planned('module-1')))[0] ?? null
  expect(buildOf({ modules: 2 })).toHaveProperty('target', 'refs/heads/main')
  expect(buildOf({ modules: 1 })).toHaveProperty('target')
  expect(buildOf({ modules: 3, free: 2 })).not.toHaveProperty('target')
})
