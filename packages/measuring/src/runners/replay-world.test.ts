import fs from 'node:fs'
import { createRequire } from 'node:module'
import { expect, onTestFinished, test, vi } from 'vitest'

// as: a program in plain JavaScript, which says what it gives.
const { world } = createRequire(import.meta.url)('./replay-world.cjs') as {
  readonly world: () => (may: readonly string[]) => string | null
}

/** Sets a field until the test is over. */
function put(owner: object, name: string, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(owner, name)
  Object.defineProperty(owner, name, { value, configurable: true, writable: true, enumerable: true })
  onTestFinished(() => {
    if (before === undefined) Reflect.deleteProperty(owner, name)
    else Object.defineProperty(owner, name, before)
  })
}

test.each<[string, string, () => void]>([
  ['the environment is set', 'environment', () => vi.stubEnv('PLACE_OF_MINE', '1')],
  ['the time, or another global, is set', 'time', () => vi.useFakeTimers()],
  ['the time is set', 'time', () => vi.spyOn(Date, 'now').mockReturnValue(1)],
  ['chance is set', 'chance', () => put(Math, 'random', () => 0)],
  ['the time, or another global, is set', 'time', () => put(globalThis, 'fetch', () => null)],
  ['there are global names that were not there', 'globals', () => put(globalThis, 'aNameOfMine', 1)],
  ['something of the process is set', 'process', () => put(process, 'platform', 'win32')],
  ['what `fs` does is set', 'modules', () => put(fs, 'readFileSync', () => '')],
])('it is seen that %s, where tests may set the %s', (what, kind, set) => {
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })
  const changed = world()
  expect(changed([kind])).toBeNull()
  set()
  expect(changed([kind])).toBe(what)
  expect(changed([])).toBeNull()
})

test('what is used for the first time is no other', async () => {
  const changed = world()
  expect([crypto.randomUUID().length, typeof navigator.userAgent, new Date(performance.now()).getFullYear()]).toEqual([
    36,
    'string',
    1970,
  ])
  await new Promise((done) => setTimeout(done, 1))
  expect(changed(['environment', 'time', 'globals', 'process', 'modules'])).toBeNull()
})
