import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { isCrowding, whenThereIsRoom } from './crowding.ts'

test('what the machine lacks for a moment is told from what is missing', () => {
  const failure = (code: string): Error => Object.assign(new Error(code), { code })
  expect(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM'].map(failure).map(isCrowding)).toEqual([true, true, true, true])
  expect(['ENOENT', 'EACCES', 'ENOEXEC'].map(failure).some(isCrowding)).toBe(false)
  expect(isCrowding('EAGAIN')).toBe(false)
})

test('it is tried again until there is room, and the first result that is none of that counts', async () => {
  proves('F16')
  const results = [{ crowded: true }, { crowded: true }, { crowded: false, first: true }, { crowded: false }]
  expect(await whenThereIsRoom(() => Promise.resolve(results.shift() ?? { crowded: false }), undefined)).toEqual({
    crowded: false,
    first: true,
  })
  expect(results).toHaveLength(1)
})

test('each start is put off a little longer than the one before', async () => {
  proves('F16')
  const starts: number[] = []
  await whenThereIsRoom(() => Promise.resolve({ crowded: starts.push(performance.now()) < 5 }), undefined)
  const waits = starts.slice(1).map((at, index) => at - (starts[index] ?? 0))
  for (const [index, least] of [25, 50, 100, 200].entries()) expect(waits[index]).toBeGreaterThan(least - 2)
})

test('what stays impossible is told after nine starts; who is stopped meanwhile waits for none of them', async () => {
  proves('F16')
  let starts = 0
  const start = (): Promise<{ readonly crowded: boolean; readonly starts: number }> => {
    starts += 1
    return Promise.resolve({ crowded: true, starts })
  }
  const begun = performance.now()
  expect(await whenThereIsRoom(start, AbortSignal.abort())).toEqual({ crowded: true, starts: 9 })
  // Unstopped it waits for more than six seconds.
  expect(performance.now() - begun).toBeLessThan(3_000)
})
