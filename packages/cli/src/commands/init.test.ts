import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, readConfigAsWritten } from '../config/config-file.ts'
import { commandWorld, type WorldOptions } from '../testing/command-world.ts'
import { type Files, type TemporaryProject, temporaryProject } from '../testing/temporary-project.ts'

/** The trial of a written configuration has tests of its own. */
const init = (project: TemporaryProject, options: WorldOptions = {}) => {
  const world = commandWorld(project, options)
  return {
    run: (...args: readonly string[]) =>
      world.run(...(args[0] === 'init' ? ['init', '--no-try', ...args.slice(1)] : args)),
  }
}

const named = '**/*.{test,spec}.{js,mjs,cjs,ts,mts,cts,jsx,tsx}'
const nodeTest = '{ "type": "module", "scripts": { "test": "node --test" } }\n'

test.each<[string, Files, readonly string[], readonly string[]]>([
  ['src and test', { 'src/a.js': '', 'test/a.test.js': '' }, ['src/**'], ['test/**']],
  ['index.js and tests', { 'index.js': '', 'tests/a.test.js': '' }, ['*.js'], ['tests/**']],
  [
    'lib and an entry',
    { 'lib/a.js': '', 'index.js': '', 'test/x.js': "import '../index.js'" },
    ['lib/**', 'index.js'],
    ['test/**'],
  ],
  ['tests beside sources', { 'src/a.js': '', 'src/a.test.js': '' }, ['src/**'], [named]],
  ['nothing yet', {}, ['src/**'], ['test/**']],
])('a project with %s gets a configuration that fits', async (_what, files, source, tests) => {
  using project = await temporaryProject({ 'package.json': nodeTest, ...files })
  const { exit, stdout } = await init(project).run('init', '--agent', 'node agent.mjs')
  const file = join(project.root, 'sigma.config.json')
  expect([exit, stdout]).toEqual([0, 'wrote sigma.config.json\n'])
  expect(await readConfig(file)).toMatchObject({
    agents: { mine: { kind: 'command', command: ['node', 'agent.mjs'] } },
    roles: { spec: 'mine', critic: 'mine', qa: 'mine', dev: 'mine', reviewer: 'mine' },
    source,
    tests: { runner: 'node:test', files: tests },
    guarded: expect.arrayContaining(['package.json', 'package-lock.json', '*.config.*', '.github/**', '**/*.snap']),
  })
})

test.each<[string, Files, object]>([
  ['has nothing yet', {}, { tests: { held: 'auto' } }],
  ['is laid out as Sigma supposes', { 'src/a.js': '', 'test/a.test.js': '' }, { tests: { held: 'auto' } }],
  ['has its tests elsewhere', { 'src/a.js': '', 'tests/a.js': '' }, { tests: { files: ['tests/**'], held: 'auto' } }],
  [
    'has another runner and its source elsewhere',
    { 'lib/a.js': '', 'test/a.js': '', 'jest.config.js': '' },
    { tests: { runner: 'jest', held: 'auto' }, source: ['lib/**'] },
  ],
])('of a project that %s only what differs from the defaults is written', async (_what, files, differing) => {
  using project = await temporaryProject(files)
  const world = init(project)
  const file = join(project.root, 'sigma.config.json')
  await world.run('init', '--agent', 'node agent.mjs')
  const mine = { agents: { mine: { kind: 'command', command: ['node', 'agent.mjs'] } } }
  expect(await readConfigAsWritten(file)).toEqual({
    ...mine,
    roles: { spec: 'mine', critic: 'mine', qa: 'mine', dev: 'mine', reviewer: 'mine' },
    ...differing,
    limits: { crashes: 2 },
  })
  const read = await readConfig(file)
  // Written in full, they mean the same.
  expect(await world.run('init', '--force', '--full', '--agent', 'node agent.mjs')).toMatchObject({ exit: 0 })
  expect(await readConfigAsWritten(file)).toMatchObject({ limits: { turn: '30m', written: '4GB', tokens: null } })
  expect(await readConfig(file)).toEqual(read)
})

test('without an agent and with nothing that differs, what is to be filled in stands there', async () => {
  using project = await temporaryProject({ 'package.json': nodeTest })
  await init(project).run('init')
  expect(readFileSync(join(project.root, 'sigma.config.json'), 'utf8')).toBe(
    '{\n  "agents": {},\n  "roles": {},\n  "tests": {\n    "held": "auto"\n  },\n  "limits": {\n    "crashes": 2\n  }\n}\n',
  )
})

test('settings that were asked for are never left out in silence: a configuration that stays refuses them', async () => {
  using project = await temporaryProject({ 'package.json': nodeTest, 'sigma.config.json': '{}' })
  expect(await init(project).run('init', '--full', '--example', 'lists')).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining('hint: sigma init --force --full --example lists\n'),
  })
})

test('without an agent it tells that one is missing, and makes nothing up', async () => {
  using project = await temporaryProject({ 'package.json': nodeTest })
  const { stderr } = await init(project).run('init')
  expect(stderr).toContain('sigma init --force --agent claude (or codex')
  expect(await readConfig(join(project.root, 'sigma.config.json'))).toMatchObject({ agents: {}, roles: {} })
})

test.each([
  ['claude', { claude: { kind: 'claude' } }, 'npm install --global @anthropic-ai/claude-code'],
  ['gemini', { gemini: { kind: 'acp', profile: 'gemini' } }, 'npm install --global @google/gemini-cli'],
  ['person', { me: { kind: 'person' } }, 'sigma tdd'],
])('a known agent is named by a word: %s', async (word, agents, lacks) => {
  using project = await temporaryProject({ 'package.json': nodeTest })
  const world = init(project, { env: { PATH: '/usr/bin:/bin' } })
  const { exit, stderr } = await world.run('init', '--agent', word)
  expect([exit, stderr]).toEqual([0, expect.stringContaining(lacks)])
  const [name = ''] = Object.keys(agents)
  expect(await readConfig(join(project.root, 'sigma.config.json'))).toMatchObject({
    agents,
    roles: { qa: name, dev: name },
  })
})

test('a name that is nearly one is asked about, and nothing is written', async () => {
  using project = await temporaryProject({ 'package.json': nodeTest })
  const { exit, stderr } = await init(project).run('init', '--agent', 'cluade')
  expect([exit, stderr]).toEqual([
    64,
    expect.stringMatching(/did you mean "claude"\?\nhint: sigma init --agent claude\n/),
  ])
  // The hint works as it stands also where a configuration is there.
  const forced = await init(project).run('init', '--force', '--agent', 'cluade')
  expect(forced.stderr).toContain('hint: sigma init --force --agent claude\n')
  expect(existsSync(join(project.root, 'sigma.config.json'))).toBe(false)
})

test('who has named an agent is not told to name one again', async () => {
  using project = await temporaryProject({ 'package.json': nodeTest })
  const world = init(project)
  await world.run('init', '--agent', 'node agent.mjs')
  const { exit, stderr } = await world.run('init', '--example', 'lists')
  expect([exit, stderr]).toEqual([
    0,
    expect.stringContaining('next     1. Fill in memory-bank/modules/lists/design.md'),
  ])
})

test.each<[string, Files, string, readonly string[]]>([
  ['vitest', { 'package.json': '{ "devDependencies": { "vitest": "4" } }', 'src/a.test.ts': '' }, 'vitest', [named]],
  [
    'jest',
    { 'package.json': '{ "scripts": { "test": "jest" } }', 'src/__tests__/a.ts': '' },
    'jest',
    ['**/__tests__/**'],
  ],
  ['a configuration', { 'package.json': '{}', 'vitest.config.ts': '', 'test/a.ts': '' }, 'vitest', ['test/**']],
  [
    'two runners',
    { 'package.json': '{ "scripts": { "test": "vitest", "old": "jest" } }', 'test/a.js': '', 'src/b.spec.tsx': '' },
    'vitest',
    [named],
  ],
])('a project that shows %s is written down with its runner and its tests', async (_, files, runner, tests) => {
  using project = await temporaryProject(files)
  expect(await init(project).run('init')).toMatchObject({ exit: 0 })
  const file = join(project.root, 'sigma.config.json')
  expect((await readConfig(file)).tests).toMatchObject({ runner, files: tests })
})

test('of a runner that Sigma cannot judge nothing is written, but what is asked for beside it', async () => {
  using project = await temporaryProject({ 'package.json': '{ "scripts": { "test": "mocha" } }', 'test/a.js': '' })
  const refused = await init(project).run('init', '--agent', 'person')
  expect([refused.exit, refused.stderr]).toEqual([
    1,
    'error: The tests are run by mocha (scripts.test), which Sigma cannot judge; it runs node:test, vitest 3 and jest 29, and newer ones.\nhint: sigma init --agent person --runner node:test   # has new tests in node-test/, beside those that are there\n',
  ])
  const file = join(project.root, 'sigma.config.json')
  expect(existsSync(file)).toBe(false)
  const beside = await init(project).run('init', '--agent', 'person', '--runner', 'node:test')
  expect([beside.exit, beside.stderr]).toEqual([
    0,
    expect.stringContaining('mocha is used too, and its tests are not run'),
  ])
  expect((await readConfig(file)).tests).toMatchObject({ runner: 'node:test', files: ['node-test/**'] })
})

test.each([
  ['pnpm-lock.yaml', '^4.0.0', 'pnpm install'],
  ['yarn.lock', '^4.0.0', 'yarn install'],
  ['package-lock.json', '^4.0.0', 'npm ci'],
  ['bun.lock', '^4.0.0', 'bun install'],
  ['pnpm-lock.yaml', '^2.1.0', 'pnpm add --save-dev vitest@latest'],
  ['package-lock.json', '~1.0.0', 'npm install --save-dev vitest@latest'],
])('with %s and vitest %s the first thing to do is %s', async (lock, version, step) => {
  const manifest = { scripts: { test: 'vitest' }, devDependencies: { vitest: version } }
  using project = await temporaryProject({ 'package.json': JSON.stringify(manifest), [lock]: '', 'src/a.test.js': '' })
  // The tests are not tried: there is nothing to try them with.
  const { exit, stderr, stdout } = await commandWorld(project).run('init', '--agent', 'person', '--json')
  expect([exit, stderr, JSON.parse(stdout)]).toMatchObject([
    0,
    '',
    { next: expect.arrayContaining([step]), trial: { kind: 'left-out' } },
  ])
})

test('nothing is written over but by force', async () => {
  using project = await temporaryProject({ 'package.json': nodeTest, 'sigma.config.json': '{}' })
  const world = init(project)
  expect(await world.run('init')).toMatchObject({
    exit: 1,
    stderr: expect.stringMatching(/exists already\.\nhint: sigma init --force/),
  })
  expect((await world.run('init', '--agent', 'claude', '--example', 'prices')).stderr).toContain(
    'hint: sigma init --force --agent claude --example prices\n',
  )
  expect(readFileSync(join(project.root, 'sigma.config.json'), 'utf8')).toBe('{}')
  expect(await world.run('init', '--force')).toMatchObject({ exit: 0 })
})

test('a skeleton of design and plan can be read and run at once', async () => {
  using project = await temporaryProject({ 'package.json': nodeTest, 'sigma.config.json': '{}' })
  const world = init(project)
  expect(await world.run('init', '--example', 'lists')).toMatchObject({ exit: 0 })
  expect(existsSync(join(project.root, 'memory-bank/modules/lists/tdd_plan.md'))).toBe(true)
  const { stderr } = await world.run('tdd', 'lists')
  expect(stderr).toContain('No agent is set for the role qa.')
  expect(await world.run('init', '--example', 'lists')).toMatchObject({
    exit: 1,
    stderr:
      'error: The design and the plan of lists exist already, and are never written over.\nhint: sigma tdd lists\n',
  })
  // What is in a design is work, which no second try takes away.
  const design = join(project.root, 'memory-bank/modules/lists/design.md')
  writeFileSync(design, 'mine')
  rmSync(join(project.root, 'memory-bank/modules/lists/tdd_plan.md'))
  const again = await world.run('init', '--example', 'lists')
  expect(again).toMatchObject({ exit: 0, stdout: expect.not.stringContaining('design.md') })
  expect(again.stdout).toContain('tdd_plan.md')
  expect(readFileSync(design, 'utf8')).toBe('mine')
  expect(await world.run('init', '--example', '../lists')).toMatchObject({ exit: 64 })
})
