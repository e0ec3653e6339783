import type { Ask, Open } from '@sigma/protocol'
import { expect, test } from 'vitest'
import type { AgentState } from '../ports/agents.ts'
import { type VirtualClock, virtualClock } from '../testing/index.ts'
import type { Activity } from '../views/views.ts'
import { type Activities, activitiesOf } from './activities.ts'

const effect: Ask = {
  kind: 'ask',
  id: 'C1.red.qa',
  at: { unit: 'C1', step: 'red' },
  role: 'qa',
  phase: 'RED',
  brief: {
    type: 'work',
    purpose: 'Work.',
    from: 'engine',
    subject: 'm',
    context: { module: 'm', designPath: 'design.md' },
    documents: [],
    refused: [],
    parameters: {},
  },
  codes: ['RC'],
  writes: [],
  workspace: 'C1',
  base: 'base',
  limitMs: 600_000,
  retry: [],
}
const open: Open = { effect, attempt: 'C1.red.qa@1', openedTick: 0, failures: [], refused: [], session: null }

const thinking: AgentState = {
  agent: 'claude',
  stage: 'thinking',
  model: 'm-1',
  session: 's',
  usage: { inputTokens: 10 },
  waits: null,
  concern: null,
}

function watched(): { readonly clock: VirtualClock; readonly all: Activities; readonly shown: Activity[] } {
  const clock = virtualClock()
  const shown: Activity[] = []
  return { clock, shown, all: activitiesOf(clock, (activity) => shown.push(activity)) }
}

test('shows why a turn waits, when it began, what it does, and when it was last heard of', () => {
  const { clock, all, shown } = watched()
  const at = (ms: number): string => new Date(Date.UTC(2026, 10, 21, 10, 15) + ms).toISOString()
  const showing = all.open('run-1', open, 'claude')
  expect(all.now()).toEqual([])
  showing.waits('the model is limited', 30_000)
  clock.advance(30_000)
  showing.begins()
  clock.advance(1_000)
  showing.acts('reads a file')
  showing.stands(thinking)
  expect(all.now()).toMatchObject([
    { stage: 'acts', text: 'reads a file', agent: thinking, sinceAt: at(30_000), seenAt: at(31_000) },
  ])
  clock.advance(100)
  showing.over('answered')
  showing.acts('too late')
  expect(shown.map(({ stage, text, untilAt, agent }) => [stage, text, untilAt, agent?.stage])).toEqual([
    ['waits', 'the model is limited', at(30_000), undefined],
    ['begun', '', undefined, undefined],
    ['acts', 'reads a file', undefined, undefined],
    ['acts', 'reads a file', undefined, 'thinking'],
    ['over', 'answered', undefined, 'thinking'],
  ])
  expect(shown.every(({ player, at: { role } }) => player === 'claude' && role === 'qa')).toBe(true)
  expect(all.now()).toEqual([])
  expect(clock.next()).toBe(false)
})

test('tells of an agent that streams ten times a second at most, and knows the latest all the same', () => {
  const { clock, all, shown } = watched()
  const showing = all.open('run-1', open, null)
  showing.begins()
  for (let delta = 1; delta <= 2_000; delta += 1) {
    showing.stands({ ...thinking, usage: { outputTokens: delta } })
    expect(all.now()[0]?.agent?.usage).toEqual({ outputTokens: delta })
    clock.advance(1)
  }
  expect(shown.length).toBeLessThanOrEqual(2 + 20)
  clock.advance(100)
  expect(shown.at(-1)?.agent?.usage).toEqual({ outputTokens: 2_000 })
})

test('tells no more than a line of what an agent says, and no number that is none', () => {
  const { all } = watched()
  const showing = all.open('run-1', open, null)
  showing.begins()
  showing.acts('a'.repeat(1_000_000))
  showing.stands({
    ...thinking,
    model: '\u{1f600}'.repeat(10_000),
    concern: 'x'.repeat(5_000),
    usage: { inputTokens: Number.NaN, outputTokens: -1, cachedTokens: Number.POSITIVE_INFINITY, costUsd: 0.5 },
  })
  const [{ text = '', agent } = {}] = all.now()
  expect(text.length).toBe(300)
  expect(agent?.model?.length).toBeLessThanOrEqual(300)
  expect(agent?.model?.isWellFormed()).toBe(true)
  expect(agent?.concern?.length).toBe(300)
  expect(agent?.usage).toEqual({ costUsd: 0.5 })
})

test('what is abandoned is over at once, whatever it still says', () => {
  const { all, shown } = watched()
  const [one, other] = [all.open('run-1', open, null), all.open('run-2', open, null)]
  for (const showing of [one, other]) showing.begins()
  all.forget('run-1')
  one.acts('goes on')
  one.over('answered')
  expect(shown.map(({ run, stage }) => `${run} ${stage}`)).toEqual(['run-1 begun', 'run-2 begun', 'run-1 over'])
  expect(all.now().map(({ run }) => run)).toEqual(['run-2'])
  all.forget()
  expect(all.now()).toEqual([])
})
