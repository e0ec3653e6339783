import { expect, test } from 'vitest'
import { fileTree } from '../testing/file-tree.ts'
import type { Files } from '../testing/temporary-project.ts'
import { packageManagerOf } from './installing.ts'

test.each<[string, Files, string]>([
  ['nothing', {}, 'npm install'],
  ['a lock file of npm', { 'package-lock.json': '' }, 'npm ci'],
  [
    'a lock file beside another wish',
    { 'yarn.lock': '', 'package.json': '{ "packageManager": "pnpm@9" }' },
    'yarn install',
  ],
  ['what package.json asks for', { 'package.json': '{ "packageManager": "pnpm@9.1.0" }' }, 'pnpm install'],
  ['packages of pnpm', { 'pnpm-workspace.yaml': '' }, 'pnpm install'],
  ['what stands nearer', { 'one/bun.lock': '', 'yarn.lock': '' }, 'bun install'],
])('by %s', (_what, files, install) => {
  expect(packageManagerOf(fileTree(files), 'one').install).toBe(install)
})
