import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, readConfigAsWritten } from '../config/config-file.ts'
import { wordsOf } from '../config/words.ts'
import { commandWorld } from '../testing/command-world.ts'
import { type Files, temporaryProject } from '../testing/temporary-project.ts'

const named = '**/*.{test,spec}.{js,mjs,cjs,ts,mts,cts,jsx,tsx}'
const nodeTest = '{ "type": "module", "scripts": { "test": "node --test" } }\n'

test.each<[string, Files, readonly string[], readonly string[]]>([
  ['src and test', { 'src/a.js': '', 'test/a.test.js': '' }, ['src/**'], ['test/**']],
  ['index.js and tests', { 'index.js': '', 'tests/a.js': '' }, ['index.js'], ['tests/**']],
  ['lib and an entry', { 'lib/a.js': '', 'index.js': '', 'test/x.js': '' }, ['lib/**', 'index.js'], ['test/**']],
  ['tests beside sources', { 'src/a.js': '', 'src/a.test.js': '' }, ['src/**'], [named]],
  ['nothing yet', {}, ['src/**'], ['test/**']],
])('a project with %s gets a configuration that fits', async (_what, files, source, tests) => {
  using project = await temporaryProject({ 'package.json': nodeTest, ...files })
  const { exit, stdout } = await commandWorld(project).run('init', '--agent', 'node agent.mjs')
  const file = join(project.root, 'sigma.config.json')
  expect([exit, stdout]).toEqual([0, 'wrote sigma.config.json\n'])
  expect(await readConfig(file)).toMatchObject({
    agents: { mine: { kind: 'command', command: ['node', 'agent.mjs'] } },
    roles: { qa: 'mine', dev: 'mine' },
    source,
    tests: { runner: 'node:test', files: tests },
    guarded: expect.arrayContaining(['package.json', 'package-lock.json', '*.config.*', '.github/**', '**/*.snap']),
  })
})

test.each<[string, Files, object]>([
  ['has nothing yet', {}, {}],
  ['is laid out as Sigma supposes', { 'src/a.js': '', 'test/a.test.js': '' }, {}],
  ['has its tests elsewhere', { 'src/a.js': '', 'tests/a.js': '' }, { tests: { files: ['tests/**'] } }],
  [
    'has another runner and its source elsewhere',
    { 'lib/a.js': '', 'test/a.js': '', 'jest.config.js': '' },
    { tests: { runner: 'jest' }, source: ['lib/**'] },
  ],
])('of a project that %s only what differs from the defaults is written', async (_what, files, differing) => {
  using project = await temporaryProject(files)
  const world = commandWorld(project)
  const file = join(project.root, 'sigma.config.json')
  const short = await world.run('init', '--agent', 'node agent.mjs')
  const mine = { agents: { mine: { kind: 'command', command: ['node', 'agent.mjs'] } } }
  expect(await readConfigAsWritten(file)).toEqual({ ...mine, roles: { qa: 'mine', dev: 'mine' }, ...differing })
  const read = await readConfig(file)
  // The command that it names writes them all, and they mean the same.
  const [, full = ''] = /every other setting .*: sigma (init .*)$/m.exec(short.stderr) ?? []
  expect(await world.run(...wordsOf(full))).toMatchObject({
    exit: 0,
    stderr: expect.not.stringContaining('every other'),
  })
  expect(await readConfigAsWritten(file)).toMatchObject({ limits: { turn: '30m', written: '4GB', tokens: null } })
  expect(await readConfig(file)).toEqual(read)
})

test('without an agent and with nothing that differs, what is to be filled in stands there', async () => {
  using project = await temporaryProject({ 'package.json': nodeTest })
  await commandWorld(project).run('init')
  expect(readFileSync(join(project.root, 'sigma.config.json'), 'utf8')).toBe('{\n  "agents": {},\n  "roles": {}\n}\n')
})

test('settings that were asked for are never left out in silence: a configuration that stays refuses them', async () => {
  using project = await temporaryProject({ 'package.json': nodeTest, 'sigma.config.json': '{}' })
  expect(await commandWorld(project).run('init', '--full', '--example', 'lists')).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining('hint: sigma init --force --full --example lists\n'),
  })
})

test('without an agent it tells that one is missing, and makes nothing up', async () => {
  using project = await temporaryProject({ 'package.json': nodeTest })
  const { stderr } = await commandWorld(project).run('init')
  expect(stderr).toContain('Name your agent: sigma init --force --agent claude')
  expect(await readConfig(join(project.root, 'sigma.config.json'))).toMatchObject({ agents: {}, roles: {} })
})

test.each([
  ['claude', { claude: { kind: 'claude' } }, 'npm install --global @anthropic-ai/claude-code'],
  ['gemini', { gemini: { kind: 'acp', profile: 'gemini' } }, 'npm install --global @google/gemini-cli'],
  ['person', { me: { kind: 'person' } }, 'sigma tdd'],
])('a known agent is named by a word: %s', async (word, agents, lacks) => {
  using project = await temporaryProject({ 'package.json': nodeTest })
  const world = commandWorld(project, { env: { PATH: '/usr/bin:/bin' } })
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
  const { exit, stderr } = await commandWorld(project).run('init', '--agent', 'cluade')
  expect([exit, stderr]).toEqual([
    64,
    expect.stringMatching(/did you mean "claude"\?\nhint: sigma init --agent claude\n/),
  ])
  // The hint works as it stands also where a configuration is there.
  const forced = await commandWorld(project).run('init', '--force', '--agent', 'cluade')
  expect(forced.stderr).toContain('hint: sigma init --force --agent claude\n')
  expect(existsSync(join(project.root, 'sigma.config.json'))).toBe(false)
})

test('who has named an agent is not told to name one again', async () => {
  using project = await temporaryProject({ 'package.json': nodeTest })
  const world = commandWorld(project)
  await world.run('init', '--agent', 'node agent.mjs')
  const { exit, stderr } = await world.run('init', '--example', 'lists')
  expect([exit, stderr]).toEqual([0, expect.stringContaining('1. Fill in memory-bank/modules/lists/design.md')])
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
    ['test/**', named],
  ],
  ['mocha', { 'package.json': '{ "scripts": { "test": "mocha" } }' }, 'node:test', ['test/**']],
])('a project that shows %s is written down with its runner and its tests', async (_, files, runner, tests) => {
  using project = await temporaryProject(files)
  expect(await commandWorld(project).run('init')).toMatchObject({ exit: 0 })
  const file = join(project.root, 'sigma.config.json')
  expect((await readConfig(file)).tests).toMatchObject({ runner, files: tests })
})

test('a project with a runner that Sigma cannot run is told which tests count', async () => {
  using project = await temporaryProject({ 'package.json': '{ "scripts": { "test": "mocha" } }' })
  const { stderr } = await commandWorld(project).run('init')
  expect(stderr).toContain('runner: node:test, though the project names mocha too')
  expect(stderr).toContain('name only tests for node:test in "tests.files"')
})

test('nothing is written over but by force', async () => {
  using project = await temporaryProject({ 'package.json': nodeTest, 'sigma.config.json': '{}' })
  const world = commandWorld(project)
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
  const world = commandWorld(project)
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

const skeleton = ['Fill in memory-bank/modules/lists/design.md and memory-bank/modules/lists/tdd_plan.md.']
const agentFile = { 'agent.mjs': '' }

/** The steps that `sigma init` lists under `next:`, without their numbers. */
const stepsIn = (stderr: string): readonly string[] =>
  [...stderr.matchAll(/^ {2}\d+\. (.*)$/gm)].map(([, step]) => step ?? '')

test.each<[string, readonly (readonly string[])[], readonly string[]]>([
  [
    'nothing',
    [['--agent', 'node agent.mjs']],
    ['Write a design and a plan: sigma init --example <module>', 'sigma tdd <module>'],
  ],
  ['nothing, with a module', [['--agent', 'node agent.mjs', '--example', 'lists']], [...skeleton, 'sigma tdd lists']],
  [
    'a configuration',
    [
      ['--agent', 'node agent.mjs'],
      ['--example', 'lists'],
    ],
    [...skeleton, 'sigma tdd lists'],
  ],
  [
    'all, and nothing filled in',
    [
      ['--example', 'lists'],
      ['--force', '--agent', 'node agent.mjs', '--example', 'lists'],
    ],
    [...skeleton, 'sigma tdd lists'],
  ],
  [
    'all, and no module named',
    [
      ['--example', 'lists'],
      ['--force', '--agent', 'node agent.mjs'],
    ],
    ['sigma tdd lists'],
  ],
  [
    'two modules',
    [
      ['--example', 'lists'],
      ['--example', 'maps'],
      ['--force', '--agent', 'node agent.mjs'],
    ],
    ['sigma tdd lists (or maps)'],
  ],
])('the next steps fit where there was %s', async (_, lines, steps) => {
  using project = await temporaryProject({ 'package.json': nodeTest, ...agentFile })
  const world = commandWorld(project)
  let stderr = ''
  for (const line of lines) {
    const played = await world.run('init', ...line)
    expect(played.exit, played.stderr).toBe(0)
    stderr = played.stderr
  }
  expect(stepsIn(stderr)).toEqual([...steps.slice(0, -1), 'sigma doctor', steps.at(-1)])
})

test('documents in which something is written are not to be filled in', async () => {
  using project = await temporaryProject({ 'package.json': nodeTest, ...agentFile })
  const world = commandWorld(project)
  await world.run('init', '--example', 'lists')
  for (const name of ['design.md', 'tdd_plan.md'])
    writeFileSync(join(project.root, 'memory-bank/modules/lists', name), 'mine')
  const again = await world.run('init', '--force', '--agent', 'node agent.mjs', '--example', 'lists')
  expect(stepsIn(again.stderr)).toEqual(['sigma doctor', 'sigma tdd lists'])
})

test('an agent is never left out in silence: a configuration that stays refuses it', async () => {
  using project = await temporaryProject({ 'package.json': nodeTest, ...agentFile })
  const world = commandWorld(project)
  await world.run('init')
  const refused = await world.run('init', '--agent', 'node agent.mjs', '--example', 'lists')
  expect(refused).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining('hint: sigma init --force --agent "node agent.mjs" --example lists\n'),
  })
  expect(existsSync(join(project.root, 'memory-bank/modules/lists'))).toBe(false)
})

test('a configuration that stays is not described as one that was found out', async () => {
  using project = await temporaryProject({ 'package.json': nodeTest, 'vitest.config.ts': '' })
  const world = commandWorld(project)
  await world.run('init')
  expect((await world.run('init', '--example', 'lists')).stderr).not.toContain('runner:')
})

test('a package of a monorepo gets a configuration of its own', async () => {
  using project = await temporaryProject({ 'package.json': '{}', 'packages/a/package.json': nodeTest })
  const cwd = join(project.root, 'packages/a')
  expect(await commandWorld(project, { cwd }).run('init')).toMatchObject({ exit: 0 })
  expect(existsSync(join(cwd, 'sigma.config.json'))).toBe(true)
})
