import { endOf, faultsOf } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { counted, inTier, seededChoice, shareOf } from '../../../engine/src/testing/index.ts'
import { kits } from '../../kits.ts'
import { liars } from '../testing/liars.ts'
import { playOut, type Scene } from '../testing/playout.ts'
import { sampleRun } from '../testing/sample-run.ts'
import { honest } from '../testing/scripts.ts'

const seeds = shareOf(inTier({ fast: 100, long: 1_000, verify: 20_000 }))

test('a run that is killed at any commit or effect comes to the same end', { timeout: 120_000 }, async () => {
  proves('DPTR-103', 'DPTR-85')
  const scene: Scene = {
    ...sceneOf({ batches: [2, 1], together: true }),
    script: honest,
    judge: () => 'pass',
    choose: () => ({ option: 'abort', input: null }),
  }
  const whole = await playOut(scene)
  expect(whole.result).toMatchObject({ success: true, outcome: 'completed' })
  const end = endOf(whole)
  for (let point = 1; point <= whole.reached; point += 1) {
    const killed = await playOut(scene, [point])
    expect(killed.deaths).toHaveLength(1)
    expect(endOf(killed), killed.deaths[0]).toEqual(end)
    expect(faultsOf(killed, scene.protocol, 600), killed.deaths[0]).toEqual([])
  }
})

test('whatever agents, gates and people do, and whenever hosts die, a run keeps its rules and its end', {
  timeout: 120_000 + seeds.length * 1_000,
}, async () => {
  proves('DPTR-103', 'SIG-32')
  const outcomes = new Set<string>()
  for (const seed of seeds.map((at) => at + 1)) {
    const choice = seededChoice(seed)
    // With a small budget it matters who was faster, so that only the rules are compared then.
    const asks = choice('asks') < 0.2 ? 12 : 600
    const scene = { ...sceneOf({ ...sampleOf(choice), asks }), ...liars(seed, 0.6 + 0.4 * choice('honesty')) }
    const whole = await playOut(scene)
    const deaths = [1, 2, 3].map((death) => 1 + Math.floor(choice(`death ${death}`) * whole.reached))
    const killed = await playOut(scene, deaths)
    outcomes.add(whole.result.outcome)
    const name = `seed ${seed}: ${killed.deaths.join(', ')}`
    expect(faultsOf(whole, scene.protocol, asks), name).toEqual([])
    expect(faultsOf(killed, scene.protocol, asks), name).toEqual([])
    if (asks === 600) expect(endOf(killed), name).toEqual(endOf(whole))
    if (whole.result.success) expect(whole.result, name).toMatchObject({ outcome: 'completed', reasons: [] })
  }
  counted('seeds', seeds.length)
  expect([...outcomes].sort((a, b) => (a < b ? -1 : 1))).toEqual(['aborted', 'completed', 'refused'])
})

function sampleOf(choice: (question: string) => number): Parameters<typeof sampleRun>[0] {
  const shapes = [[2, 1], [1, 2], [3], [1]]
  return {
    batches: shapes[Math.floor(choice('batches') * shapes.length)] ?? [1],
    parallel: choice('parallel') < 0.5 ? 2 : 3,
    refactor: choice('refactor') < 0.5 ? 'all' : 'unconverged',
    rounds: 2,
    ...(choice('together') < 0.5 && { together: true }),
  }
}

function sceneOf(sample: Parameters<typeof sampleRun>[0]): Pick<Scene, 'protocol' | 'input'> {
  const [protocol] = kits
  if (protocol === undefined) throw new Error('No protocol is known.')
  return { protocol, input: sampleRun(sample) }
}
