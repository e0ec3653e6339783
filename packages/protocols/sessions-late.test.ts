import { readerOfRuns } from '@sigma/engine/testing'
import { sessionsOf } from '@sigma/memory'
import type { Recorded } from '@sigma/protocol'
import { answered, failed, judged, play, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { kits } from './kits.ts'
import { planKit } from './plan/kit.ts'
import { plan } from './plan/machine/plan.ts'
import { samplePlanInput } from './plan/machine/sample.ts'

/** What stands in the dialogue of a plan run with these events, and `late` after them. */
function observed(late: (recorded: readonly Recorded[]) => readonly Recorded[]): readonly string[] {
  const turns = play({ protocol: plan, budgets: [] }, samplePlanInput({ rounds: 3, reasks: 1 }), [
    failed('plan', 'invalid', { final: false }),
    answered('plan', 'PC', { message: 'a plan' }),
    judged('plan.check'),
    answered('critique', 'NR', { message: 'a point' }),
  ])
  const events = turns.map(({ recorded }) => recorded)
  const reader = { ...readerOfRuns(planKit, [{ events: [...events, ...late(events)] }]), notes: () => [] }
  return sessionsOf(reader, kits)
    .list()
    .flatMap(({ observations }) => observations.map(({ status, content }) => `${status} ${content}`))
}

const taken = ['→PC a plan', '→NR a point']

test('an answer that fails is none, and one that is taken is one', () => {
  proves('DPTR-69')
  expect(observed(() => [])).toEqual(taken)
})

test('an answer of an attempt that is over is no part of the dialogue, whoever brings it', () => {
  proves('DPTR-69', 'T38')
  const attempts = (events: readonly Recorded[]): readonly (string | null)[] => [
    ...new Set(events.map(({ envelope }) => envelope.attempt)),
    'nobody@9',
  ]
  const late = (events: readonly Recorded[]): readonly Recorded[] =>
    attempts(events).flatMap((attempt, at) => {
      const last = events.at(-1)
      if (last === undefined || last.event.kind !== 'answered') return []
      const sequence = events.length + 1 + at
      const envelope = { ...last.envelope, attempt, sequence, key: `late ${at}` }
      const id = attempt?.replace(/@\d+$/, '') ?? 'critique'
      return [{ envelope, event: { ...last.event, id, code: 'PA', message: 'accepted, too late' } }]
    })
  expect(observed(late)).toEqual(taken)
})
