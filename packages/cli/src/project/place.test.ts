import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'

test('a link that came with a repository has Sigma write nothing among the files of somebody else', async () => {
  proves('T30')
  using project = await temporaryProject({ 'src/a.js': '' })
  const settings = join(project.root, '../settings')
  mkdirSync(join(settings, 'git'), { recursive: true })
  writeFileSync(join(settings, 'git/config'), '')
  symlinkSync('../settings', join(project.root, '.sigma'))
  for (const command of ['tdd', 'status', 'gc', 'project', 'doctor']) {
    const { exit, stderr } = await commandWorld(project, {}).run(command, ...(command === 'tdd' ? ['text'] : []))
    expect([exit, stderr]).toEqual([1, expect.stringContaining('is a link to a folder in which other things lie')])
  }
  expect(readdirSync(settings, { recursive: true })).toEqual(['git', 'git/config'])

  using own = await temporaryProject({ 'src/a.js': '' })
  const elsewhere = join(own.root, '../elsewhere')
  mkdirSync(elsewhere)
  symlinkSync(elsewhere, join(own.root, '.sigma'))
  expect((await commandWorld(own, {}).run('status')).exit).toBe(0)
})
