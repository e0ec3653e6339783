import { existsSync, mkdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { type TemporaryProject, temporaryProject } from '../testing/temporary-project.ts'

const design = '# text\n## Interface\n```js\nexport function shout(text)\n```\n'
const plan = 'Batch₁: (parallel 1)\n□ TDD₁: Shouting (shout) → ℜ→ℜᴳ→ℜᶠ [files: src/shout.js, test/shout.test.js]\n'
const files = {
  'package.json': '{"name":"text","type":"module"}',
  'src/zero.js': 'export const zero = 0\n',
  'memory-bank/modules/text/design.md': design,
  'memory-bank/modules/text/tdd_plan.md': plan,
}

/** A person without SIGMA_TRUST. */
const asked: string[] = []
function person(project: TemporaryProject, answer: boolean | null, env: Record<string, string> = {}, cwd?: string) {
  const typed = async (question: string): Promise<string> => {
    asked.push(question)
    return answer === true ? 'y' : ''
  }
  return commandWorld(project, {
    env: { SIGMA_TRUST: undefined, XDG_CONFIG_HOME: join(project.root, '../config'), ...env },
    ...(answer === null ? {} : { typed }),
    ...(cwd === undefined ? {} : { cwd }),
  })
}

const configured = (settings: object): string => JSON.stringify(settings, null, 2)
const agent = (project: string, settings: object = {}): object => ({
  agents: {
    mine: {
      kind: 'command',
      command: ['node', '-e', `require('fs').writeFileSync(${JSON.stringify(project)}, '')`],
      ...settings,
    },
  },
  roles: { qa: 'mine', dev: 'mine' },
})

const starting = [['tdd', 'text'], ['resume'], ['gauntlet'], ['gates'], ['doctor']]

test('nothing that a configuration has power for happens before it is confirmed, and it is said in one sentence', async () => {
  proves('T30')
  using project = await temporaryProject(files)
  const mark = join(project.root, '../started')
  const powers: Readonly<Record<string, object>> = {
    'agents.mine': agent(mark),
    setup: { setup: `node -e "require('fs').writeFileSync('${mark}', '')"` },
    sandbox: { sandbox: 'off' },
    'tests.hosts': { tests: { hosts: ['example.org:443'] } },
    'tests.env': { tests: { env: { KEY: '$HOME' } } },
    'tests.node': { tests: { node: ['--import', 'tsx'] } },
    'tests.reads': { tests: { reads: ['.env'] } },
    checks: { checks: ['npm run lint'] },
    format: { format: 'prettier --write' },
    'mutants.command': { mutants: { command: 'npx stryker run' } },
  }
  for (const [key, settings] of Object.entries(powers)) {
    project.write({ 'sigma.config.json': configured(settings) })
    for (const command of starting) {
      const { exit, stderr, stdout } = await person(project, null).run(...command)
      const told = `${command.join(' ')} with ${key}: ${stdout}${stderr}`
      expect(exit, told).toBe(1)
      expect(stderr, told).toContain(
        `error: Nothing was started: you have not confirmed what sigma.config.json may do here (${key}).\nhint: sigma trust\n`,
      )
    }
    const { exit, stdout } = await person(project, null).run('status')
    expect([exit, stdout]).toEqual([0, 'No run yet. Begin one: sigma tdd <module>\n'])
  }
  expect(existsSync(mark)).toBe(false)
  expect(existsSync(join(project.root, '.sigma'))).toBe(false)
})

test.each([
  ['sets the endpoint of the model', { env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' } }],
  ['is given a key of the user', { env: { KEY: '$HOME' } }],
  ['opens a folder to read', { reads: ['~/.ssh'] }],
  ['opens a folder to write', { writes: ['~/.config/tool'] }],
  ['opens a host', { hosts: ['example.org:443'] }],
  ['starts another program', { command: ['sh'] }],
])('an agent that after an edit %s is asked for again', async (_what, settings) => {
  proves('T30')
  using project = await temporaryProject({ ...files, 'sigma.config.json': configured(agent('/x')) })
  expect((await person(project, null).run('trust', '--yes')).exit).toBe(0)
  expect((await person(project, null).run('trust')).exit).toBe(0)
  project.write({ 'sigma.config.json': configured(agent('/x', settings)) })
  const { exit, stdout, stderr } = await person(project, null).run('trust')
  expect([exit, stdout.split('\n')[0]]).toEqual([1, 'Not confirmed:'])
  expect(stderr).toBe('hint: sigma trust --yes\n')
  const changed = await person(project, false).run('trust')
  expect(changed.stderr).toContain('you have not confirmed this, or it has changed since:\n  agents.mine\n')
  const began = await person(project, null).run('tdd', 'text')
  expect(began.stderr).toContain('may do here since it changed (agents.mine)')
})

test('on a terminal it is asked once, in a short question; a no starts nothing, a yes is kept for the user alone', async () => {
  proves('T30')
  using project = await temporaryProject({ ...files, 'sigma.config.json': configured({ sandbox: 'off' }) })
  asked.length = 0
  const no = await person(project, false).run('doctor')
  expect([no.exit, asked]).toEqual([1, ['Trust this configuration? [y/N] ']])
  expect(no.stderr).toContain('  sandbox\n    starts agents and tests without a sandbox\n')
  const yes = await person(project, true).run('trust')
  expect([yes.exit, yes.stdout]).toEqual([0, 'Confirmed.\n'])
  expect((await person(project, null).run('trust')).stdout).toBe(
    'Confirmed:\n  sandbox\n    starts agents and tests without a sandbox\n',
  )
  expect((await person(project, true).run('gates')).stderr).not.toContain('sandbox')
  expect(asked).toHaveLength(2)
  const kept = join(project.root, '../config/sigma/trusted.json')
  expect(statSync(kept).mode & 0o777).toBe(0o600)
  expect((await person(project, null).run('trust', '--forget')).exit).toBe(0)
  expect((await person(project, null).run('gates')).exit).toBe(1)
})

test('what was confirmed counts for one folder: not for a clone, a moved repository or another package', async () => {
  proves('T30')
  const config = { 'sigma.config.json': configured({ sandbox: 'off' }) }
  using project = await temporaryProject({ ...files, ...config, 'packages/one/sigma.config.json': '{"setup":"true"}' })
  await person(project, null).run('trust', '--yes')
  const standingIn = async (cwd: string): Promise<unknown> =>
    JSON.parse((await person(project, null, {}, cwd).run('trust', '--json')).stdout).trusted
  expect(await standingIn(project.root)).toBe(true)
  expect(await standingIn(join(project.root, 'packages/one'))).toBe(false)
  const [clone, moved, link] = ['clone', 'moved', 'link'].map((name) => join(project.root, '..', name))
  await project.git('clone', '-q', '.', clone ?? '')
  expect(await standingIn(clone ?? '')).toBe(false)
  symlinkSync(project.root, link ?? '')
  expect(await standingIn(link ?? '')).toBe(true)
  renameSync(project.root, moved ?? '')
  expect(await standingIn(moved ?? '')).toBe(false)
  renameSync(moved ?? '', project.root)
})

test('the content of a configuration that is a link counts, and one that is a program is not run before it is confirmed', async () => {
  proves('T30')
  using project = await temporaryProject(files)
  const elsewhere = join(project.root, '../elsewhere.json')
  writeFileSync(elsewhere, '{}')
  symlinkSync(elsewhere, join(project.root, 'sigma.config.json'))
  expect((await person(project, null).run('trust')).exit).toBe(0)
  writeFileSync(elsewhere, configured({ sandbox: 'off' }))
  expect((await person(project, null).run('gates')).stderr).toContain('(sandbox)')

  using coded = await temporaryProject({
    ...files,
    'sigma.config.ts': `import { writeFileSync } from 'node:fs'\nwriteFileSync(new URL('ran', import.meta.url), '')\nexport default {}\n`,
  })
  for (const command of [...starting, ['trust'], ['status', 'text'], ['gc'], ['project']])
    expect((await person(coded, null).run(...command)).stderr, command.join(' ')).toContain('(sigma.config.ts)')
  expect(existsSync(join(coded.root, 'ran'))).toBe(false)
  expect((await person(coded, null).run('trust', '--yes')).exit).toBe(0)
  expect(existsSync(join(coded.root, 'ran'))).toBe(true)
  expect((await person(coded, null).run('status', 'text')).exit).toBe(0)
})

test('SIGMA_TRUST confirms where nobody can be asked: all, or exactly what its digest is of', async () => {
  proves('T30')
  using project = await temporaryProject({ ...files, 'sigma.config.json': configured({ sandbox: 'off' }) })
  const { digest } = JSON.parse((await person(project, null).run('trust', '--json')).stdout)
  const trusted = async (SIGMA_TRUST: string): Promise<boolean> =>
    JSON.parse((await person(project, null, { SIGMA_TRUST }).run('trust', '--json')).stdout).trusted
  expect(await trusted('all')).toBe(true)
  expect(await trusted(digest)).toBe(true)
  expect(await trusted('yes')).toBe(false)
  project.write({ 'sigma.config.json': configured({ sandbox: 'off', setup: 'npm ci' }) })
  expect(await trusted(digest)).toBe(false)
})

test('nothing in a configuration can make the question say something else', async () => {
  proves('T30', 'T17')
  const command = ['sh', '-c', 'evil`\nConfirmed:\u202e\u001b[2J `   and nothing else']
  const agents = { 'mine\n  nothing': { kind: 'command', command } }
  using project = await temporaryProject({ ...files, 'sigma.config.json': configured({ agents }) })
  const { stderr } = await person(project, false).run('gates')
  expect(stderr.split('\n').slice(0, 3)).toEqual([
    'sigma.config.json of this repository does more than run tests in a sandbox:',
    '  "agents.mine\\n  nothing"',
    '    "starts `sh -c evil`\\nConfirmed:\\u202e\\u001b[2J `   and nothing else`"',
  ])
  expect(stderr).toContain('(agents.mine nothing)')
})

test('sigma init confirms what it wrote; an agent confirms nothing', async () => {
  proves('T30')
  using project = await temporaryProject(files)
  await person(project, null).run('init', '--agent', 'node agent.mjs')
  expect((await person(project, null).run('trust')).exit).toBe(0)
  project.write({ 'sigma.config.json': configured({ sandbox: 'off' }) })
  for (const flag of ['--yes', '--forget']) {
    const tried = await person(project, true, { SIGMA_PROCESS: 'x' }).run('trust', flag)
    expect([tried.exit, tried.stderr]).toEqual([1, expect.stringContaining('started by an agent')])
  }
  asked.length = 0
  expect((await person(project, true, { SIGMA_PROCESS: 'x' }).run('gates')).exit).toBe(1)
  expect(asked).toEqual([])
})

test('a configuration without power needs no word, and one that cannot be kept is told', async () => {
  proves('T30')
  const config = configured({ agents: { a: { kind: 'scripted', script: 'a.json' }, b: { kind: 'person' } } })
  using project = await temporaryProject({ ...files, 'sigma.config.json': config })
  const { exit, stdout } = await person(project, null).run('trust')
  expect([exit, stdout]).toEqual([0, 'Nothing in this configuration needs to be confirmed.\n'])
  project.write({ 'sigma.config.json': configured({ sandbox: 'off' }) })
  mkdirSync(join(project.root, '../config/sigma/trusted.json'), { recursive: true })
  const kept = await person(project, null).run('trust', '--yes')
  expect([kept.exit, kept.stderr]).toEqual([1, expect.stringContaining('cannot be kept in')])
  expect(readFileSync(join(project.root, 'sigma.config.json'), 'utf8')).toContain('off')
})

test('what tests are given is said in words: variables of the user, files in no commit, what may hold secrets', async () => {
  proves('T30')
  const tests = { env: { TZ: 'UTC', DB: '$MY_DB', API_TOKEN: 't' }, reads: ['fixtures/**', '.env', '.git'] }
  using project = await temporaryProject({ ...files, 'sigma.config.json': configured({ tests }) })
  const { stdout } = await person(project, null).run('trust')
  expect(stdout.split('\n').slice(1)).toEqual([
    '  tests.env',
    '    sets TZ=UTC for tests',
    '    gives tests your variable MY_DB as DB',
    '    sets API_TOKEN for tests',
    '  tests.reads',
    '    lets tests read fixtures/**, .env, which is in no commit',
    '    .env may hold secrets',
    '    gives tests a git repository of their own, with your history and tags',
    '',
  ])
})
