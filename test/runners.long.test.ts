import { expect, test } from 'vitest'
import { install } from './kit/installed.ts'
import { commandConfig, honestAgent, numbers } from './kit/project.ts'
import { type Files, git, makeRepository, type Repository } from './kit/repository.ts'
import { resultOf, sigma } from './kit/sigma.ts'

interface Runner {
  readonly name: string
  /** What the package's `package.json` has besides. */
  readonly manifest: object
  /** Where the tests import `test` from. */
  readonly from: string
}

const runners: readonly Runner[] = [
  { name: 'vitest', manifest: { scripts: { test: 'vitest run' } }, from: 'vitest' },
  {
    name: 'jest',
    manifest: { scripts: { test: 'NODE_OPTIONS=--experimental-vm-modules jest' }, jest: { transform: {} } },
    from: '@jest/globals',
  },
]

/** The project `numbers`, tested by a runner that is installed in it. */
function projectWith({ name, manifest, from }: Runner): Repository {
  const { 'package.json': plain = '{}' } = numbers
  const inWords = (text: string): string => text.replaceAll(`from 'node:test'`, `from '${from}'`)
  const files: Files = Object.fromEntries(Object.entries(numbers).map(([path, text]) => [path, inWords(text)]))
  const config = JSON.parse(commandConfig(['node', 'agent.mjs']))
  const repository = makeRepository({
    ...files,
    '.gitignore': 'node_modules\n',
    'package.json': JSON.stringify({ ...JSON.parse(plain), ...manifest }),
    'agent.mjs': inWords(honestAgent()),
    'sigma.config.json': JSON.stringify({
      ...config,
      tests: { runner: name, files: ['test/**'] },
      coverage: { lines: 100, functions: 100, branches: 100, statements: 100 },
    }),
  })
  install(repository.path, name)
  return repository
}

for (const runner of runners) {
  test(`a module is built test by test with ${runner.name}`, { timeout: 720_000 }, async () => {
    using repository = projectWith(runner)
    const ended = await sigma(repository, 'tdd', 'numbers')
    const { outcome, success, delivered } = resultOf(ended)
    expect([outcome, success], ended.stderr).toEqual(['completed', true])
    expect(git(repository, 'show', `${delivered?.branch}:src/twice.js`)).toContain('number * 2')
    expect(git(repository, 'show', `${delivered?.branch}:test/half.test.js`)).toContain(runner.from)
    const log = await sigma(repository, 'log')
    expect(log.stdout).toMatch(/C1 green check +sigma measures: pass/)
  })
}
