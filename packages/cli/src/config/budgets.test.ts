import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryProject } from '../testing/temporary-project.ts'
import { budgetsOf, unmeasuredIn } from './budgets.ts'
import type { Config } from './config.ts'
import { readConfig } from './config-file.ts'

async function configOf(config: object): Promise<Config> {
  using project = await temporaryProject({ 'sigma.config.json': JSON.stringify(config) })
  return await readConfig(join(project.root, 'sigma.config.json'))
}

const agents = {
  claude: { kind: 'claude' },
  mine: { kind: 'command', command: ['node', 'a.mjs'] },
  ann: { kind: 'person' },
}

test('without a word of them there are no budgets but that of agent calls', async () => {
  expect(budgetsOf(await configOf({}))).toEqual([])
  expect(unmeasuredIn(await configOf({ agents, roles: { qa: 'mine' } }))).toEqual([])
})

test('budgets are counted in whole calls, tokens, milliseconds and millionths of a dollar', async () => {
  const config = await configOf({
    agents,
    roles: { qa: 'claude', dev: 'claude' },
    limits: { tokens: 2_000_000, minutes: 1.5, cost: 0.25 },
    budgets: { roles: { dev: { asks: 40, tokens: null } }, phases: { GREEN: { minutes: 10, cost: 3 } } },
  })
  expect(budgetsOf(config)).toEqual([
    { unit: 'tokens', most: 2_000_000 },
    { unit: 'milliseconds', most: 90_000 },
    { unit: 'microdollars', most: 250_000 },
    { unit: 'milliseconds', most: 600_000, phase: 'GREEN' },
    { unit: 'microdollars', most: 3_000_000, phase: 'GREEN' },
    { unit: 'asks', most: 40, role: 'dev' },
  ])
})

test('people use no tokens and no money, and their time is theirs, but where a budget of their own role bounds it', async () => {
  const config = await configOf({
    agents,
    roles: { qa: 'ann', dev: 'claude' },
    limits: { minutes: 1, tokens: 5 },
    budgets: { roles: { qa: { minutes: 2 }, dev: { cost: 1 } }, phases: { RED: { minutes: 3 } } },
  })
  expect(budgetsOf(config)).toEqual([
    { unit: 'tokens', most: 5, without: ['qa'] },
    { unit: 'milliseconds', most: 60_000, without: ['qa'] },
    { unit: 'milliseconds', most: 180_000, phase: 'RED', without: ['qa'] },
    { unit: 'milliseconds', most: 120_000, role: 'qa' },
    { unit: 'microdollars', most: 1_000_000, role: 'dev', without: ['qa'] },
  ])
})

test('agents that never say what they use are named with the budgets that cannot bound them', async () => {
  const config = await configOf({
    agents: { ...agents, gem: { kind: 'acp', profile: 'gemini' } },
    roles: { qa: 'claude', dev: 'mine', critic: 'ann', reviewer: 'gem' },
    limits: { tokens: 5, cost: 5, minutes: 5 },
    budgets: { roles: { qa: { tokens: 1 }, dev: { cost: 1 } }, phases: { RED: { asks: 1 } } },
  })
  expect(unmeasuredIn(config)).toEqual([
    { keys: ['limits.tokens', 'limits.cost'], agents: ['mine (command)', 'gem (acp, gemini)'] },
    { keys: ['budgets.roles.dev.cost'], agents: ['mine (command)'] },
  ])
})

test.each([
  [
    { budgets: { phases: { GREN: { asks: 1 } } } },
    'there is no key "budgets.phases.GREN"; did you mean "budgets.phases.GREEN"?',
  ],
  [
    { budgets: { roles: { def: { asks: 1 } } } },
    'there is no key "budgets.roles.def"; did you mean "budgets.roles.dev"?',
  ],
  [
    { budgets: { roles: { dev: { token: 1 } } } },
    'there is no key "budgets.roles.dev.token"; did you mean "budgets.roles.dev.tokens"?',
  ],
  [{ budgets: { role: {} } }, 'there is no key "budgets.role"; did you mean "budgets.roles"?'],
  [{ budgets: { roles: { dev: { tokens: '5k' } } } }, '"budgets.roles.dev.tokens" must be a number, not "5k"'],
  [{ limits: { minutes: 0 } }, '"limits.minutes" must be'],
  [{ limits: { tokens: 1.5 } }, '"limits.tokens" must be'],
  [{ limits: { cost: -1 } }, '"limits.cost" must be'],
])('what is written wrongly is told with its way out: %j', async (config, sentence) => {
  await expect(configOf(config)).rejects.toThrow(sentence)
})
