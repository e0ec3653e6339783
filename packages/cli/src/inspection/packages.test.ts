import { expect, test } from 'vitest'
import { fileTree } from '../testing/file-tree.ts'
import { membersOf } from './packages.ts'

test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  ['workspaces', { 'package.json': '{ "workspaces": ["./one/"] }' }, ['one']],
  ['pnpm', { 'pnpm-workspace.yaml': "packages:\n  # all\n  - 'one'\ncatalog:\n  - two\n" }, ['one']],
  ['lerna', { 'lerna.json': '{ "packages": ["one"] }' }, ['one']],
  ['nx', { 'nx.json': '{}', 'two/project.json': '{}' }, ['two']],
  ['nothing', { 'two/project.json': '{}' }, []],
])('packages of %s', (_what, files, members) => {
  expect(membersOf(fileTree({ 'one/package.json': '{}', 'two/package.json': '{}', ...files }))).toEqual(members)
})
