import { randomUUID } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryBlobs } from '@sigma/engine'
import { expect, test } from 'vitest'
import { openBench, type Tools } from '../benches/bench.ts'
import { type FolderPerson, folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import { nodeProject } from '../fixture/node-project.ts'
import type { Files } from '../project-files.ts'
import { overLimit } from '../runners/ending.ts'
import { nodeTest } from '../runners/node-test.ts'
import type { Runner } from '../runners/runner.ts'
import { notRun } from '../runners/test-run.ts'
import { settingOf } from './cause.ts'
import { diagnose } from './diagnose.ts'

const head = `import { test } from 'node:test'\nimport assert from 'node:assert/strict'\nimport { existsSync, readFileSync } from 'node:fs'\n`
const file = (body: string): string => `${head}test('it', () => { ${body} })\n`
const signal = AbortSignal.timeout(60_000)

async function diagnosed(
  files: Files,
  person: Partial<FolderPerson> = {},
  env: Readonly<Record<string, string>> = {},
  runner: Runner = nodeTest,
) {
  const { PATH = '' } = process.env
  const checkouts = folderCheckouts({ PATH: `${PATH}`, ...env }, null, { files: {}, variables: {}, ...person })
  const tools: Tools = {
    processes: localProcesses(),
    checkouts,
    blobs: memoryBlobs(),
    runners: [runner],
    baselines: new Map(),
    checked: new Map(),
  }
  const commit = await checkouts.commit({ 'package.json': '{ "type": "module" }', ...files })
  await using bench = await openBench(tools, nodeProject, { commit }, signal)
  const run = await bench.run()
  const told: string[] = []
  const causes = await diagnose(tools, nodeProject, { commit, bench, run }, { signal, tell: (what) => told.push(what) })
  return { causes, told, run }
}

test('nothing is tried where nothing fails', async () => {
  const { causes, told } = await diagnosed({ 'test/a.test.js': file('assert.ok(true)') })
  expect([causes, told]).toEqual([[], []])
})

test('each cause is found by what makes its tests pass, and by no more than a few runs of these alone', async () => {
  const { causes, told } = await diagnosed(
    {
      'test/git.test.js': file(`assert.ok(existsSync('.git/HEAD'), 'not a repository')`),
      'test/data.test.js': file(`assert.equal(readFileSync('fixtures/data.txt', 'utf8'), 'data')`),
      'test/flag.test.js': file(`assert.equal(process.env.FLAG, 'on')`),
      'test/zone.test.js': file(`assert.equal(new Date(0).getHours(), 9) /* Asia/Tokyo */`),
      'test/server.test.js': file(`throw new Error('connect ECONNREFUSED 127.0.0.1:5432')`),
      'test/wrong.test.js': file(`assert.equal(1, 2)`),
    },
    { files: { '.git/HEAD': 'ref\n', 'fixtures/data.txt': 'data' }, variables: { FLAG: 'on' } },
    { TZ: 'UTC' },
  )
  expect(causes).toMatchObject([
    { cause: 'service', shown: 'sign', tests: ['test/server.test.js › it'] },
    {
      cause: 'file',
      needs: 'fixtures/data.txt, which is in no commit',
      tests: ['test/data.test.js › it'],
      setting: '"tests": { "reads": ["fixtures/data.txt"] }',
      shown: 'trial',
    },
    { cause: 'git', tests: ['test/git.test.js › it'], setting: '"tests": { "reads": [".git"] }', shown: 'trial' },
    { cause: 'variable', tests: ['test/flag.test.js › it'], setting: '"tests": { "env": { "FLAG": "$FLAG" } }' },
    { cause: 'time-zone', tests: ['test/zone.test.js › it'], setting: '"tests": { "env": { "TZ": "Asia/Tokyo" } }' },
  ])
  expect(settingOf(causes)).toBe(
    '"tests": { "env": { "FLAG": "$FLAG", "TZ": "Asia/Tokyo" }, "reads": ["fixtures/data.txt", ".git"], "hosts": ["127.0.0.1:5432"] }',
  )
  expect(told.length).toBeLessThanOrEqual(9)
  expect(told.slice(0, 3)).toEqual([
    'once more',
    'with fixtures/data.txt, which is in no commit',
    'with a git repository',
  ])
})

test('a test that needs two things is told under both', async () => {
  const { causes } = await diagnosed(
    { 'test/a.test.js': file(`readFileSync('one.txt'); assert.ok(existsSync('.git/HEAD'))`) },
    { files: { '.git/HEAD': '', 'one.txt': '' } },
  )
  expect(causes).toMatchObject([
    { cause: 'file', tests: ['test/a.test.js › it'] },
    { cause: 'git', tests: ['test/a.test.js › it'] },
  ])
})

test('what only makes a test fail otherwise is no cause of it', async () => {
  const { causes } = await diagnosed(
    { 'test/a.test.js': file(`readFileSync('one.txt'); assert.equal(1, 2)`) },
    { files: { 'one.txt': '' } },
  )
  expect(causes).toEqual([])
})

test('no cause is told with which the test still fails', async () => {
  const body = `assert.equal(process.env.FLAG, 'on'); assert.ok(existsSync('.git/HEAD'), 'not a repository')`
  const person = { files: { '.git/HEAD': '' }, variables: { FLAG: 'on' } }
  const { causes } = await diagnosed({ 'test/a.test.js': file(body) }, person)
  expect(causes).toEqual([])
})

test('where nothing can be run at all, what the run as a whole lacks is found', async () => {
  const problem = overLimit('memory')
  const configured: Runner = {
    ...nodeTest,
    run: async (request) => {
      const missing = ['settings.json', 'more.json'].find((name) => !existsSync(join(request.checkout.path, name)))
      if (missing === undefined) return await nodeTest.run(request)
      return notRun('node:test', { ...problem, message: `Cannot find module './${missing}'` })
    },
  }
  const person = { files: { 'settings.json': '{}', 'more.json': '{}' } }
  const { causes } = await diagnosed({ 'test/a.test.js': file('assert.ok(true)') }, person, {}, configured)
  expect(causes).toMatchObject([
    { cause: 'file', setting: '"tests": { "reads": ["settings.json"] }', tests: [problem.rule], shown: 'trial' },
    { cause: 'file', setting: '"tests": { "reads": ["more.json"] }', tests: [problem.rule], shown: 'trial' },
  ])
})

test('what passes the second time by itself has no cause', async () => {
  const counter = join(tmpdir(), `sigma-flaky-${randomUUID()}`)
  const { causes } = await diagnosed(
    {
      'test/a.test.js': file(
        `const f = ${JSON.stringify(counter)}; const was = existsSync(f); (await import('node:fs')).writeFileSync(f, ''); assert.ok(was)`,
      ).replace('() =>', 'async () =>'),
    },
    { files: { '.git/HEAD': '' } },
  )
  rmSync(counter)
  expect(causes).toEqual([])
})

test.each([
  ['fails again with what it was given', 'fffpff'],
  ['passes without it as well', 'fffppp'],
])('what passes in a trial by chance has no cause: it %s', async (_what, outcomes) => {
  const script = join(tmpdir(), `sigma-flaky-${randomUUID()}`)
  const place = JSON.stringify(script)
  // One outcome for each run: the suite, once more, and then trials.
  writeFileSync(script, outcomes)
  const { causes, told } = await diagnosed(
    {
      'test/a.test.js': `${head}import { writeFileSync } from 'node:fs'
test('it', () => { const left = readFileSync(${place}, 'utf8'); writeFileSync(${place}, left.slice(1)); assert.notEqual(left[0], 'f', 'flag.txt') })\n`,
    },
    { files: { '.git/HEAD': '', 'flag.txt': '' } },
  )
  rmSync(script)
  expect(told).toEqual([
    'once more',
    'with a git repository',
    'with flag.txt, which is in no commit',
    'once more without and with that',
  ])
  expect(causes).toEqual([])
})

test('what is called like a secret is never tried, and told by its sign alone', async () => {
  const { causes, told } = await diagnosed(
    {
      'test/a.test.js': file(`readFileSync('.env')`),
      'test/b.test.js': file(`assert.equal(process.env.MY_KEY, 'k')`),
    },
    { files: { '.env': 'A=1', '.git/HEAD': '' }, variables: { MY_KEY: 'k' } },
  )
  expect(told.join('; ')).not.toMatch(/\.env|MY_KEY/)
  expect(causes).toMatchObject([
    { cause: 'file', shown: 'sign', setting: '"tests": { "reads": [".env"] }', tests: ['test/a.test.js › it'] },
    { cause: 'variable', shown: 'sign', setting: '"tests": { "env": { "MY_KEY": "$MY_KEY" } }' },
  ])
})

test('a file that cannot be loaded is told by what it lacks, and so is what fails in it then', async () => {
  const { causes } = await diagnosed(
    {
      'src/a.js': `import data from '../gen/data.js'\nexport const a = () => data`,
      'test/a.test.js': `${head}import { a } from '../src/a.js'\ntest('one', () => { assert.equal(a(), 1) })\ntest('two', () => { assert.ok(existsSync('.git/HEAD')) })\n`,
    },
    { files: { 'gen/data.js': 'export default 1', '.git/HEAD': '' } },
  )
  expect(causes).toMatchObject([
    { cause: 'file', needs: 'gen/data.js, which is in no commit', tests: ['test/a.test.js'] },
    { cause: 'git', tests: ['test/a.test.js › two'] },
  ])
})

test('a package that is not installed, and what a build has not made, are told with the command', async () => {
  const { causes } = await diagnosed({
    'package.json': '{ "type": "module", "dependencies": { "left-pad": "1" }, "scripts": { "build": "tsc" } }',
    'pnpm-lock.yaml': '',
    'test/a.test.js': `import 'left-pad'`,
    'test/b.test.js': `import '../dist/b.js'`,
    'test/c.test.js': `import 'nobody-names-this'`,
  })
  expect(causes).toMatchObject([
    { cause: 'not-installed', setting: '`pnpm install`', shown: 'sign', tests: ['test/a.test.js'] },
    {
      cause: 'not-built',
      setting: '`pnpm run build`, then "tests": { "reads": ["dist"] }',
      shown: 'sign',
      tests: ['test/b.test.js'],
    },
  ])
})
