import { expect, test } from 'vitest'
import { fileTree } from '../testing/file-tree.ts'
import type { Files } from '../testing/temporary-project.ts'
import { inspect } from './inspection.ts'

const empty = (...paths: readonly string[]): Files => Object.fromEntries(paths.map((path) => [path, '']))
const manifest = (all: object): Files => ({ 'package.json': JSON.stringify(all) })
test.each([
  ['p-map: ava', 'xo && ava && tsd', 'ava'],
  ['mocha behind its coverage', 'nyc --reporter=text mocha', 'mocha'],
  ['tap', 'tap --100 test/*.test.js', 'tap'],
  ['tape as a program', 'tape test/**/*.js', 'tape'],
  ['uvu', 'uvu -r esm test', 'uvu'],
  ['bun', 'bun test', 'bun test'],
  ['deno', 'deno test --allow-read', 'deno test'],
  ['karma', 'karma start --single-run', 'karma'],
  ['qunit', 'npx qunit', 'qunit'],
  ['jasmine', 'node ./node_modules/jasmine/bin/jasmine.js', 'jasmine'],
  ['react-scripts', 'react-scripts test', 'react-scripts'],
  ['a program of tape', 'node test/index.js', 'tape'],
])('%s is named as what Sigma cannot judge', (_, script, runner) => {
  const files = {
    ...manifest({ scripts: { test: script } }),
    'test/index.js': "var test = require('tape')",
    ...empty('index.js', 'test.js'),
  }
  expect(inspect(fileTree(files), '')).toMatchObject({ kind: 'unjudged', runner: { name: runner, by: 'scripts.test' } })
  // Who wants new tests by another runner has them apart.
  expect(inspect(fileTree(files), '', 'node:test')).toMatchObject({
    runner: 'node:test',
    tests: { globs: ['node-test/**'] },
  })
})

test('the runner that the test script comes down to is the one, whatever other scripts name before', () => {
  const files = {
    ...manifest({ scripts: { 'test:old': 'jest', test: 'npm run -s unit', unit: 'cross-env CI=1 c8 vitest run' } }),
    ...empty('src/a.js', 'src/a.test.js'),
  }
  expect(inspect(fileTree(files), '')).toMatchObject({
    runner: 'vitest',
    named: { by: 'scripts.unit' },
    others: ['jest'],
  })
})

test('what tests import is source, whatever its folder is called', () => {
  const files = {
    ...manifest({ scripts: { test: 'node --test' } }),
    'test/a.test.js': "import { make } from '../tools/make.js'",
    ...empty('src/b.js', 'tools/make.js', 'scripts/c.js'),
  }
  expect(inspect(fileTree(files), '')).toMatchObject({ source: { globs: ['src/**', 'tools/**'] } })
})
