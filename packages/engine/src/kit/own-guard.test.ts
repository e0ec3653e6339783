import type { Protocol, Step } from '@sigma/protocol'
import { called, judged } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { guardedGates, guardedProtocol } from './own-guard.ts'

interface State {
  readonly kind: string
}

const stepping = (step: () => Step<State>): Protocol<unknown, State> => ({
  ...{ name: 'own', version: 1, input: z.unknown(), calls: () => [] },
  start: () => ({ state: { kind: 'begun' }, effects: [] }),
  step,
})

const fault = (step: () => Step<State>): unknown => {
  try {
    return guardedProtocol(stepping(step), 200).step({ kind: 'begun' }, called('go'))
  } catch (error) {
    return String(error)
  }
}

test('a step that throws, never ends or is none is told of by the protocol’s name and the event', () => {
  const good: Step<State> = { state: { kind: 'over' }, effects: [] }
  expect(fault(() => good)).toBe(good)
  expect(
    fault(() => {
      throw new Error('Oh.')
    }),
  ).toMatch(/The protocol own fails at called in begun: it throws: Oh\. \(at .*own-guard\.test\.ts/)
  expect(
    fault(() => {
      for (;;);
    }),
  ).toContain('it takes more than 0.2 seconds, perhaps in an endless loop')
  // as: what no compiler has looked at.
  expect(fault(() => ({ state: { kind: 'over' } }) as Step<State>)).toMatch(/it gives no step: .*\n.*at effects/)
  const odd = { state: { kind: 'over' }, effects: [{ kind: 'chek', id: 'a' }] } as unknown as Step<State>
  expect(fault(() => odd)).toMatch(/it gives no step: [\s\S]*at effects\[0\]\.kind/)
})

test('a gate that gives no verdict breaks, and what it gave goes nowhere', async () => {
  const { verdict, findings, evidence } = judged('a')
  const good = { verdict, findings, evidence, data: {} }
  const open = async (given: unknown) => {
    // as: what no compiler has looked at.
    const gates = { check: async () => given as typeof good }
    const kit = await guardedGates(async () => ({ open: () => gates, proofs: () => [] }))()
    return await kit
      // as: such a gate measures with nothing.
      .open({} as Parameters<typeof kit.open>[0])
      .check(
        { kind: 'check', id: 'a', at: { step: 'a' }, gate: 'entry', commit: 'c', parameters: {} },
        AbortSignal.abort(),
      )
  }
  expect(await open(good)).toBe(good)
  for (const bad of [undefined, { ...good, verdict: 'yes' }, { ...good, findings: null }])
    await expect(open(bad)).rejects.toThrow('The gate "entry" gives no verdict: ')
})
