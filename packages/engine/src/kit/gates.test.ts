import type { Check } from '@sigma/protocol'
import { expect, test } from 'vitest'
import type { Gates } from '../ports/ports.ts'
import { gatesOf, type LoadGates } from './gates.ts'

const world = {
  get processes(): never {
    throw new Error('nothing is run')
  },
  get checkouts(): never {
    throw new Error('nothing is checked out')
  },
  blobs: { put: () => 'sha256:0', get: () => new Uint8Array() },
}
const check: Check = { kind: 'check', id: 'look', at: { step: 'look' }, gate: 'look', commit: 'c0ffee', parameters: {} }
const signal = new AbortController().signal

/** Gates that note what is made of them: `loaded`, `opened`, then each check. */
function noting(notes: unknown[], says: 'pass' | 'fail'): LoadGates {
  const gates: Gates = {
    check: async (asked, _signal, acts) => {
      notes.push(asked)
      acts?.(`${says}, and says so meanwhile`)
      return { verdict: says, findings: [], data: {}, evidence: 'sha256:0' }
    },
  }
  return async () => {
    notes.push('loaded')
    const open = (): Gates => {
      notes.push('opened')
      return gates
    }
    return { open, proofs: () => [] }
  }
}

test('two protocols may call a gate the same: each check is made by the gates of its own, as it is', async () => {
  const [strict, lax]: [unknown[], unknown[]] = [[], []]
  const gates = gatesOf(
    [
      { name: 'strict', version: 2, gates: noting([], 'pass') },
      { name: 'strict', version: 1, gates: noting(strict, 'fail') },
      { name: 'lax', version: 1, gates: noting(lax, 'pass') },
    ],
    world,
  )
  expect(strict).toEqual([])
  expect(await gates.check({ ...check, protocol: 'strict', version: 1 }, signal)).toMatchObject({ verdict: 'fail' })
  expect(lax).toEqual([])
  expect(await gates.check({ ...check, protocol: 'lax', version: 1 }, signal)).toMatchObject({ verdict: 'pass' })
  expect(strict).toEqual(['loaded', 'opened', check])
  expect(lax).toEqual(['loaded', 'opened', check])
})

test('what is measured meanwhile is told to whoever asks', async () => {
  const told: string[] = []
  const gates = gatesOf([{ name: 'strict', version: 1, gates: noting([], 'pass') }], world)
  await gates.check({ ...check, protocol: 'strict', version: 1 }, signal, (text) => told.push(text))
  expect(told).toEqual(['pass, and says so meanwhile'])
})

test('the gates of a protocol are opened once: what they keep, later checks find', async () => {
  const notes: unknown[] = []
  const gates = gatesOf([{ name: 'strict', version: 1, gates: noting(notes, 'pass') }], world)
  const asked = { ...check, protocol: 'strict', version: 1 }
  await Promise.all([gates.check(asked, signal), gates.check(asked, signal)])
  expect(notes.filter((note) => typeof note === 'string')).toEqual(['loaded', 'opened'])
})

test('a check of a protocol that is not known, or measures nothing, is refused', async () => {
  const gates = gatesOf([{ name: 'idle', version: 1, gates: null }], world)
  for (const protocol of ['idle', 'other'])
    await expect(gates.check({ ...check, protocol, version: 1 }, signal)).rejects.toMatchObject({
      code: 'gate-unknown',
      message: `The protocol ${protocol} brings no gate look to this sigma.`,
      hint: 'sigma protocol check',
    })
})
