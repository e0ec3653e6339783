import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DatabaseSync } from '../store/sqlite.ts'
import { projectionLock, withLock } from './lock.ts'

/** Whether another writer could begin at this moment. */
function isFree(folder: string): boolean {
  const other = new DatabaseSync(join(folder, 'projections.lock'), { timeout: 0 })
  try {
    other.exec('BEGIN EXCLUSIVE')
    return true
  } catch {
    return false
  } finally {
    other.close()
  }
}

test('a lock that is taken again and again is free in between, and held in a folder that was made anew', () => {
  const parent = mkdtempSync(join(tmpdir(), 'sigma-lock-'))
  const folder = join(parent, '.sigma')
  try {
    using lock = projectionLock(folder)
    for (const isAnew of [false, false, true, false]) {
      if (isAnew) rmSync(folder, { recursive: true })
      expect(lock.during(() => isFree(folder))).toBe(false)
      expect(isFree(folder)).toBe(true)
    }
    expect(() =>
      lock.during(() => {
        throw new Error('not written')
      }),
    ).toThrow('not written')
    expect(withLock(folder, () => isFree(folder))).toBe(false)
    expect(lock.during(() => 7)).toBe(7)
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
})
