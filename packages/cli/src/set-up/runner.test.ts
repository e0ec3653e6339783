import { join } from 'node:path'
import { expect, test } from 'vitest'
import { configSchema } from '../config/config.ts'
import { worldOf } from '../testing/command-world.ts'
import { type Files, temporaryProject } from '../testing/temporary-project.ts'
import { inspectRunner } from './runner.ts'

const wanting = (version: string): string => JSON.stringify({ devDependencies: { jest: version } })

test.each<[string, Files, string]>([
  ['is named and not installed', { 'package.json': wanting('^30'), 'pnpm-lock.yaml': '' }, 'pnpm install'],
  ['is named with a lock file of npm', { 'package.json': wanting('^30'), 'package-lock.json': '{}' }, 'npm ci'],
  ['is named by the top alone', { 'package.json': wanting('^30'), 'packages/a/package.json': '{}' }, 'npm install'],
  ['is not named', { 'package.json': '{}', 'yarn.lock': '' }, 'yarn add --dev jest'],
])('a runner that %s is told with the command that puts it right', async (_, files, hint) => {
  using project = await temporaryProject({ 'packages/a/package.json': '{}', ...files })
  const config = configSchema.parse({ tests: { runner: 'jest' } })
  const root = join(project.root, 'packages/a')
  const opened = { top: project.root, root, configFile: null, folder: join(root, '.sigma'), config }
  await expect(inspectRunner(worldOf(project), opened)).rejects.toMatchObject({ hint })
})
