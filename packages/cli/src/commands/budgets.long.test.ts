import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { textConfig, textModule } from '../testing/text-module.ts'

test('a spent budget ends in a question with exit code 3; a person gives so much more, and sees what was used', async () => {
  proves('DPTR-118')
  const config = {
    ...textConfig,
    limits: { asks: 2, tokens: 5_000, minutes: 90 },
    budgets: { roles: { qa: { cost: 2 } } },
  }
  using project = await temporaryProject({ ...textModule, 'sigma.config.json': JSON.stringify(config) })
  const world = commandWorld(project)
  const waiting = await world.run('tdd', 'text')
  expect([waiting.exit, waiting.result['outcome']]).toEqual([3, 'waiting'])
  expect(waiting.stderr).toContain(
    'warning: limits.tokens cannot bound actor (scripted), which never says what it uses; agent calls and minutes can.\n' +
      'warning: budgets.roles.qa.cost cannot bound actor (scripted), which never says what it uses; agent calls and minutes can.',
  )
  expect(waiting.stderr).toContain(
    "asks-spent: The run's budget of 2 agent calls is spent: 2 agent calls used.\n" +
      '    way out: Decide whether to extend it: by as much again, or by what you name.',
  )
  expect(waiting.stderr).toMatch(/used +unknown: no turn said what it used/)
  expect(waiting.stderr).toMatch(
    /budgets +run: unknown of 5,000 tokens; 2 turns did not say\n +run: 0(\.\d)? of 90 minutes/,
  )
  const id = `${waiting.result['run']}/C1.green.dev.decision`

  const wrong = await world.run('decide', id, 'extend', '--more', 'tokens=7')
  expect([wrong.exit, wrong.stderr]).toEqual([
    1,
    `error: --more tokens does not fit ${id}: extend takes asks.\nhint: sigma decide ${id} extend --more asks=<number>\n`,
  ])
  const little = await world.run('decide', id, 'extend', '--more', 'asks=1')
  expect([little.exit, little.result['outcome']]).toEqual([3, 'waiting'])
  expect(little.stderr).toContain("asks-spent: The run's budget of 3 agent calls is spent: 3 agent calls used.")
  const status = JSON.parse((await world.run('status', '--json')).stdout).runs[0]
  expect(status.usage.whole).toMatchObject({ turns: 3, inputTokens: 'unknown', unsaid: { tokens: 3, cost: 3 } })
  expect(status.usage.agents.actor.turns).toBe(3)
  expect(status.budgets[0]).toEqual({ budget: { unit: 'asks', most: 2 }, granted: 3, left: 0, unsaid: 0 })
  const next = String(little.result['run'])
  const enough = await world.run('decide', next, 'extend', '--more', 'asks=20')
  expect([enough.exit, enough.result['outcome']]).toEqual([0, 'completed'])
})

test('for one spent budget of a run a person decides once: the log tells it, and who comes late is told', async () => {
  const config = { ...textConfig, limits: { asks: 1 } }
  const plan = '# Plan\n\nBatch₁: (parallel 2)\n□ TDD₁: Slugs (slug) → ℜ→ℜᴳ→ℜᶠ\n□ TDD₂: Long slugs (slug) → ℜ→ℜᴳ→ℜᶠ\n'
  const files = { 'sigma.config.json': JSON.stringify(config), 'memory-bank/modules/text/tdd_plan.md': plan }
  using project = await temporaryProject({ ...textModule, ...files })
  const world = commandWorld(project)
  const waiting = await world.run('tdd', 'text')
  const id = (cycle: number): string => `${waiting.result['run']}/C${cycle}.red.qa.decision`
  expect(waiting.stderr).toContain(`decide: sigma decide ${id(1)} <option>`)
  expect(waiting.stderr).toContain(`decide: sigma decide ${id(2)} <option>`)
  expect(await world.run('decide', id(1), 'extend', '--more', 'asks=9', '--no-run')).toMatchObject({ exit: 2 })
  expect((await world.run('inbox')).stdout).toBe('Nothing waits for a decision.\n')
  expect((await world.run('log')).stdout).toContain(
    'answered-too            C2.red.qa.decision is answered by what tester gave for C1.red.qa.decision.\n',
  )
  const late = await world.run('decide', id(2), 'extend')
  expect([late.exit, late.stderr]).toEqual([1, expect.stringContaining('is closed: tester chose extend at')])
})

test.each(['tokens', 'tokens=', 'tokens=-1', 'tokens=1.5', 'cost=0'])(
  'an amount is read strictly: %s',
  async (amount) => {
    using project = await temporaryProject(textModule)
    const { exit, stderr } = await commandWorld(project).run('decide', 'x', 'extend', '--more', amount)
    expect([exit, stderr]).toEqual([64, expect.stringContaining('an amount such as "tokens=200000"')])
  },
)
