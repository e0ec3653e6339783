import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { install } from './kit/installed.ts'
import { type Files, makeRepository, writeFiles } from './kit/repository.ts'
import { sigma } from './kit/sigma.ts'

interface Runner {
  readonly name: string
  readonly manifest: object
  readonly from: string
}

const runners: readonly Runner[] = [
  { name: 'node:test', manifest: { scripts: { test: 'node --test' } }, from: 'node:test' },
  { name: 'vitest', manifest: { scripts: { test: 'vitest run' }, devDependencies: { vitest: '5' } }, from: 'vitest' },
  {
    name: 'jest',
    manifest: {
      scripts: { test: 'NODE_OPTIONS=--experimental-vm-modules jest' },
      devDependencies: { jest: '30' },
      jest: { transform: {} },
    },
    from: '@jest/globals',
  },
]

const testText = ({ from }: Runner, ...calls: readonly string[]): string =>
  [
    `import assert from 'node:assert/strict'`,
    `import { test } from '${from}'`,
    `import * as numbers from '../src/numbers.js'`,
    ...calls.map((call) => `test('${call}', () => { assert.equal(numbers.${call}, true) })`),
    '',
  ].join('\n')

const project = (runner: Runner): Files => ({
  '.gitignore': 'node_modules\n',
  'package.json': JSON.stringify({ name: 'numbers', type: 'module', ...runner.manifest }),
  'src/numbers.js': 'export const isEven = (n) => n % 2 === 0\n',
  'test/numbers.test.js': testText(runner, 'isEven(2)', 'isEven(0)'),
})

const odd = `export const isEven = (n) => n % 2 === 0
export function isOdd(n) {
  return n % 2 === 1
}
export function isPrime(n) {
  return n === 2
}
`

for (const runner of runners) {
  test(`a branch is judged with ${runner.name}, and one that takes from its old tests is refused`, {
    timeout: 720_000,
  }, async () => {
    using repository = makeRepository(project(runner))
    if (runner.name !== 'node:test') install(repository.path, runner.name)
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-C', repository.path, '-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args], {
        encoding: 'utf8',
      })
    const commit = (files: Files): void => {
      writeFiles(repository.path, files)
      git('add', '--all')
      git('commit', '--quiet', '--message', 'Work')
    }
    git('tag', 'start')
    commit({ 'src/numbers.js': odd, 'test/odd.test.js': testText(runner, 'isOdd(1)') })
    const told = await sigma(repository, 'gates', '--base', 'start', '--json')
    const good = JSON.parse(told.stdout)
    const rules = (findings: readonly { readonly weight: string; readonly rule: string }[]): readonly string[] =>
      findings.map(({ weight, rule }) => `${weight} ${rule}`)
    expect([told.exit, rules(good.findings)], told.stderr).toEqual([0, ['warning change-uncovered']])
    expect(good.findings[0]).toMatchObject({ file: join('src', 'numbers.js'), line: 5, endLine: 6 })
    expect(good).toMatchObject({ verdict: 'pass', tests: { fresh: 1, failingWithout: 1, passed: 3 } })
    expect(good.runner).toMatch(new RegExp(`^${runner.name} v?\\d`))
    commit({
      'test/numbers.test.js': testText(runner, 'isEven(2)').replace('assert.equal(numbers.isEven(2), true)', ''),
    })
    const worse = await sigma(repository, 'gates', '--base', 'start', '--json')
    expect(worse.exit).toBe(2)
    expect(rules(JSON.parse(worse.stdout).findings)).toEqual(
      expect.arrayContaining(['refused assertion-dropped', 'refused test-vanished']),
    )
    expect(git('status', '--porcelain')).toBe('')
  })
}
