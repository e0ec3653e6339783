import { expect, test } from 'vitest'
import { commandsOf } from './script-commands.ts'

const started = (test: string, others: Readonly<Record<string, string>> = {}): readonly string[] =>
  commandsOf({ test, ...others }, 'test').map(({ program, args }) => [program, ...args].join(' '))

test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  ['npm run lint && vitest run', { lint: 'eslint .' }, ['eslint .', 'vitest run']],
  [`c8 --include 'src; lib' vitest run | tee log`, {}, ['vitest run', 'tee log']],
  ['FORCE_COLOR=1 npx jest@29 --ci', {}, ['jest --ci']],
  ['run-s test:*', { 'test:a': 'jest', 'test:b': 'node --test' }, ['jest', 'node --test']],
  ['pnpm unit', { unit: 'vitest' }, ['vitest']],
  // Elsewhere than in this package.
  ['cd packages/one && vitest', {}, []],
  ['eslint . && cd packages/one && vitest', {}, ['eslint .']],
  ['npm run unit --workspaces', { unit: 'vitest' }, ['npm run unit --workspaces']],
  ['pnpm -r unit', { unit: 'vitest' }, ['pnpm -r unit']],
  ['yarn --cwd one unit', { unit: 'vitest' }, ['yarn --cwd one unit']],
])('%s', (script, others, commands) => {
  expect(started(script, others)).toEqual(commands)
})

test('scripts that call one another have an end', () => {
  expect(started('npm run again && vitest', { again: 'npm test' })).toContain('vitest')
})
