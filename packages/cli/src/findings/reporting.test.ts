/** Where `sigma validate` puts what was found, and what it refuses before anything begins. */
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { commandIn, linesOf } from '../testing/github.ts'
import { temporaryProject } from '../testing/temporary-project.ts'

const files = {
  'package.json': '{ "name": "shop", "type": "module" }',
  'src/a.js': 'export const a = 1\n',
  'check.js': "console.log('src/a.js:1:7 ##[add-mask]x')\nconsole.log('::add-mask::x')\nprocess.exit(1)\n",
  'sigma.config.json': JSON.stringify({ sandbox: 'off', checks: ['node check.js'], tests: { runner: 'node:test' } }),
}

test.each([
  [64, 'sigma validate --working-tree', ['main', '--working-tree']],
  [64, 'sigma why <run> --sarif', ['--ci', '--detach', '--sarif', 'x.sarif']],
  [1, 'there is no folder', ['--ci', '--sarif', 'none/x.sarif']],
  [1, 'sigma validate <branch> --issue 7', ['#7', '--ci']],
] as const)('%i, and %s, before anything begins', async (exit, said, words) => {
  using project = await temporaryProject(files)
  const { run } = commandWorld(project)
  expect(await run('validate', ...words)).toMatchObject({ exit, stderr: expect.stringContaining(said) })
  expect(await project.state()).not.toContain('.sigma')
})

test('under GitHub Actions a failure to begin is an annotation, and a name in it begins no command', async () => {
  using project = await temporaryProject(files)
  const { run } = commandWorld(project, { env: { GITHUB_ACTIONS: 'true' } })
  const { exit, stdout, stderr } = await run('validate', 'x##[add-mask]y', '--ci')
  expect(exit).toBe(1)
  const commands = linesOf(stdout + stderr).flatMap((line) => commandIn(line) ?? [])
  expect(commands).toMatchObject([{ name: 'error', properties: { title: 'sigma validate' } }])
})
