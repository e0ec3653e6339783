import { expect, test } from 'vitest'
import { fileTree } from '../testing/file-tree.ts'
import type { Files } from '../testing/temporary-project.ts'
import { globsFault } from './wrong-globs.ts'

const usual: Files = {
  'package.json': '{ "scripts": { "test": "node --test" } }',
  'src/a.js': '',
  'test/a.test.js': "import '../src/a.js'",
}
const defaults = { tests: ['test/**'], source: ['src/**'] }
const only = (...paths: readonly string[]): Files => Object.fromEntries(paths.map((path) => [path, '']))

test.each<[string, Files, Partial<typeof defaults>, string | null, readonly string[] | null]>([
  ['the usual ones', usual, {}, null, null],
  ['any, in a project with nothing yet', {}, { tests: ['spec/**'], source: ['lib/**'] }, null, null],
  ['those of tests that are still to come', only('src/a.js', 'package.json'), {}, null, null],
  ['those of source that is still to come', only('agent.mjs', 'package.json'), {}, null, null],
  ['tests that match nothing', usual, { tests: ['spec/**'] }, 'tests.files', ['test/**']],
  ['tests that match no code', { ...usual, 'spec/a.md': '' }, { tests: ['spec/**'] }, 'tests.files', ['test/**']],
  ['source that matches nothing', usual, { source: ['lib/**'] }, 'source', ['src/**']],
  ['source that git does not know', usual, { source: ['node_modules/**', 'dist/**'] }, 'source', ['src/**']],
  ['tests that match everything', usual, { tests: ['**'] }, 'tests.files', ['test/**']],
  ['both the same', usual, { tests: ['src/**'] }, 'tests.files', ['test/**']],
  ['source within tests', { ...usual, 'test/lib/b.js': '' }, { source: ['test/lib/**'] }, 'tests.files', ['test/**']],
  ['source that is everything but tests', usual, { source: ['**'] }, null, null],
  ['tests beside sources', only('src/a.js', 'src/a.test.js'), { tests: ['**/*.test.js'] }, null, null],
])('%s', (_, files, globs, setting, instead) => {
  const fault = globsFault(fileTree(files), { folder: '', ...defaults, ...globs })
  expect([fault?.setting ?? null, fault?.instead ?? null]).toEqual([setting, instead])
})

test('of a package of a monorepo the files of others count for nothing', () => {
  const files = {
    'package.json': '{ "workspaces": ["packages/*"] }',
    'packages/a/package.json': '{ "name": "a", "scripts": { "test": "node --test" } }',
    ...only('packages/a/src/a.js', 'packages/a/test/a.test.js', 'packages/b/test/b.test.js', 'packages/b/package.json'),
  }
  const globs = { folder: 'packages/a', tests: ['packages/a/tests/**'], source: ['packages/a/src/**'] }
  expect(globsFault(fileTree(files), globs)?.sentence).toBe(
    '"tests.files" matches none of the 3 files here, and test/a.test.js would be run by node:test.',
  )
})
