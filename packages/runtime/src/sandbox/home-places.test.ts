import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createHomePlaces } from './home-places.ts'

test('what was made to show something at is gone once the last turn in that home is over; the agent’s own stays', () => {
  const folder = mkdtempSync(join(tmpdir(), 'home-'))
  const there = (name: string): boolean => existsSync(join(folder, name))
  try {
    writeFileSync(join(folder, 'own'), '')
    const places = createHomePlaces()
    const shown = ['/home/a/own', '/home/a/file', '/home/a/tools', '/home/a/kept', '/elsewhere/file']
    const leave = [1, 2].map(() => places.enter({ at: '/home/a', folder }, shown))
    for (const name of ['tools', 'kept']) mkdirSync(join(folder, name))
    writeFileSync(join(folder, 'file'), '')
    writeFileSync(join(folder, 'kept', 'state'), 'of the agent')
    leave[0]?.()
    expect(there('file')).toBe(true)
    leave[1]?.()
    expect(['own', 'file', 'tools', 'kept'].map(there)).toEqual([true, false, false, true])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
