import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Config } from '../config/config.ts'
import { testReads } from '../config/tests-settings.ts'
import { openProject } from '../project/project.ts'
import { testedProject } from '../project/tested-project.ts'
import { commandWorld, worldOf } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { textModule } from '../testing/text-module.ts'
import { absentTexts, refuseAbsent, warnOfLogins } from './preflight.ts'

async function textsWith(more: object): Promise<readonly string[]> {
  const mine = { kind: 'command', command: ['echo'], reads: ['~/.config/tool', 'memory-bank'], writes: ['~/.tool'] }
  const config = { agents: { mine, other: mine }, roles: { qa: 'mine', dev: 'mine' }, ...more }
  using project = await temporaryProject({ ...textModule, 'sigma.config.json': JSON.stringify(config) })
  const world = worldOf(project)
  return absentTexts(world, await openProject(world))
}

test('what agents that have a role open in the sandbox and is not there is told once of each', async () => {
  expect(await textsWith({})).toEqual(['what agents.mine opens in the sandbox is not there: ~/.config/tool, ~/.tool'])
  expect(await textsWith({ sandbox: 'off' })).toEqual([])
})

async function warnedOf(agent: Config['agents'][string], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const config = { agents: { mine: agent }, roles: { qa: 'mine', dev: 'mine' } }
  using project = await temporaryProject({ ...textModule, 'sigma.config.json': JSON.stringify(config) })
  const told: string[] = []
  const world = {
    ...worldOf(project, { env }),
    stderr: { write: (text: string) => void told.push(text), isTTY: false, columns: 80 },
  }
  warnOfLogins(world, await openProject(world))
  return told.join('')
}

test('an agent of which neither login nor key is found is warned of before its run, once, with how to log in', async () => {
  expect(await warnedOf({ kind: 'claude' })).toBe(
    'warning: no login and no key of Claude Code was found for agents.mine.\n' +
      'hint: Run `claude` and log in, or set ANTHROPIC_API_KEY, or CLAUDE_CODE_OAUTH_TOKEN from `claude setup-token`.\n',
  )
  expect(await warnedOf({ kind: 'acp', profile: 'codex' })).toContain('no key of Codex was found')
  expect(await warnedOf({ kind: 'claude' }, { ANTHROPIC_API_KEY: 'k' })).toBe('')
  expect(await warnedOf({ kind: 'claude', env: { ANTHROPIC_AUTH_TOKEN: 'k' } })).toBe('')
  // Nothing is known of how these are logged in.
  expect(await warnedOf({ kind: 'acp', profile: 'generic', command: ['node'] })).toBe('')
  expect(await warnedOf({ kind: 'command', command: ['node'] })).toBe('')
})

test.each([
  [{ reads: ['fixtures/*.json'] }, 'tests.reads names "fixtures/*.json", which matches nothing.'],
  [{ reads: ['../away.json'] }, 'tests.reads names "../away.json", which leads out of the repository.'],
  [{ reads: ['src/**', 'nowhere/{a,b}/**'] }, '"nowhere/{a,b}/**", which matches nothing'],
  [{ env: { X: '$NOT_SET_AT_ALL' } }, 'tests.env.X takes your variable NOT_SET_AT_ALL, which is not set.'],
])('whoever tries tests that are to be given %j is told that it is not here', async (tests, said) => {
  using project = await temporaryProject({ ...textModule, 'sigma.config.json': JSON.stringify({ tests }) })
  for (const words of [
    ['gates', '--all'],
    ['tdd', 'text'],
  ])
    expect(await commandWorld(project).run(...words)).toMatchObject({
      exit: 1,
      stderr: expect.stringMatching(/^error: tests\.(reads|env).*\nhint: /),
    })
  const { stdout } = await commandWorld(project).run('doctor')
  expect(stdout).toContain(said)
})

test('tests of a package may be given what lies above it in the repository, and nothing of Sigma, git or an installation', async () => {
  const reads = ['../../fixtures/*.json', '!../../fixtures/b.json', './own.json', '.git']
  using project = await temporaryProject({
    ...textModule,
    'fixtures/a.json': '',
    'packages/a/own.json': '',
    'packages/a/sigma.config.json': JSON.stringify({ tests: { reads } }),
  })
  const world = { ...worldOf(project), cwd: join(project.root, 'packages/a') }
  const opened = await openProject(world)
  refuseAbsent(world, opened)
  expect(testedProject(opened).reads).toEqual(['fixtures/*.json', '!fixtures/b.json', 'packages/a/own.json', '.git'])
  for (const path of ['../../.git/config', '../b/.sigma/x', '../../node_modules/x', '../x/../../y', '..', '../'])
    expect(testReads.safeParse([path]).success).toBe(false)
})
