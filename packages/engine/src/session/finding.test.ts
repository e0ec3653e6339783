import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { addressOf } from './address.ts'
import { findHost, joinHost } from './finding.ts'
import { handler } from './operation.ts'
import { makeWay } from './operations.ts'
import { listenAt } from './server.ts'

test('where nobody has the project, nobody is said to be silent, however long it takes to have it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sigma-finding-'))
  vi.useFakeTimers()
  try {
    const silent = vi.fn()
    const hosting = Promise.withResolvers<never>()
    const found = findHost({
      folder,
      protocols: [],
      surroundings: { runtimeFolder: folder, temporaryFolder: folder },
      command: 'sigma test',
      configuration: 'c',
      hosting: () => hosting.promise,
      signal: new AbortController().signal,
      show: () => undefined,
      silent,
    })
    await vi.advanceTimersByTimeAsync(60_000)
    hosting.reject(new Error('It took too long.'))
    await expect(found).rejects.toThrow('It took too long.')
    expect(silent).not.toHaveBeenCalled()
  } finally {
    vi.useRealTimers()
    rmSync(folder, { recursive: true })
  }
})

test('a host that stands by is joined by nobody, and goes where the project is to be had', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sigma-finding-'))
  const surroundings = { runtimeFolder: folder, temporaryFolder: folder }
  const data = join(folder, 'data')
  mkdirSync(data)
  const socket = addressOf(data, surroundings) ?? ''
  const asked = vi.fn()
  const greeting = { pid: process.pid, epoch: 1, command: 'sigma serve --standby', configuration: 'c' }
  const server = await listenAt(socket, greeting, [
    handler(makeWay, async ({ command }) => {
      asked(command)
      rmSync(join(data, 'holder.json'))
      // The end of the host is the answer.
      await server.close()
      return null
    }),
  ])
  const processStart = new Date(0).toISOString()
  const holder = { pid: process.pid, since: processStart, processStart, command: greeting.command, mode: 'standby' }
  writeFileSync(join(data, 'holder.json'), JSON.stringify({ ...holder, socket, plays: [] }))
  const finder = {
    folder: data,
    protocols: [],
    surroundings,
    command: 'sigma tdd auth',
    configuration: 'c',
    hosting: () => Promise.reject(new Error('It is to be had.')),
    signal: new AbortController().signal,
    show: () => undefined,
    silent: () => undefined,
  }
  try {
    expect(await joinHost(finder)).toBe(null)
    expect(asked).not.toHaveBeenCalled()
    await expect(findHost(finder)).rejects.toThrow('It is to be had.')
    expect(asked.mock.calls).toEqual([['sigma tdd auth']])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
