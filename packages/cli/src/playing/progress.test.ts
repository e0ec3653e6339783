import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { textModule } from '../testing/text-module.ts'

const head = "import { test } from 'node:test'\n"
const files = {
  ...textModule,
  'test/old.test.js': `${head}test('is from before', () => { throw new Error('old') })\n`,
  'test/slow.test.js': `${head}test('waits', () => new Promise((resolve) => setTimeout(resolve, 2_000)))\n`,
}

test('where lines are only added, it is told how far a suite is that takes long', { timeout: 60_000 }, async () => {
  using project = await temporaryProject(files)
  const began = Date.now()
  // An hour goes by in a minute.
  const now = (): number => began + (Date.now() - began) * 60
  const { exit, stderr } = await commandWorld(project, { now }).run('tdd', 'text')
  expect([exit, stderr]).toEqual([3, expect.stringMatching(/ sigma measures: \d+ (of \d+ )?tests? done$/m)])
})
