import { expect, test } from 'vitest'
import { answered, decided, failed } from '../testing/builders.ts'
import { play } from '../testing/play.ts'
import { ask, consult, scripted } from '../testing/sample-effects.ts'
import { budgetOfAsks } from './budgets.ts'

/** Asks a person whenever an ask fails. */
const careful = scripted([ask('red')], (event) => (event.kind === 'failed' ? [consult('halt')] : []))
const machine = { protocol: careful, budgets: budgetOfAsks(9) }
const after = (...events: Parameters<typeof play>[2]) => play(machine, {}, events).at(-1)?.advance

test('a decision of which nobody knows is refused, and names how to see the open ones', () => {
  expect(after(decided('never', 'resume'))).toMatchObject({
    disposition: 'refused',
    refusal: { rule: 'unknown-decision', remedy: 'sigma inbox' },
  })
})

test('an option that a decision does not have is refused, and the decision stays open', () => {
  const refused = after(failed('red'), decided('halt', 'dance'))
  expect(refused).toMatchObject({
    disposition: 'refused',
    refusal: { rule: 'unknown-option', remedy: 'Choose one of: resume, abort.' },
  })
  expect(refused?.kernel.open).toHaveProperty('halt')
})

test('an answer to nothing that is open changes nothing, and is told what would be legal', () => {
  const late = after(answered('green', 'GC'))
  expect(late?.refusal).toMatchObject({ rule: 'not-open', remedy: expect.stringContaining('answered red (RC') })
  expect(late?.kernel.state.heard).toEqual([])
})
