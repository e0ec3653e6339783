import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { type Files, temporaryProject } from '../testing/temporary-project.ts'

const agents = {
  claude: { kind: 'claude', model: 'best', env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' } },
  codex: { kind: 'acp', profile: 'codex' },
  wild: { kind: 'acp' },
  sly: { kind: 'claude', command: ['./inside/claude'] },
  mine: { kind: 'command', command: ['node', 'agent.mjs'], hosts: ['api.example.org:443'] },
  me: { kind: 'person' },
}

const files: Files = {
  'sigma.config.json': JSON.stringify({ agents, roles: { qa: 'claude', dev: 'mine' } }),
  'agent.mjs': '',
  'inside/claude': '#!/bin/sh\necho 6.6.6\n',
  'lib/node_modules/codex-acp/package.json': '{ "name": "codex-acp", "version": "7.8.9" }',
  'lib/node_modules/codex-acp/dist/index.js': '#!/bin/sh\nsleep 100\n',
}

test('each agent is told: program, version, model, login, network, what it reports; and no value of a key', async () => {
  using project = await temporaryProject(files)
  const at = (path: string): string => join(project.root, path)
  // A program of the repository's own is not started, whatever it is called.
  for (const path of ['inside/claude', 'lib/node_modules/codex-acp/dist/index.js']) chmodSync(at(path), 0o755)
  const bin = join(project.root, '../bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'claude'), '#!/bin/sh\necho "4.5.6 (Claude Code) in $HOME"\n', { mode: 0o755 })
  symlinkSync(at('lib/node_modules/codex-acp/dist/index.js'), join(bin, 'codex-acp'))
  const home = at('home')
  mkdirSync(home)
  const env = { PATH: `${bin}:${process.env['PATH']}`, HOME: home, ANTHROPIC_API_KEY: 'sk-very-secret' }
  const world = commandWorld(project, { env })
  const { exit, stdout } = await world.run('agents')
  expect(exit).toBe(0)
  for (const line of stdout.split('\n')) if (!line.includes(project.root)) expect(line.length).toBeLessThanOrEqual(80)
  expect(stdout).toContain('✓ claude: Claude Code (claude 4.5.6, verified); plays qa')
  expect(stdout).toContain('ANTHROPIC_API_KEY is set')
  expect(stdout).toContain('✓ codex: Codex (codex-acp 7.8.9, verified); plays no role')
  expect(stdout).toContain('Of the agent wild nothing is known that could be started.')
  expect(stdout).toContain('✓ me: a person; plays no role')
  expect(stdout).not.toContain('sk-very-secret')
  expect(readdirSync(home)).toEqual([])
  const without = await commandWorld(project, { env: { ...env, ANTHROPIC_API_KEY: undefined } }).run('agents')
  expect(without.stdout).toContain('! claude: Claude Code')
  expect(without.stdout).toMatch(/login +none found\./)
  const { result } = await world.run('agents', '--json')
  expect(JSON.stringify(result)).not.toContain('sk-very-secret')
  expect(result).toMatchObject({
    agents: [
      {
        name: 'claude',
        roles: ['qa'],
        version: '4.5.6',
        model: 'best',
        hosts: ['127.0.0.1:9'],
        keys: ['ANTHROPIC_API_KEY'],
      },
      { name: 'mine', roles: ['dev'], version: null, hosts: ['api.example.org:443'], verified: null },
      { name: 'codex', version: '7.8.9', verified: true, logins: [] },
      { name: 'wild', verified: false, faults: [{ code: 'agent-unnamed' }] },
      { name: 'sly', version: null },
      { name: 'me', program: null },
    ],
  })
})

test('a program that is not there is told with the command that installs it, before a run too', async () => {
  using project = await temporaryProject({
    'sigma.config.json': JSON.stringify({
      agents: { codex: { kind: 'acp', profile: 'codex' } },
      roles: { qa: 'codex', dev: 'codex' },
    }),
  })
  const world = commandWorld(project, { env: { PATH: '/usr/bin:/bin' } })
  const { exit, stdout } = await world.run('agents')
  expect(exit).toBe(1)
  expect(stdout).toContain('hint: npm install --global @agentclientprotocol/codex-acp')
  const tdd = await world.run('tdd', 'text')
  expect([tdd.exit, tdd.stderr]).toEqual([
    1,
    expect.stringContaining('Codex, whose program codex-acp is not on your PATH'),
  ])
})

test('without an agent the way to one is told', async () => {
  using project = await temporaryProject({ a: '' })
  const { exit, stdout, stderr } = await commandWorld(project).run('agents')
  expect([exit, stdout]).toEqual([0, ''])
  expect(stderr).toContain('hint: sigma init --agent claude')
})

test('a role that is given to nobody who is configured is told', async () => {
  const config = JSON.stringify({ agents: { me: { kind: 'person' } }, roles: { qa: 'me', dev: 'cladue' } })
  using project = await temporaryProject({ 'sigma.config.json': config })
  const { exit, stdout, stderr } = await commandWorld(project).run('agents')
  expect([exit, stdout]).toEqual([1, expect.stringContaining('plays qa')])
  expect(stderr).toContain('The role dev is given to the agent cladue, which is not configured.')
})
