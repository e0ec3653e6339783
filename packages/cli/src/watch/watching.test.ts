import { dirname } from 'node:path'
import { recordedProject } from '@sigma/protocols/tdd/testing'
import { expect, test } from 'vitest'
import { worldOf } from '../testing/command-world.ts'
import { watching } from './watching.ts'

test('the reply to a key gives the keys back their place after a while, without another key', async () => {
  using project = await recordedProject()
  let now = Date.now()
  const world = { ...worldOf({ root: dirname(project.folder), cache: dirname(project.folder) }), now: () => now }
  let press: (key: string) => void = () => undefined
  let written = ''
  const screen = {
    ...{ columns: 80, rows: 24 },
    write: (text: string) => {
      written = text
    },
    [Symbol.dispose]: () => undefined,
  }
  const left = watching(
    { world, play: async () => 0 },
    { top: world.cwd, root: world.cwd, configFile: null, folder: project.folder },
    undefined,
    async (pressed) => {
      press = pressed
      return screen
    },
  )
  await expect.poll(() => written).toContain('q quit')
  press('d')
  expect(written).toContain('Nothing waits for a decision.')
  now += 3_900
  await new Promise((resolve) => setTimeout(resolve, 250))
  expect(written).not.toContain('q quit')
  now += 200
  await expect.poll(() => written).toContain('q quit')
  press('q')
  expect(await left).toBe(0)
})
