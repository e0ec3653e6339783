import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'

const marking = (mark: string): string =>
  `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(mark)}, '')\nexport default { test: { include: ['checks/**'] } }\n`

test('configurations of runners that are programs are read, and not run', async () => {
  proves('T30')
  using project = await temporaryProject({ 'package.json': '{ "scripts": { "test": "vitest" } }', 'checks/a.ts': '' })
  const mark = join(project.root, 'started')
  for (const name of ['vitest.config.ts', 'vite.config.mjs', 'jest.config.js', 'vitest.workspace.ts'])
    project.write({ [name]: marking(mark) })
  const { result } = await commandWorld(project).run('init', '--no-try', '--agent', 'person', '--json')
  expect(result).toMatchObject({ runner: 'vitest', tests: { globs: ['checks/**'], files: 1 } })
  expect(existsSync(mark)).toBe(false)
})

test('a sigma.config.ts is not run before it is confirmed, and never written over', async () => {
  proves('T30')
  using project = await temporaryProject({ 'package.json': '{}' })
  const mark = join(project.root, 'started')
  project.write({ 'sigma.config.ts': marking(mark) })
  const env = { SIGMA_TRUST: undefined, XDG_CONFIG_HOME: join(project.root, '../config') }
  const world = commandWorld(project, { env })
  const example = await world.run('init', '--example', 'lists')
  expect([example.exit, example.stderr]).toEqual([1, expect.stringContaining('hint: sigma trust')])
  const forced = await world.run('init', '--force', '--agent', 'person')
  expect([forced.exit, forced.stderr]).toEqual([1, expect.stringMatching(/hint: rm .*sigma\.config\.ts && sigma init/)])
  expect(readdirSync(project.root)).not.toContain('sigma.config.json')
  expect(existsSync(mark)).toBe(false)
})
