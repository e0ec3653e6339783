import { type Json, sampleTddInput } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { knownProtocols } from './protocols.ts'
import type { Registered } from './registered.ts'
import { endOf, faultsOf, honest, playOut, type Scene } from './testing/index.ts'

const asks = 600

test('a run that is killed at any commit or effect comes to the same end', async () => {
  proves('DPTR-103', 'DPTR-85')
  const scene = sceneOf({ batches: [2, 1] })
  const whole = await playOut(scene)
  expect(whole.result).toMatchObject({ success: true, outcome: 'completed' })
  const end = endOf(whole)
  const t = performance.now()
  for (let point = 1; point <= whole.reached; point += 1) {
    const killed = await playOut(scene, [point])
    expect(killed.deaths).toHaveLength(1)
    expect(endOf(killed), killed.deaths[0]).toEqual(end)
    expect(faultsOf(killed, scene.protocol, asks), killed.deaths[0]).toEqual([])
  }
  console.log(whole.reached, performance.now() - t)
})

function sceneOf(sample: Parameters<typeof sampleTddInput>[0]): Scene {
  const [protocol] = knownProtocols
  if (protocol === undefined) throw new Error('No protocol is known.')
  const input: Json = z.json().parse(sampleTddInput(sample))
  return { protocol, input, script: honest, judge: () => 'pass', choose: () => ({ option: 'abort', input: null }) }
}
