import { expect, test } from 'vitest'
import { fileTree } from '../testing/file-tree.ts'
import type { Files } from '../testing/temporary-project.ts'
import { inspect } from './inspection.ts'

const empty = (...paths: readonly string[]): Files => Object.fromEntries(paths.map((path) => [path, '']))
const manifest = (all: object): Files => ({ 'package.json': JSON.stringify(all) })
const member = (name: string, test: string): string => JSON.stringify({ name, scripts: { test } })

test.each<[string, Files]>([
  [
    'a pnpm monorepo',
    {
      ...manifest({ name: 'root', scripts: { test: 'pnpm -r test' } }),
      'pnpm-workspace.yaml': 'packages:\n  # those that are published\n  - "packages/*" # all\n  - \'!packages/old\'\n',
      'packages/a/package.json': member('a', 'vitest run'),
      'packages/b/package.json': member('b', 'node --test'),
      'packages/old/package.json': member('old', 'jest'),
      ...empty('packages/a/src/a.test.ts', 'packages/b/test/b.js', 'packages/old/test/x.js', 'packages/c/package.json'),
    },
  ],
  [
    'yarn workspaces',
    {
      ...manifest({
        private: true,
        workspaces: { packages: ['./packages/*'] },
        scripts: { test: 'yarn workspaces foreach -A run test' },
      }),
      'packages/a/package.json': member('a', 'vitest run'),
      'packages/b/package.json': member('b', 'node --test'),
      ...empty('yarn.lock', 'packages/a/src/a.test.ts', 'packages/b/test/b.js'),
    },
  ],
  [
    'an nx-like workspace',
    {
      ...manifest({ name: 'root', scripts: { test: 'nx run-many --target=test' }, devDependencies: { vitest: '4' } }),
      'jest.config.ts': 'export default async () => ({ projects: await getJestProjectsAsync() })',
      'packages/b/package.json': member('b', 'node --test'),
      'packages/a/vitest.config.ts': 'export default { test: { globals: true } }',
      ...empty(
        'nx.json',
        'packages/a/project.json',
        'packages/b/project.json',
        'packages/a/src/a.test.ts',
        'packages/b/test/b.js',
      ),
    },
  ],
  [
    'lerna over npm',
    {
      ...manifest({ name: 'root', scripts: { test: 'lerna run test' } }),
      'lerna.json': '{ "packages": ["packages/*"] }',
      'packages/a/package.json': member('a', 'npm run unit'),
      'packages/b/package.json': member('b', 'node --test'),
      ...empty('packages/a/src/a.test.ts', 'packages/a/vitest.config.ts', 'packages/b/test/b.js'),
    },
  ],
])('%s is asked which package is meant, and each is found from its folder', (_, files) => {
  const tree = fileTree(files)
  expect(inspect(tree, '')).toEqual({
    kind: 'several',
    packages: [
      { folder: 'packages/a', runner: 'vitest' },
      { folder: 'packages/b', runner: 'node:test' },
    ],
  })
  expect(inspect(tree, 'packages/a/src')).toMatchObject({ kind: 'package', folder: 'packages/a', runner: 'vitest' })
  expect(inspect(tree, 'packages/b')).toMatchObject({
    folder: 'packages/b',
    runner: 'node:test',
    tests: { globs: ['test/**'] },
  })
})

test('a package whose tests are run from the root is sent there', () => {
  const files = {
    ...manifest({ workspaces: ['packages/*'], scripts: { test: 'jest' } }),
    ...empty('jest.config.js', 'packages/a/package.json', 'packages/a/src/a.test.ts'),
  }
  expect(inspect(fileTree(files), 'packages/a')).toMatchObject({
    kind: 'root-runs',
    runner: { name: 'jest', by: 'scripts.test' },
  })
  expect(inspect(fileTree(files), '')).toMatchObject({ kind: 'package', folder: '', runner: 'jest' })
})
