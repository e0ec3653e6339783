import fs from 'node:fs'
import { createRequire } from 'node:module'
import { expect, onTestFinished, test, vi } from 'vitest'

// as: a program in plain JavaScript, which says what it gives.
const { world } = createRequire(import.meta.url)('./replay-world.cjs') as { readonly world: () => () => string | null }

/** Sets a field until the test is over. */
function put(owner: object, name: string, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(owner, name)
  Object.defineProperty(owner, name, { value, configurable: true, writable: true, enumerable: true })
  onTestFinished(() => {
    if (before === undefined) Reflect.deleteProperty(owner, name)
    else Object.defineProperty(owner, name, before)
  })
}

test.each<[string, () => void]>([
  ['the environment is set', () => vi.stubEnv('PLACE_OF_MINE', '1')],
  ['the time, or another global, is set', () => vi.useFakeTimers()],
  ['the time is set', () => vi.spyOn(Date, 'now').mockReturnValue(1)],
  ['chance is set', () => put(Math, 'random', () => 0)],
  ['the time, or another global, is set', () => put(globalThis, 'fetch', () => null)],
  ['there are global names that were not there', () => put(globalThis, 'aNameOfMine', 1)],
  ['something of the process is set', () => put(process, 'platform', 'win32')],
  ['what `fs` does is set', () => put(fs, 'readFileSync', () => '')],
  ['what a stream of the process says of itself is set', () => put(process.stdout, 'columns', 33)],
])('it is seen that %s', (what, set) => {
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })
  const changed = world()
  expect(changed()).toBeNull()
  set()
  expect(changed()).toBe(what)
})

test('what is used for the first time is no other', async () => {
  const changed = world()
  expect([crypto.randomUUID().length, typeof navigator.userAgent, new Date(performance.now()).getFullYear()]).toEqual([
    36,
    'string',
    1970,
  ])
  await new Promise((done) => setTimeout(done, 1))
  expect(changed()).toBeNull()
})
