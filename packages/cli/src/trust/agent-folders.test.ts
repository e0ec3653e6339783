/** Without a sandbox, what a repository holds for agents' programs is started by them: it counts only once confirmed. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { type TemporaryProject, temporaryProject } from '../testing/temporary-project.ts'
import { textModule } from '../testing/text-module.ts'

const folders = {
  '.codex/config.toml': 'notify = ["touch", "/canary"]\n',
  '.codex/hooks.json': '{}\n',
  'packages/app/.mcp.json': '{}\n',
  'opencode.json': '{}\n',
  '.github/workflows/ci.yml': '',
  'AGENTS.md': 'words\n',
}

const configured = (agent: object, sandbox: 'auto' | 'off'): string =>
  JSON.stringify({ agents: { mine: agent }, roles: { qa: 'mine', dev: 'mine' }, sandbox })

const command = { kind: 'command', command: ['node', 'agent.mjs'] }
const agent = "require('fs').writeFileSync('started', '')\n"

/** A person without SIGMA_TRUST. */
const person = (project: TemporaryProject, env: Record<string, string> = {}) =>
  commandWorld(project, {
    env: { SIGMA_TRUST: undefined, XDG_CONFIG_HOME: join(project.root, '../config'), ...env },
  })

/** What is to be confirmed beside the configuration. */
async function listed(project: TemporaryProject): Promise<readonly string[]> {
  const { result } = await person(project).run('trust', '--json')
  const powers: unknown = result['powers']
  const keys = Array.isArray(powers) ? powers.map((power) => String(Reflect.get(power, 'key'))) : []
  return keys.filter((key) => key !== 'sandbox' && key !== 'agents.mine')
}

test('each agent is asked for by what its program reads, a command by all; people and scripts by nothing', async () => {
  proves('T30')
  using project = await temporaryProject({ ...folders, 'agent.mjs': agent })
  for (const [player, expected] of [
    [command, ['.codex', 'opencode.json', 'packages/app/.mcp.json']],
    [{ kind: 'acp', command: ['x'] }, ['.codex', 'opencode.json', 'packages/app/.mcp.json']],
    [{ kind: 'acp', profile: 'codex' }, ['.codex']],
    [{ kind: 'claude' }, ['packages/app/.mcp.json']],
    [{ kind: 'acp', profile: 'gemini' }, []],
    [{ kind: 'person' }, []],
    [{ kind: 'scripted', script: 'x' }, []],
  ] as const) {
    project.write({ 'sigma.config.json': configured(player, 'off') })
    expect(await listed(project), JSON.stringify(player)).toEqual(expected)
  }
})

test('nothing is started before it is confirmed; what changes in a commit is asked again, and only that', async () => {
  proves('T30')
  using project = await temporaryProject({ ...textModule, ...folders, 'agent.mjs': agent })
  project.write({ 'sigma.config.json': configured(command, 'off') })
  const refused = 'error: Nothing was started: you have not confirmed what this repository may do here'
  for (const words of [['tdd', 'text'], ['resume'], ['gates']]) {
    const { exit, stderr } = await person(project).run(...words)
    expect([exit, stderr]).toEqual([1, expect.stringContaining(refused)])
    expect(stderr).toMatch(
      /\(agents\.mine, sandbox, \.codex, opencode\.json, packages\/app\/\.mcp\.json\)\.\nhint: sigma trust\n/,
    )
  }
  expect(existsSync(join(project.root, '.sigma'))).toBe(false)
  const { stdout } = await person(project).run('trust')
  expect(stdout).toContain(
    '  .codex\n    is read by Codex, which it can have start programs (MCP servers, hooks, notify)',
  )
  expect((await person(project).run('trust', '--yes')).exit).toBe(0)
  expect((await person(project).run('trust')).exit).toBe(0)
  // Only what is committed is handed to an agent.
  project.write({ '.codex/config.toml': 'notify = ["other"]\n' })
  expect((await person(project).run('trust')).exit).toBe(0)
  await project.git('commit', '-q', '-a', '-m', 'Change')
  const changed = await person(project).run('tdd', 'text')
  expect(changed.stderr).toContain('what this repository may do here since it changed (.codex).\nhint: sigma trust\n')
})

test('the digest for machines is of them, too; that of a configuration which is a program covers none of them', async () => {
  proves('T30')
  using project = await temporaryProject({ ...folders, 'agent.mjs': agent })
  project.write({ 'sigma.config.json': configured(command, 'off') })
  const digestOf = async (): Promise<string> => String((await person(project).run('trust', '--json')).result['digest'])
  const digest = await digestOf()
  expect((await person(project, { SIGMA_TRUST: digest }).run('trust')).exit).toBe(0)
  project.write({ 'opencode.json': '{ "a": 1 }\n' })
  await project.git('commit', '-q', '-a', '-m', 'Change')
  expect((await person(project, { SIGMA_TRUST: digest }).run('trust')).exit).toBe(1)

  using coded = await temporaryProject({
    ...folders,
    'sigma.config.ts': `export default ${configured(command, 'off')}\n`,
  })
  await person(coded, { SIGMA_TRUST: 'all' }).run('trust')
  const { result } = await person(coded, { SIGMA_TRUST: 'all' }).run('trust', '--json')
  expect((await person(coded, { SIGMA_TRUST: String(result['digest']) }).run('trust')).exit).toBe(1)
})

test('in a sandbox there is nothing to confirm: it is not there', async () => {
  proves('T30')
  using project = await temporaryProject({ ...folders, 'agent.mjs': agent })
  project.write({ 'sigma.config.json': configured(command, 'auto') })
  const { standing } = await sandboxHere(project)
  expect(await listed(project)).toEqual(standing ? [] : ['.codex', 'opencode.json', 'packages/app/.mcp.json'])
})

async function sandboxHere(project: TemporaryProject): Promise<{ readonly standing: boolean }> {
  const { result } = await commandWorld(project).run('agents', '--json')
  return { standing: Reflect.get(Object(result['sandbox']), 'confined') === true }
}
