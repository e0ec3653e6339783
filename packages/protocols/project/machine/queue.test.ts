/** Modules that are built are integrated one by one, and what becomes of those that do not fit. */
import type { Consult, Json } from '@sigma/protocol'
import { decided, failed, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import {
  after,
  asked,
  base,
  built,
  conflicted,
  end,
  ended,
  inputs,
  integrated,
  judged,
  type Now,
  stamp,
  start,
  the,
  through,
  wishes,
} from './testing/walk.ts'

const two = start({ modules: 2, free: 2 })

test('the first that is built and reviewed is the trunk; what comes later is merged into it, and the joint suite decides', () => {
  proves('DPTR-101')
  const first = after(two, ...through('module-2'))
  expect(wishes(first)).toEqual([])
  const merging = after(first, ...through('module-1'))
  expect(the(merging, 'integrate').branches).toEqual([
    { name: 'module-2', commit: "module-2's" },
    { name: 'module-1', commit: "module-1's" },
  ])
  const measuring = after(merging, integrated('module-1', 'both'))
  expect(the(measuring, 'check')).toMatchObject({
    gate: 'joint',
    commit: 'both',
    parameters: {
      unit: 'module',
      parts: [
        {
          name: 'module-2',
          accepted: { commit: "module-2's", evidence: "of module-2's" },
          from: { commit: base, evidence: 'at the base' },
        },
        { name: 'module-1', accepted: { commit: "module-1's", evidence: "of module-1's" }, from: { commit: base } },
      ],
    },
  })
  expect(end(after(measuring, judged('module-1', 'pass')))).toMatchObject({
    outcome: 'completed',
    result: {
      commit: 'both',
      stands: [
        { module: 'module-1', stands: 'done' },
        { module: 'module-2', stands: 'done' },
      ],
    },
  })
})

test('one integration at a time: what is built meanwhile waits in the queue', () => {
  const three = after(start({ modules: 3, free: 3, atOnce: 3 }), ...through('module-1'), ...through('module-2'))
  const queued = after(three, ...through('module-3'))
  expect(wishes(queued)).toEqual([])
  const next = after(queued, integrated('module-2', 'two'), judged('module-2', 'pass'))
  expect(the(next, 'integrate').branches).toEqual([
    { name: 'module-1, module-2', commit: 'two' },
    { name: 'module-1', commit: "module-1's" },
    { name: 'module-2', commit: "module-2's" },
    { name: 'module-3', commit: "module-3's" },
  ])
})

test('what was integrated before a module began is no party to what does not fit; what a person merged is one', () => {
  const first = after(start({ modules: 4, free: 4, returns: 0 }), ...through('module-1'))
  // The third begins now, on what the first left.
  const merged = after(
    first,
    ...through('module-2'),
    conflicted('module-2', ['module-1', 'module-2']),
    { kind: 'restored', id: 'module-2.lay', ...stamp },
    { ...decided('module-2.merge', 'merged'), input: { commit: 'by-hand' }, ...stamp },
    judged('module-2', 'pass'),
  )
  const third = after(merged, ...through('module-3'))
  expect(the(third, 'integrate').branches).toEqual([
    { name: 'module-2', commit: 'by-hand' },
    { name: 'module-3', commit: "module-3's" },
  ])
  const measuring = after(third, integrated('module-3', 'three'))
  expect(the(measuring, 'check').parameters).toMatchObject({
    parts: [
      { name: 'module-2', accepted: { commit: 'by-hand', evidence: 'seen' }, from: { commit: base } },
      { name: 'module-3', from: { commit: "module-1's" } },
    ],
  })
})

/** Built, reviewed, and on its way into what the first left. */
const merging = after(two, ...through('module-1'), ...through('module-2'))

test.each([
  ['a conflict', [conflicted('module-2', ['module-1', 'module-2'])], 'conflict'],
  [
    'a joint suite that fails',
    [integrated('module-2', 'both'), judged('module-2', 'fail', ['module-1', 'module-2'])],
    'combined-run-failed',
  ],
])('%s goes back to the module that came later, with a finding that names both', (_, events, rule) => {
  proves('DPTR-102')
  const again = after(merging, ...events)
  expect(wishes(again)).toEqual(['module-2.tdd'])
  expect(inputs(again)).toMatchObject([
    {
      module: 'module-2',
      base: "module-1's",
      refused: expect.arrayContaining([
        expect.objectContaining({ rule, message: expect.stringContaining('module-1 and module-2') }),
      ]),
    },
  ])
  const fits = after(again, built('module-2', 'anew'), ended('module-2.review'))
  expect(end(fits)).toMatchObject({ outcome: 'completed', result: { commit: 'anew' } })
})

test('of more than two only those are named that bring it about; where nobody can tell, all', () => {
  const three = after(
    start({ modules: 3, free: 3, atOnce: 3, returns: 0 }),
    ...through('module-1'),
    ...through('module-2'),
    integrated('module-2', 'two'),
    judged('module-2', 'pass'),
    ...through('module-3'),
    integrated('module-3', 'three'),
  )
  const reasons = (units?: readonly string[]): Consult['reasons'] => {
    const laid = after(three, judged('module-3', 'fail', units), { kind: 'restored', id: 'module-3.lay', ...stamp })
    return asked(laid).reasons
  }
  expect(reasons(['module-2', 'module-3'])[0]).toMatchObject({ units: ['module-2', 'module-3'] })
  expect(reasons()[0]).toMatchObject({ units: ['module-1', 'module-2', 'module-3'] })
})

const spent = after(
  start({ modules: 2, free: 2, returns: 0 }),
  ...through('module-1'),
  ...through('module-2'),
  conflicted('module-2', ['module-1', 'module-2']),
)

test('where it may not be built again a person has three ways, in a workspace that is laid for them', () => {
  proves('DPTR-102')
  expect(the(spent, 'restore')).toMatchObject({ commit: 'unfinished', workspace: 'module2-merge', for: 'person' })
  const laid = after(spent, { kind: 'restored', id: 'module-2.lay', ...stamp })
  expect(asked(laid)).toMatchObject({ status: 'escalated', fallback: 'abort', at: { workspace: 'module2-merge' } })
  expect(asked(laid).options.map(({ name }) => name)).toEqual(['extend', 'merged', 'abort'])
  const by = (option: string, input: Json = null): Now =>
    after(laid, { ...decided('module-2.merge', option), input, ...stamp })
  expect(inputs(by('extend'))).toMatchObject([{ module: 'module-2', base: "module-1's" }])
  expect(end(by('abort'))).toMatchObject({
    outcome: 'aborted',
    result: { stands: [{ stands: 'done' }, { stands: 'not integrated' }] },
  })
  expect(end(by('abort')).result).not.toHaveProperty('commit')
  const measuring = by('merged', { commit: 'by-hand' })
  expect(the(measuring, 'check')).toMatchObject({ commit: 'by-hand' })
  expect(end(after(measuring, judged('module-2', 'pass')))).toMatchObject({
    outcome: 'completed',
    result: { commit: 'by-hand' },
  })
  expect(asked(after(measuring, judged('module-2', 'fail'))).options).toHaveLength(3)
  expect(asked(by('merged')).reasons).toContainEqual(expect.objectContaining({ rule: 'merge-without-commit' }))
})

test('a workspace that cannot be laid leaves two ways; what Sigma could not do is tried again', () => {
  expect(asked(after(spent, failed('module-2.lay', 'crash'))).options.map(({ name }) => name)).toEqual([
    'extend',
    'abort',
  ])
  for (const [id, ...before] of [['module-2.integrate'], ['module-2.check', integrated('module-2', 'both')]] as const) {
    const halted = after(merging, ...before, failed(id, 'crash'))
    expect(asked(halted)).toMatchObject({ status: 'halted', expiryMs: null })
    expect(wishes(after(halted, decided('module-2.merge', 'resume')))).toEqual([id])
  }
})
