import { expect, test } from 'vitest'
import { fileTree } from '../testing/file-tree.ts'
import { runnersAt, usedRunners, versionOf } from './runners.ts'

const used = (scripts: Readonly<Record<string, string>>, files: readonly string[] = []): readonly string[] => {
  const tree = fileTree({
    'package.json': JSON.stringify({ scripts, devDependencies: { ava: '1' } }),
    ...Object.fromEntries(files.map((path) => [path, ''])),
  })
  return usedRunners(runnersAt(tree, '')).map(({ name, by }) => `${name} by ${by}`)
}

test('where scripts name runners, a configuration or a dependency of another is a leftover', () => {
  expect(used({ test: 'jest' }, ['vitest.config.ts'])).toEqual(['jest by scripts.test'])
  expect(used({}, ['vitest.config.ts'])).toEqual(['vitest by vitest.config.ts', 'ava by devDependencies'])
})

test.each(['vitest bench', 'vitest typecheck', 'vitest --typecheck.only', 'jest --clearCache', 'tsc --noEmit'])(
  '%s runs no test',
  (script) => {
    expect(used({ test: script, unit: 'mocha' })).toEqual(['mocha by scripts.unit'])
  },
)

test('the version that is installed counts, and else the one that is wanted', () => {
  const manifest = { 'package.json': JSON.stringify({ devDependencies: { vitest: '^3.0.0' } }) }
  const installed = { 'node_modules/vitest/package.json': '{ "version": "2.1.0" }' }
  expect(versionOf(fileTree(manifest), '', 'vitest')).toEqual({ installed: null, wanted: '^3.0.0', isTooOld: false })
  expect(versionOf(fileTree({ ...manifest, ...installed }), '', 'vitest')).toMatchObject({ isTooOld: true })
})
