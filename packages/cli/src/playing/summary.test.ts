import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { textModule } from '../testing/text-module.ts'

const old = "import { test } from 'node:test'\ntest('is from before', () => { throw new Error('old') })\n"

test('what fails before any turn is counted as nobody’s refused work', async () => {
  using project = await temporaryProject({ ...textModule, 'test/old.test.js': old })
  const { exit, stdout, stderr } = await commandWorld(project, { terminal: 'both' }).run('tdd', 'text')
  expect([exit, stdout + stderr]).toEqual([3, expect.stringMatching(/^ {2}took .*; 0 turns, 0 refused$/m)])
})
