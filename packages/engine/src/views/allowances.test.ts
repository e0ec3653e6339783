/** Runs whose state was stored when agent calls were all that was counted. */
import { advance, budgetOfAsks } from '@sigma/protocol'
import { ask, consult, decided, failed, play, record, scripted } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { registered } from '../host/registered.ts'
import { aboutNothing } from '../kit/about.ts'
import { allowancesBefore, asksLeftIn } from './allowances.ts'

const protocol = scripted([ask('red')], (event) =>
  event.kind === 'failed' ? [consult('halt', ['extend'])] : [ask('red')],
)
const stored = registered(protocol, () => ({ ...aboutNothing, budgets: budgetOfAsks(3) }))

test('a state of before goes on with as many calls as it had left, and is filled up to what its input says', () => {
  const machine = { protocol, budgets: budgetOfAsks(3) }
  const { kernel } = play(machine, {}, [failed('red')]).at(-1)?.advance ?? {}
  if (kernel === undefined) throw new Error('It has begun.')
  const { budgets: _, sessions: __, ...before } = kernel
  const fold = stored.from({}, JSON.stringify({ ...before, asksLeft: 1 }))
  expect(fold.kernel).toMatchObject({ budgets: [{ granted: 3, left: 1, unsaid: 0 }], sessions: {} })
  const next = fold.next(record(machine, decided('halt', 'extend'), 3, kernel)).fold.kernel
  expect(next?.budgets).toMatchObject([{ granted: 5, left: 2 }])
  // One call more was left to it: what it is filled up with is one less.
  const known = advance(machine, kernel, record(machine, decided('halt', 'extend'), 3, kernel)).kernel
  expect({ ...known, budgets: [{ ...known.budgets[0], granted: 5 }] }).toEqual(next)
})

test('who only reads is shown as many calls as are left', () => {
  expect(asksLeftIn(allowancesBefore({ asksLeft: 7 }))).toBe(7)
  expect(allowancesBefore({})).toEqual([])
  const ofRole = { budget: { unit: 'asks', most: 2, role: 'qa' }, granted: 2, left: 0, unsaid: 0 } as const
  expect(asksLeftIn([ofRole, ...allowancesBefore({ asksLeft: 7 })])).toBe(7)
})
