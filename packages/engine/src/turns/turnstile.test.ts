import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { turnstileOf } from './turnstile.ts'

const never = new AbortController().signal

test('as many come in as there are places; the others in the order in which they came', async () => {
  proves('SIG-106')
  const turnstile = turnstileOf(2)
  const came: number[] = []
  const leaves = [0, 1, 2, 3].map(async (number) => {
    const leave = await turnstile.enter(never)
    came.push(number)
    return leave
  })
  const [first, second] = await Promise.all(leaves.slice(0, 2))
  expect(came).toEqual([0, 1])
  second?.()
  await leaves[2]
  expect(came).toEqual([0, 1, 2])
  first?.()
  await leaves[3]
  expect(came).toEqual([0, 1, 2, 3])
})

test('whoever gives up waiting gets nothing, and keeps no place', async () => {
  const turnstile = turnstileOf(1)
  const leave = await turnstile.enter(never)
  const impatient = new AbortController()
  const waiting = turnstile.enter(impatient.signal)
  const next = turnstile.enter(never)
  impatient.abort()
  expect(await waiting).toBeNull()
  leave?.()
  expect(await next).not.toBeNull()
  expect(await turnstile.enter(AbortSignal.abort())).toBeNull()
})

test('never more are inside than there are places, and nobody waits while one is free', async () => {
  proves('SIG-106')
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 4 }),
    fc.array(fc.nat(3), { maxLength: 30 }),
    async (places, steps) => {
      const turnstile = turnstileOf(places)
      const inside: (() => void)[] = []
      const givers: AbortController[] = []
      let waiting = 0
      for (const step of steps) {
        if (step === 0) inside.shift()?.()
        else if (step === 1) givers.shift()?.abort()
        else {
          const giver = new AbortController()
          givers.push(giver)
          waiting += 1
          void turnstile.enter(giver.signal).then((leave) => {
            waiting -= 1
            if (leave !== null) inside.push(leave)
          })
        }
        await new Promise(setImmediate)
        expect(inside.length).toBeLessThanOrEqual(places)
        if (inside.length < places) expect(waiting).toBe(0)
      }
    },
  )
  await fc.assert(property, { numRuns: 50 })
})
