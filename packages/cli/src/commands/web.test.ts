/** That the web is open to an agent is confirmed, and said wherever people look. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config-file.ts'
import { confinedText, note, shortConfined } from '../playing/confined.ts'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { textModule } from '../testing/text-module.ts'

const configured = (agent: object, more: object = {}): string =>
  JSON.stringify({ agents: { mine: agent }, roles: { qa: 'mine', dev: 'mine' }, ...more }, null, 2)

const opened = { kind: 'claude', command: ['./claude'], web: true }

test('an agent that the web is opened to is confirmed anew, and sigma agents says it', async () => {
  proves('T2', 'T30')
  using project = await temporaryProject({ 'sigma.config.json': configured({ ...opened, web: false }), claude: '' })
  const person = commandWorld(project, {
    env: { SIGMA_TRUST: undefined, XDG_CONFIG_HOME: join(project.root, '../config') },
  })
  await person.run('trust', '--yes')
  expect((await person.run('agents')).stdout).toMatch(/\n {2}web +closed\n/)
  project.write({ 'sigma.config.json': configured(opened) })
  const { exit, stdout } = await person.run('trust')
  expect([exit, stdout]).toEqual([
    1,
    expect.stringContaining('lets it search and fetch from the web, which its vendor'),
  ])
  await person.run('trust', '--yes')
  expect((await person.run('agents')).stdout).toMatch(/\n {2}web +open: its vendor searches/)
  expect((await person.run('agents', '--json')).result).toMatchObject({ agents: [{ name: 'mine', web: true }] })
})

test('a run begins by saying to whom the web is open, and status says it afterwards', async () => {
  proves('T2')
  using project = await temporaryProject({
    ...textModule,
    'sigma.config.json': configured(opened),
    claude: '#!/bin/sh\nexit 3\n',
  })
  chmodSync(join(project.root, 'claude'), 0o755)
  const world = commandWorld(project)
  const { stderr } = await world.run('tdd', 'text')
  expect(stderr).toMatch(/the tests run (un)?sandboxed.*; web open to mine\./)
  expect((await world.run('status')).stdout).toMatch(/sandboxed.*; web open to mine/)
})

test('what is noted of a run says each way and each agent once', async () => {
  using project = await temporaryProject({})
  const noted = (by: string | null, ...web: readonly string[]): string => {
    note(project.root, 'r1', { by, web })
    return confinedText(project.root, 'r1')
  }
  expect(confinedText(project.root, 'r1')).toBe('unsandboxed')
  expect(noted('bubblewrap 0.8.0')).toBe('sandboxed (bubblewrap 0.8.0)')
  expect(noted('bubblewrap 0.8.0', 'a')).toBe('sandboxed (bubblewrap 0.8.0); web open to a')
  expect(shortConfined(noted('bubblewrap 0.8.0', 'b'))).toBe('sandboxed; web open to a and b')
  expect(noted(null)).toBe('partly unsandboxed: sandboxed (bubblewrap 0.8.0), then unsandboxed; web open to a and b')
})

test.each([
  [{ kind: 'claude', web: 'yes' }, '"agents.mine.web" must be a boolean, not "yes".'],
  [
    { kind: 'acp', profile: 'codex', webs: true },
    'there is no key "agents.mine.webs"; did you mean "agents.mine.web"?',
  ],
  [{ kind: 'command', command: ['a'], web: true }, 'there is no key "agents.mine.web".'],
])('a wrong word about the web is told: %j', async (mine, sentence) => {
  using project = await temporaryProject({ 'sigma.config.json': JSON.stringify({ agents: { mine } }) })
  await expect(readConfig(join(project.root, 'sigma.config.json'))).rejects.toThrow(sentence)
})
