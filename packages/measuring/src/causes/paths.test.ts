import { expect, test } from 'vitest'
import { basesOf, pathsIn } from './paths.ts'
import type { Trouble } from './troubles.ts'

const found = (text: string, folder = ''): readonly string[] => {
  const trouble: Trouble = { id: 'x', file: 'test/a.test.js', text, places: ['test/a.test.js'] }
  return pathsIn(text, basesOf(trouble, folder))
}

test.each([
  [`ENOENT: no such file or directory, open 'fixtures/data.json'`, 'fixtures/data.json'],
  [`ENOENT: no such file or directory, scandir './local'`, 'local'],
  [`Cannot find module 'gen/data.js' imported from src/a.js`, 'gen/data.js'],
  [`Failed to resolve import "../gen/data.js" from "src/a.ts". Does the file exist?`, 'gen/data.js'],
  [`Failed to load url ../gen/data.ts (resolved id: ../gen/data.ts) in src/a.ts`, 'gen/data.ts'],
  [`Cannot find module '../gen/data' from 'src/deep/a.js'`, 'src/gen/data.js'],
  [`Cannot find module '../dist' from 'src/a.js'`, 'dist/index.js'],
  [`.env is not there: '.env'`, '.env'],
  [`SyntaxError: fixtures/data.json:3:14 is odd`, 'fixtures/data.json'],
  [`new URL('./data/x.txt', import.meta.url)`, 'test/data/x.txt'],
])('%s names %s', (text, path) => {
  expect(found(text)).toContain(path)
})

test('a package counts paths from where its tests are started, and nothing leads out of the project', () => {
  expect(found(`open 'fixtures/data.json'`, 'packages/one')).toContain('packages/one/fixtures/data.json')
  for (const path of found(`'../../../etc/passwd' '/etc/passwd' '../x' "~/y/z"`)) expect(path).not.toMatch(/^(\.\.|\/)/)
})

test('a long text without a path is read at once', () => {
  const began = performance.now()
  for (const text of ['a'.repeat(200_000), 'a.'.repeat(100_000), `'${'x/'.repeat(90_000)}`]) found(text)
  expect(performance.now() - began).toBeLessThan(2_000)
})
