import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
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

test('a link that an agent left in its home is followed by nobody, neither to show something there nor to take it away', () => {
  proves('T8')
  const outer = mkdtempSync(join(tmpdir(), 'home-'))
  const [folder, outside] = [join(outer, 'home'), join(outer, 'outside')]
  for (const each of [join(folder, '.cache'), join(outside, 'sigma')]) mkdirSync(each, { recursive: true })
  try {
    symlinkSync(outside, join(folder, '.tool'))
    symlinkSync(join(outside, 'key'), join(folder, '.cache', 'key'))
    const shown = ['/home/a/.tool/login.json', '/home/a/.cache/key', '/home/a/.cache/sigma']
    const leave = createHomePlaces().enter({ at: '/home/a', folder }, shown)
    expect(['.tool', '.cache', '.cache/key'].map((name) => existsSync(join(folder, name)))).toEqual([
      false,
      true,
      false,
    ])

    mkdirSync(join(folder, '.cache', 'sigma'))
    rmSync(join(folder, '.cache'), { recursive: true })
    symlinkSync(outside, join(folder, '.cache'))
    leave()
    expect(existsSync(join(outside, 'sigma'))).toBe(true)
  } finally {
    rmSync(outer, { recursive: true })
  }
})
