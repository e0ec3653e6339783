import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { stepText } from './step-text.ts'

test('the text of a step is the one that lies there now, whatever was read before', async () => {
  proves('EXE-10')
  const root = mkdtempSync(join(tmpdir(), 'sigma-text-'))
  try {
    const folder = join(root, 'protocols/execution/mine/content')
    const file = join(folder, 'step_1.md')
    const text = () => stepText(root, { folder: 'mine' }, 1).text
    expect(text()).toBe('')
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, 'one')
    expect(text()).toBe('one')
    // Long enough for what was read to be remembered.
    await pause(120)
    expect([text(), text()]).toEqual(['one', 'one'])
    const { atime, mtime } = statSync(file)
    writeFileSync(file, 'two')
    utimesSync(file, atime, mtime)
    expect(text(), 'of the same length and the same time of change').toBe('two')
    await pause(120)
    expect([text(), text()]).toEqual(['two', 'two'])
    writeFileSync(join(root, 'elsewhere'), 'two')
    rmSync(file)
    symlinkSync(join(root, 'elsewhere'), file)
    expect(text()).toBe('')
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
