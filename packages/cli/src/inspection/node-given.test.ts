/** What a script gives Node for its tests. */
import { expect, test } from 'vitest'
import { configSchema } from '../config/config.ts'
import { fileTree } from '../testing/file-tree.ts'
import { inspect } from './inspection.ts'

test.each<[string, readonly string[], readonly string[]]>([
  ["node --import tsx --test 'src/**/*.test.ts'", ['--import', 'tsx'], []],
  ["tsx --test 'src/**/*.test.ts'", ['--import', 'tsx'], []],
  ['npm run unit', ['-r', 'ts-node/register'], []],
  ['node --import=./test/setup.js --test --test-reporter spec src', ['--import=./test/setup.js'], []],
  ["cross-env NODE_OPTIONS='--import tsx --no-warnings' node --test", ['--import', 'tsx', '--no-warnings'], []],
  [
    'node --conditions=dev --experimental-test-module-mocks --test',
    ['--conditions=dev', '--experimental-test-module-mocks'],
    [],
  ],
  ['node --env-file .env --inspect-brk --test --experimental-test-coverage', [], ['--env-file .env', '--inspect-brk']],
  ['node --test', [], []],
])('%s', (script, given, leftOut) => {
  const scripts = { test: script, unit: 'node -r ts-node/register --test' }
  const tree = fileTree({ 'package.json': JSON.stringify({ scripts }), 'src/a.ts': '', 'src/a.test.ts': '' })
  const found = inspect(tree, '')
  if (found.kind !== 'package') throw new Error('It is one package.')
  expect(found).toMatchObject({ runner: 'node:test', node: { given, leftOut } })
  expect(configSchema.parse({ tests: { node: given } }).tests.node).toEqual(given)
  for (const each of leftOut)
    expect(configSchema.safeParse({ tests: { node: each.split(' ') } }).error?.issues[0]).toMatchObject({
      message: 'arguments that load code or switch the language, such as "--import", "tsx"',
      params: { found: expect.stringMatching(/^--/) },
    })
})
