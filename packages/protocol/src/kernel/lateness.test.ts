/** Turns that took too long: what a retry covers, and what a person's decision means for the next turn. */
import { expect, test } from 'vitest'
import type { Ask, Retry } from '../effect.ts'
import type { Event } from '../event.ts'
import type { Json } from '../json.ts'
import { answered, begun, decided, failed } from '../testing/builders.ts'
import { type Played, play } from '../testing/play.ts'
import { ask, consult, type Heard, scripted } from '../testing/sample-effects.ts'
import { budgetOfAsks } from './budgets.ts'
import { extendOption } from './extend-option.ts'
import { lateRule } from './lateness.ts'

const reasons = [{ rule: lateRule, message: 'It took longer than 35 min.', remedy: 'Give it more time.' }]
const late = (id = 'red'): Event => failed(id, 'late', { findings: reasons })
const minute = 60_000

/** Asks `red` and `green`; what fails is a person's to decide, and then both are asked again. */
function played(events: readonly Event[], rest: Partial<Ask> = {}): readonly Played<Heard>[] {
  const asks = [ask('red', rest), ask('green', rest)]
  const protocol = scripted(asks, (event) => {
    if (event.kind === 'failed') return [{ ...consult('late', ['extend', 'resume', 'abort']), reasons: event.findings }]
    return event.kind === 'decided' ? asks : []
  })
  return play({ protocol, budgets: budgetOfAsks(10) }, {}, events)
}

const red = (turns: readonly Played<Heard>[]) => turns.at(-1)?.advance.kernel.open.red
const extended = (input: Json = null): Event => decided('late', 'extend', { input })

test('a turn that was late reaches the protocol once, and its attempt is over', () => {
  const turns = played([late(), answered('red', 'RC'), late()])
  expect(turns.map(({ advance }) => advance.disposition)).toEqual(['applied', 'applied', 'late', 'late'])
  expect(turns.at(-1)?.advance.kernel.state.heard.map(({ kind }) => kind)).toEqual(['failed'])
})

test.for<[Json, number]>([
  [null, minute],
  [{ more: { minutes: 20 } }, 20 * minute],
  [{ more: { minutes: 0.5 }, note: 'It is nearly done.' }, minute / 2],
])('extended by %j it goes on in its session, and has %i ms more than its limit', ([input, moreMs]) => {
  const open = red(played([begun('red', { session: 's-1' }), late(), extended(input)]))
  expect(open).toMatchObject({ session: 's-1', moreMs })
})

test('of two turns that are asked for then, the late one alone has more time', () => {
  const turns = played([answered('green', 'RC'), late(), extended()])
  expect(red(turns)?.moreMs).toBe(minute)
  expect(turns.at(-1)?.advance.kernel.open.green?.moreMs).toBeUndefined()
})

test('what it was given holds for the attempts of this turn, and for no later turn', () => {
  const more = [late(), extended({ more: { minutes: 20 } }), failed('red', 'interrupted')]
  expect(red(played(more))?.moreMs).toBe(20 * minute)
  const again = [...more, answered('green', 'RC'), answered('red', 'RC'), late('green')]
  expect(red(played([...more, late(), decided('late', 'resume')]))?.moreMs).toBeUndefined()
  expect(red(played(again))?.moreMs).toBeUndefined()
})

test('tried again it begins afresh, with the time of its limit', () => {
  const open = red(played([begun('red', { session: 's-1' }), late(), decided('late', 'resume')]))
  expect(open).toMatchObject({ session: null })
  expect(open?.moreMs).toBeUndefined()
})

test('more time fills up no budget, and answers no other question', () => {
  const before = played([late()]).at(-1)?.advance.kernel.budgets
  const after = played([late(), extended()]).at(-1)?.advance.kernel.budgets
  expect(after?.[0]?.left).toBe((before?.[0]?.left ?? 0) - 1)
  expect(after?.[0]?.granted).toBe(10)
})

test.for<[string, Retry, number]>([
  ['a rule for turns that hang', { causes: ['crash', 'timeout'], times: 1 }, 1],
  ['a rule for other causes', { causes: ['crash', 'invalid'], times: 1 }, 0],
  // Within ten minutes nobody is late twice after half an hour: it would be tried for ever, and nobody asked.
  ['a rule with a window', { causes: ['crash', 'timeout'], times: 3, withinMs: 10 * minute }, 0],
])('%s covers turns that are late so often', ([_, rule, times]) => {
  const turns = played([late(), late()], { retry: [rule] })
  expect(turns.filter(({ advance }) => advance.disposition === 'retried')).toHaveLength(times)
})

test('the option to give more names minutes, and takes nothing else', () => {
  const { name, consequence, input } = extendOption(reasons)
  expect(name).toBe('extend')
  expect(consequence).toContain('--more minutes=<number>')
  expect(JSON.stringify(input)).toContain('"minutes"')
  expect(JSON.stringify(input)).not.toContain('"tokens"')
})
