import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { findHost } from './finding.ts'

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
