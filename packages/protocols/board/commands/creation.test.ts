import type { GivenLive } from '@sigma/engine'
import { expect, test } from 'vitest'
import { boardCommands } from './index.ts'

/** Arguments of the call that a command line makes. */
function made(name: string, words: readonly string[], flags: GivenLive['flags'] = {}): unknown {
  const does = boardCommands.find((each) => each.name === name)?.does
  return does?.kind === 'calls-live' ? does.argumentsOf({ words, flags }) : null
}

test.each(['task', 'subtask'])('pm %s takes no "-" for a description, and says what is wanted', (name) => {
  expect(() => made(name, ['-'])).toThrow('it reads no pipe')
  expect(made(name, ['- a list'])).toMatchObject({ description: '- a list' })
})

test('a budget is written in the words of the configuration', () => {
  expect(made('task', ['A'], { budget: ['asks=40', 'cost=2.5'] })).toMatchObject({ budget: { asks: 40, cost: 2.5 } })
  for (const wrong of ['turns=4', 'asks', 'asks=0', 'cost=-1', 'asks=many'])
    expect(() => made('task', ['A'], { budget: [wrong] })).toThrow('--budget is written')
})
