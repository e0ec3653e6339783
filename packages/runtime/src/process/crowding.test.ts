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

test('whoever is stopped meanwhile does not wait for room', async () => {
  const stop = new AbortController()
  stop.abort()
  let starts = 0
  const start = (): Promise<{ readonly crowded: boolean }> => {
    starts += 1
    return Promise.resolve({ crowded: starts < 3 })
  }
  await whenThereIsRoom(start, stop.signal)
  expect(starts).toBe(3)
})
