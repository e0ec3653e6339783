import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandWorld, type Played } from '../testing/command-world.ts'
import { type Files, type TemporaryProject, temporaryProject } from '../testing/temporary-project.ts'
import { textModule } from '../testing/text-module.ts'

const modules = 'memory-bank/modules'

/** Plays `sigma tdd text`; afterwards nothing may have changed, nor anything been made. */
async function refusedRun(project: TemporaryProject, ...args: readonly string[]): Promise<Played> {
  const before = await project.state()
  const played = await commandWorld(project).run('tdd', ...(args.length === 0 ? ['text'] : args))
  expect(await project.state()).toBe(before)
  expect([existsSync(join(project.root, '.sigma')), existsSync(project.cache)]).toEqual([false, false])
  expect(played.result).toMatchObject({ success: false, outcome: 'refused', run: null, delivered: null })
  expect(played.stderr).toMatch(/^error: .*[.?]\nhint: .+\n$/)
  return played
}

const withPlan = (plan: string): Files => ({ ...textModule, [`${modules}/text/tdd_plan.md`]: plan })
const withConfig = (config: unknown): Files => ({ ...textModule, 'sigma.config.json': JSON.stringify(config, null, 2) })
const agents = { actor: { kind: 'scripted', script: 'script.json' } }
const roles = { qa: 'actor', dev: 'actor' }

const json = (plan: unknown): string => `# Plan\n\n\`\`\`json\n${JSON.stringify(plan, null, 2)}\n\`\`\`\n`

test('outside a git repository', async () => {
  using project = await temporaryProject(textModule)
  rmSync(join(project.root, '.git'), { recursive: true })
  const { exit, stderr } = await commandWorld(project).run('tdd', 'text')
  expect(exit).toBe(1)
  expect(stderr).toMatch(/^error: .* is not in a git repository\.\nhint: git init/)
  expect(existsSync(join(project.root, '.sigma'))).toBe(false)
})

test('with a folder for workspaces that cannot be made', async () => {
  using project = await temporaryProject(textModule)
  const before = await project.state()
  const world = commandWorld(project, { env: { XDG_CACHE_HOME: join(project.root, 'package.json') } })
  expect(await world.run('tdd', 'text')).toMatchObject({
    exit: 1,
    stderr: expect.stringMatching(/^error: The folder for workspaces, .*\nhint: export XDG_CACHE_HOME/),
  })
  expect([await project.state(), existsSync(join(project.root, '.sigma'))]).toEqual([before, false])
})

test('in a bare repository, which another git init would only spoil', async () => {
  using project = await temporaryProject(textModule)
  const bare = join(project.root, '../bare.git')
  await project.git('clone', '-q', '--bare', '.', bare)
  const { exit, stderr } = await commandWorld(project, { cwd: bare }).run('tdd', 'text')
  expect([exit, stderr]).toEqual([1, expect.stringMatching(/is a bare repository.*\nhint: git clone /)])
})

test('in a repository without commits', async () => {
  using project = await temporaryProject(textModule)
  await project.git('update-ref', '-d', 'HEAD')
  expect(await refusedRun(project)).toMatchObject({ exit: 1, stderr: expect.stringContaining('has no commit') })
})

test('in the middle of a rebase', async () => {
  using project = await temporaryProject(textModule)
  mkdirSync(join(project.root, '.git/rebase-merge'))
  const { exit, stderr } = await refusedRun(project)
  expect([exit, stderr]).toEqual([1, expect.stringContaining('in the middle of rebasing')])
  expect(stderr).toContain('hint: git rebase --continue')
})

test.each([
  [{ agents, roles, tets: {} }, 'sigma.config.json:12: there is no key "tets"; did you mean "tests"?'],
  [{ agents, roles, limits: { trun: '3m' } }, 'there is no key "limits.trun"; did you mean "limits.turn"?'],
  [{ agents, roles, hosts: [] }, 'there is no key "hosts" at the top; there is agents.<name>.hosts and tests.hosts.'],
  [
    { agents, roles, reads: ['~'] },
    'there is no key "reads" at the top; there is agents.<name>.reads and tests.reads.',
  ],
  [
    { agents: { agent: { kind: 'command', command: ['echo'], reads: ['~'] } }, roles: { qa: 'agent', dev: 'agent' } },
    'agents.agent.reads opens "~", and with it your whole home folder.',
  ],
  [{ agents, roles, turn: '3m' }, 'there is no key "turn"; did you mean "limits.turn"?'],
  [{ agents, roles, source: 'src/**' }, 'sigma.config.json:12: "source" must be a list, not "src/**".'],
  [{ agents, roles, limits: { turn: 30 } }, '"limits.turn" must be a duration such as "30s"'],
  [{ agents, roles, limits: { turn: 'soon' } }, '"limits.turn" must be a duration such as "30s"'],
  [{ agents, roles, coverage: { lines: 101 } }, '"coverage.lines" must be at most 100, not 101.'],
  [{ agents, roles, refactor: 'some' }, '"refactor" must be "all" or "unconverged", not "some".'],
  [{ agents: { a: { kind: 'acp', profile: 'cluade' } }, roles }, '"agents.a.profile" must be "claude" or "codex"'],
  [{ agents, roles, prompts: '../elsewhere' }, 'is no folder of its own within the repository.'],
  [{ agents: { a: { kind: 'command', command: [] } }, roles }, '"agents.a.command.0" must be a string, not missing.'],
  [{ agents, roles, tests: { env: { PATH: '/x' } } }, '"tests.env.PATH" must not be set, for it decides how Sigma'],
  [
    { agents, roles, tests: { env: { NODE_OPTIONS: '--no-warnings --import ./x.mjs' } } },
    '"tests.env.NODE_OPTIONS" must not be set, for its --import decides how Sigma itself runs tests; tests.node takes what loads code.',
  ],
  [
    { agents, roles, tests: { env: { A: '$NOT_SET_AT_ALL' } } },
    'tests.env.A takes your variable NOT_SET_AT_ALL, which is not set.\nhint: export NOT_SET_AT_ALL=…',
  ],
  [{ agents, roles, tests: { reads: ['../x'] } }, 'tests.reads names "../x", which leads out of the repository.'],
  ...['a/../../x', '/etc/passwd', '~/x', '.git/config', 'a/node_modules/b', ''].map((path): [object, string] => [
    { agents, roles, tests: { reads: [path] } },
    '"tests.reads.0" must be a path or glob in the repository, from the configuration, such as "fixtures/data.json" or ".git", not',
  ]),
  [
    { agents, roles, tests: { reads: ['fixtures/gone.json'] } },
    'tests.reads names "fixtures/gone.json", which is not there',
  ],
  [{ agents, roles, format: 'a > b' }, '"format" must be a command that needs no shell'],
  [
    { agents, roles, checks: ['npm run lint && tsc'] },
    '"checks.0" must be a command that needs no shell, such as "npm run lint", not "npm run lint && tsc".',
  ],
  [
    { agents, roles, tests: { runner: 'mocha' } },
    '"tests.runner" must be "node:test" or "vitest" or "jest", not "mocha".',
  ],
  [
    { agents, roles, tests: { runner: 'vitest' } },
    'vitest is not usable: it is not installed in the project.\nhint: npm install --save-dev vitest',
  ],
  [{ agents, roles: { dev: 'actor' } }, 'No agent is set for the role qa.'],
  [{ agents, roles: { ...roles, qa: 'actr' } }, 'actr'],
  [{ agents: { actor: { kind: 'command', command: ['no-such-agent'] } }, roles }, 'no-such-agent'],
])('with the configuration %j', async (config, sentence) => {
  proves('DPTR-71')
  using project = await temporaryProject(withConfig(config))
  expect(await refusedRun(project)).toMatchObject({ exit: 1, stderr: expect.stringContaining(sentence) })
})

test.each([
  [{ command: ['no-such-agent'] }, 'The program no-such-agent of the agent mine was not found.'],
  [{ command: ['./agent.mjs'] }, /agent\.mjs of the agent mine is not executable\.\nhint: chmod \+x \S+\/agent\.mjs/],
  [{ command: ['node', 'agent.mjs'], env: { KEY: '$NOT_SET' } }, 'hint: export NOT_SET='],
])('with an agent that cannot start: %j', async (agent, sentence) => {
  proves('F35')
  const config = { agents: { ...agents, mine: { kind: 'command', ...agent } }, roles: { qa: 'actor', dev: 'mine' } }
  using project = await temporaryProject({ ...withConfig(config), 'agent.mjs': '' })
  expect(await refusedRun(project)).toMatchObject({ exit: 1, stderr: expect.stringMatching(sentence) })
})

test('without a configuration', async () => {
  using project = await temporaryProject({ 'package.json': '{}' })
  const hint = 'No agent is set for the role qa.\nhint: sigma init --agent "node agent.mjs"'
  expect(await refusedRun(project)).toMatchObject({ exit: 1, stderr: expect.stringContaining(hint) })
})

test('with a configuration that is no JSON', async () => {
  using project = await temporaryProject({ ...textModule, 'sigma.config.json': '{ "agents": ' })
  expect(await refusedRun(project)).toMatchObject({ exit: 1, stderr: expect.stringContaining('cannot be read') })
})

test('for a module that is not there', async () => {
  using project = await temporaryProject(textModule)
  const { exit, stderr } = await refusedRun(project, 'tetx')
  expect([exit, stderr]).toEqual([
    1,
    expect.stringContaining('no module "tetx" in memory-bank/modules; did you mean "text"?'),
  ])
})

test.each([
  ['design.md', 'The design of "text" is missing: memory-bank/modules/text/design.md.'],
  ['tdd_plan.md', 'The plan of "text" is missing: memory-bank/modules/text/tdd_plan.md.'],
])('without its %s', async (name, sentence) => {
  using project = await temporaryProject(textModule)
  await project.git('rm', '-q', `${modules}/text/${name}`)
  expect(await refusedRun(project)).toMatchObject({ exit: 1, stderr: expect.stringContaining(sentence) })
})

test('with a design that declares no interface', async () => {
  using project = await temporaryProject({ ...textModule, [`${modules}/text/design.md`]: '# text\n\nSlugs.\n' })
  const { exit, stderr } = await refusedRun(project)
  expect([exit, stderr]).toEqual([1, expect.stringContaining('design.md:1: The design declares no interface.')])
})

test('with an interface in the design that no code could be compared with', async () => {
  const design = '# text\n\n## Interface\n\n```js\nexport function slug(text: )\n```\n'
  using project = await temporaryProject({ ...textModule, [`${modules}/text/design.md`]: design })
  const { exit, stderr } = await refusedRun(project)
  expect([exit, stderr]).toEqual([
    1,
    expect.stringContaining('design.md:6: The declaration of slug cannot be compared'),
  ])
})

test.each([
  ['no plan at all', 'Some words.\n', 'tdd_plan.md:1: '],
  [
    'an interface that the design has not',
    'Batch₁: (parallel 1)\n□ TDD₁: Slugs (slugg) → ℜ→ℜᴳ→ℜᶠ\n',
    'tdd_plan.md:2: ',
  ],
  ['four cycles at a time', 'Batch₁: (parallel 4)\n□ TDD₁: Slugs (slug) → ℜ→ℜᴳ→ℜᶠ\n', 'tdd_plan.md:1: '],
  [
    'a file in two cycles of one batch',
    json({
      cycles: [
        { id: 'TDD_1', interface: 'slug', files: ['src/text.js'] },
        { id: 'TDD_2', interface: 'slug', files: ['src/text.js'] },
      ],
    }),
    'src/text.js is in cycles TDD_1 and TDD_2 of batch 1',
  ],
  [
    'a file that no role may write',
    json({ cycles: [{ id: 'TDD_1', interface: 'slug', files: ['package-lock.json'] }] }),
    'neither a test file nor a source file',
  ],
  ['another module', json({ module: 'txt', cycles: [{ id: 'TDD_1', interface: 'slug' }] }), 'is for the module "txt"'],
])('with a plan that has %s', async (_what, plan, sentence) => {
  proves('DPTR-73', 'DPTR-80')
  using project = await temporaryProject(withPlan(plan))
  expect(await refusedRun(project)).toMatchObject({ exit: 1, stderr: expect.stringContaining(sentence) })
})

test.each(['design.md', 'tdd_plan.md', '../../../sigma.config.json'])(
  'with a file that is no text: %s',
  async (name) => {
    using project = await temporaryProject(textModule)
    writeFileSync(join(project.root, modules, 'text', name), Buffer.from([0x23, 0xff, 0xfe, 0x0a]))
    expect(await refusedRun(project)).toMatchObject({ exit: 1, stderr: expect.stringContaining('cannot be read') })
  },
)

test('with a design that a link leads out of the repository to', async () => {
  using project = await temporaryProject(textModule)
  const file = join(project.root, modules, 'text/design.md')
  rmSync(file)
  writeFileSync(join(project.root, '../design.md'), '## Interface\n')
  symlinkSync(join(project.root, '../design.md'), file)
  expect(await refusedRun(project)).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining('outside the repository'),
  })
})

test('without a node on the PATH to run tests with', async () => {
  using project = await temporaryProject(textModule)
  const git = (process.env['PATH'] ?? '').split(':').find((folder) => existsSync(join(folder, 'git'))) ?? ''
  mkdirSync(join(project.cache, '../bin'))
  symlinkSync(join(git, 'git'), join(project.cache, '../bin/git'))
  const world = commandWorld(project, { env: { PATH: join(project.cache, '../bin') } })
  const { exit, stderr } = await world.run('tdd', 'text')
  expect([exit, stderr]).toEqual([1, expect.stringContaining('there is no node on the PATH')])
})
