import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { canWiden, workersFor } from './workers.ts'

type Runner = Parameters<typeof workersFor>[0]

function workersOf(runner: Runner, script: string, wide: boolean, more: Readonly<Record<string, string>> = {}) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'sigma-workers-'))
  const manifest = JSON.stringify({ scripts: { lint: 'eslint -i', test: script } })
  for (const [name, text] of Object.entries({ 'package.json': manifest, ...more }))
    writeFileSync(join(folder.path, name), text)
  const workers = workersFor(runner, { wide, folder: '' }, folder.path)
  expect(canWiden(runner, '', folder.path)).toBe(
    workersFor(runner, { wide: true, folder: '' }, folder.path) !== workersFor(runner, { folder: '' }, folder.path),
  )
  return workers
}

test.each<[Runner, string, string]>([
  ['node:test', 'node --test --test-concurrency=3 test/', '3'],
  ['node:test', 'c8 node --test-concurrency 1 --test', '1'],
  ['jest', 'jest --runInBand', '1'],
  ['jest', 'TZ=UTC jest -i', '1'],
  ['jest', 'jest -w 4 --ci', '4'],
  ['jest', 'node --inspect=0 node_modules/.bin/jest -w1', '1'],
  ['jest', 'jest --max-workers=3', '3'],
  ['jest', 'jest --maxWorkers=50%', '50%'],
  ['vitest', 'vitest run --no-file-parallelism', '1'],
  ['vitest', 'vitest --fileParallelism=false', '1'],
  ['vitest', 'vitest run --maxWorkers=2', '2'],
])('%s takes what the script says, in a wide run too: %s', (runner, script, workers) => {
  expect([false, true].map((wide) => workersOf(runner, script, wide))).toEqual([workers, workers])
})

test.each<[Runner, string]>([
  ['node:test', 'node --test'],
  ['jest', 'jest --ci'],
  ['jest', 'sed -i s/a/b/ x && jest'],
  ['jest', 'docker exec -i app jest | tee -i log'],
  ['vitest', 'vitest run'],
])('%s takes what it does by itself, and all cores in a wide run', (runner, script) => {
  expect(workersOf(runner, script, false)).toBeNull()
  expect(workersOf(runner, script, true)).toBe(String(availableParallelism()))
})

test.each<[Runner, string, string, string]>([
  ['jest', 'jest', 'jest.config.js', 'module.exports = { maxWorkers: 1 }'],
  ['jest', 'jest', 'package.json', '{ "scripts": { "test": "jest" }, "jest": { "maxWorkers": 1 } }'],
  ['jest', 'jest', 'jest.config.js', "module.exports = { ...require('../jest.base') }"],
  ['jest', 'jest', 'package.json', '{ "scripts": { "test": "jest" }, "jest": { "preset": "own" } }'],
  ['jest', 'jest --config config/jest.js', 'README.md', ''],
  ['jest', 'run-s unit', 'package.json', '{ "scripts": { "test": "run-s unit", "unit": "react-scripts test -i" } }'],
  ['vitest', 'vitest', 'vitest.config.ts', "import { base } from '../vitest.base'; export default base"],
  ['vitest', 'vitest', 'vitest.config.ts', 'export default { test: { fileParallelism: false } }'],
  ['vitest', 'vitest', 'vite.config.ts', 'export default { test: { poolOptions: { forks: { singleFork: true } } } }'],
])('%s with a configuration that says how many is left alone: %s, %s', (runner, script, name, text) => {
  expect(workersOf(runner, script, true, { [name]: text })).toBeNull()
})

test('a script for looking into tests says nothing of how they run', () => {
  const scripts = JSON.stringify({
    scripts: { debug: 'node --inspect-brk node_modules/.bin/jest --runInBand', unit: 'jest' },
  })
  expect(workersOf('jest', '', false, { 'package.json': scripts })).toBeNull()
})

test('where there is no such folder, nothing is asked for', () => {
  expect(workersFor('jest', { wide: true, folder: 'packages/gone' }, tmpdir())).toBe(String(availableParallelism()))
})
