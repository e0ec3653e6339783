import { expect, test } from 'vitest'
import { fileTree } from '../testing/file-tree.ts'
import { inspect } from './inspection.ts'

const testsOf = (config: string, paths: readonly string[], script = 'vitest run'): readonly string[] => {
  const empty = Object.fromEntries(paths.map((path) => [path, '']))
  const manifest = JSON.stringify({ scripts: { test: script } })
  const found = inspect(
    fileTree({ ...empty, 'package.json': manifest, 'vitest.config.ts': `export default { test: ${config} }` }),
    '',
  )
  return found.kind === 'package' ? found.tests.globs : []
}
const wide = ['**/*.{test,spec}.{js,mjs,cjs,ts,mts,cts,jsx,tsx}']

test('globs of projects stay as they are written: what is wider would name files that the runner leaves out', () => {
  const projects = `{ projects: [
    { extends: true, test: { name: 'unit', include: ['src/**/*.unit.test.ts'] } },
    { test: { name: 'node', root: './server', include: ['./checks.test.ts'] } },
  ] }`
  const paths = ['src/a.ts', 'src/a.unit.test.ts', 'src/b.test.ts', 'server/checks.test.ts', 'server/old.test.ts']
  expect(testsOf(projects, paths)).toEqual(['src/**/*.unit.test.ts', 'server/checks.test.ts'])
})

test('a project that nothing is meant by is left out of them', () => {
  const projects = `{ projects: [{ test: { include: ['src/*.test.ts'] } }, { test: { include: ['e2e/*.test.ts'] } }] }`
  expect(testsOf(projects, ['src/a.test.ts', 'e2e/a.test.ts'])).toEqual(['src/*.test.ts'])
})

test('where they do not say just what is run, they are found as without projects', () => {
  const excluding = `{ projects: [{ test: { include: ['src/*.test.ts'], exclude: ['src/b.test.ts'] } }] }`
  expect(testsOf(excluding, ['src/a.test.ts', 'src/b.test.ts'])).toEqual([...wide, '!src/b.test.ts'])
  const silent = `{ projects: [{ test: { include: ['src/*.test.ts'] } }, { test: { name: 'rest' } }] }`
  expect(testsOf(silent, ['src/a.test.ts', 'lib/b.test.ts'])).toEqual(wide)
  const one = `{ projects: [{ test: { include: ['src/*.test.ts'] } }] }`
  expect(testsOf(one, ['src/a.test.ts', 'src/b.test.ts'], 'vitest run src/a')).toEqual([...wide, '!src/b.test.ts'])
})
