import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, readConfigAsWritten } from '../config/config-file.ts'
import { commandWorld, worldOf } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { confirmedIn } from '../trust/trusted.ts'

const files = {
  'package.json': '{ "type": "module", "scripts": { "test": "node --test", "lint": "node scripts/lint.js" } }\n',
  'src/a.js': 'export const a = 1\n',
  'test/a.test.js': "import '../src/a.js'\n",
}

const byHand = {
  agents: { robot: { kind: 'command', command: ['node', 'robot.mjs'] } },
  roles: { qa: 'robot', dev: 'robot' },
  tests: { files: ['test/**'], tolerate: 'known', env: { LEVEL: 'high' }, hosts: ['db.example:5432'] },
  source: ['lib/**'],
  checks: ['npm run lint', 'npm run spell'],
  coverage: { lines: 90 },
  limits: { cost: 5, turn: '20m', crashes: 0 },
  budgets: { roles: { qa: { tokens: 1000 } } },
}

test('force keeps what init does not find out, and tells what it replaces', async () => {
  using project = await temporaryProject({ ...files, 'sigma.config.json': JSON.stringify(byHand) })
  const file = join(project.root, 'sigma.config.json')
  const { exit, stderr } = await commandWorld(project).run('init', '--force', '--no-try')
  expect(exit).toBe(0)
  expect(await readConfigAsWritten(file)).toEqual({
    agents: byHand.agents,
    roles: byHand.roles,
    tests: { tolerate: 'known', env: { LEVEL: 'high' }, hosts: ['db.example:5432'] },
    checks: ['npm run lint'],
    coverage: { lines: 90 },
    limits: { cost: 5, turn: '20m' },
    budgets: { roles: { qa: { tokens: 1000 } } },
  })
  expect((await readConfig(file)).limits.crashes).toBe(0)
  expect(stderr).toContain('replaced "source": ["lib/**"]\n')
  expect(stderr).toContain('"checks": ["npm run lint","npm run spell"]\n')
  expect(stderr).toMatch(/kept {5}agents\.robot, roles\.qa, roles\.dev, tests\.tolerate/)
})

test('what is kept is not confirmed by that', async () => {
  using project = await temporaryProject({ ...files, 'sigma.config.json': JSON.stringify(byHand) })
  const world = commandWorld(project)
  await world.run('init', '--force', '--no-try', '--agent', 'node agent.mjs')
  const confirmed = Object.keys(confirmedIn(worldOf(project), project.root) ?? {})
  expect(new Set(confirmed)).toEqual(new Set(['agents.mine', 'checks']))
  const person = commandWorld(project, { env: { SIGMA_TRUST: undefined } })
  expect(await person.run('gates')).toMatchObject({ exit: 1, stderr: expect.stringContaining('agents.robot') })
})

test('agents that the command line names take the roles, and are told', async () => {
  using project = await temporaryProject({ ...files, 'sigma.config.json': JSON.stringify(byHand) })
  const { result } = await commandWorld(project).run('init', '--force', '--no-try', '--agent', 'person', '--json')
  expect(result).toMatchObject({ replaced: { 'roles.qa': 'robot', 'roles.dev': 'robot' } })
  expect(await readConfig(join(project.root, 'sigma.config.json'))).toMatchObject({
    agents: { me: { kind: 'person' }, robot: byHand.agents.robot },
    roles: { qa: 'me', dev: 'me' },
  })
})

test.each(['{ "agents": ', '{ "sourc": ["lib/**"] }'])(
  'a configuration that cannot be read is kept beside: %s',
  async (text) => {
    using project = await temporaryProject({ ...files, 'sigma.config.json': text, 'sigma.config.json.old': 'older' })
    const { exit, stdout } = await commandWorld(project).run('init', '--force', '--no-try')
    expect([exit, stdout]).toEqual([
      0,
      'kept the old configuration, which cannot be read, as sigma.config.json.old.2\nwrote sigma.config.json\n',
    ])
    const at = (name: string) => readFileSync(join(project.root, name), 'utf8')
    expect([at('sigma.config.json.old'), at('sigma.config.json.old.2')]).toEqual(['older', text])
  },
)
