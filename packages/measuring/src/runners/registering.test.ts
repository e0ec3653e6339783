/** Who registers testers, matchers and serializers with `expect`: tests, their set-up and packages may, source may not. */
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import type { Files } from '../project-files.ts'
import { jest } from './jest.ts'
import type { TestRun } from './test-run.ts'
import { vitest } from './vitest.ts'

const own = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const timeout = 60_000
const registers = (name: string): string => `
expect.extend({ ${name}: (value) => ({ pass: value === 'a-b', message: () => 'no slug' }) })
expect.addEqualityTesters([(a, b) => (typeof a === 'symbol' && typeof b === 'symbol' ? true : undefined)])
expect.addSnapshotSerializer({ test: (value) => typeof value === 'symbol', serialize: () => 'a symbol' })
`
const tests = `${registers('toBeSlug')}
beforeEach(() => { expect.extend({ toBeSlug: (value) => ({ pass: value === 'a-b', message: () => 'still none' }) }) })
test('is one', () => {
  expect(slug('a b')).toBeSlug()
  expect('a-b').toBeOfSetUp()
  expect({ all: [Symbol('a')] }).toEqual({ all: [Symbol('b')] })
})
test('is none', () => { expect('a b').toBeSlug() })`

const runners = {
  jest: {
    runner: jest,
    modules: process.env['SIGMA_JEST'] ?? own,
    files: (begins: string): Files => ({
      'package.json': JSON.stringify({ jest: { setupFilesAfterEnv: ['./src/set-up.js'] } }),
      'src/set-up.js': `require('./slug.js')\n${registers('toBeOfSetUp')}`,
      'src/slug.js': `${begins}\nexports.slug = (text) => text.replaceAll(' ', '-')`,
      'a.test.js': `const { slug } = require('./src/slug.js')\n${tests}`,
    }),
  },
  vitest: {
    runner: vitest,
    modules: process.env['SIGMA_VITEST'] ?? own,
    files: (begins: string): Files => ({
      'package.json': '{ "type": "module" }',
      'vitest.config.js': `export default { test: { setupFiles: ['./src/set-up.js'] } }`,
      'src/set-up.js': `import { expect } from 'vitest'\nimport './slug.js'\n${registers('toBeOfSetUp')}`,
      'src/slug.js': `${begins}\nexport const slug = (text) => text.replaceAll(' ', '-')`,
      'a.test.js': `import { beforeEach, expect, test } from 'vitest'\nimport { slug } from './src/slug.js'\n${tests}`,
    }),
  },
}

describe.each(Object.values(runners))('$runner.name', ({ runner, modules, files }) => {
  async function run(begins: string): Promise<TestRun> {
    const checkouts = folderCheckouts(undefined, modules)
    await using checkout = await checkouts.open({ commit: await checkouts.commit(files(begins)) })
    return await runner.run({
      processes: localProcesses(),
      checkout,
      files: ['a.test.js'],
      folder: '',
      isSource: (path) => path.startsWith('src/'),
      limitMs: 40_000,
      coverage: null,
      only: null,
      signal: new AbortController().signal,
    })
  }

  test('a test file and a set-up file, wherever it lies, may', { timeout }, async () => {
    const { problem, tests } = await run('')
    expect(problem).toBeNull()
    expect(tests.map(({ state }) => state)).toEqual(['passed', 'failed'])
  })

  test('source may not, also where the set-up loads it', { timeout }, async () => {
    const { problem } = await run(
      `globalThis[Symbol.for('$$jest-matchers-object')].customEqualityTesters.push(() => true)`,
    )
    expect(problem).toMatchObject({
      rule: 'tests-rewritten',
      message: expect.stringContaining('the equality testers'),
    })
  })
})
