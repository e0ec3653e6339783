import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { scriptOf, textModule } from '../testing/text-module.ts'

const blocked = scriptOf({ when: { phase: 'Phase0' }, answer: '→[BL, no]' })
const agents = { actor: { kind: 'scripted', script: 'script.json' } }
const roles = { qa: 'actor', dev: 'actor' }

test('thresholds are 0, as configured, or as the command line has them, which wins', async () => {
  proves('SIG-60')
  const flags = ['--cov-lines', '12.5', '--cov-funcs', '0', '--cov-branches', '100', '--cov-statements', '7']
  const begun = async (coverage: object | undefined, ...args: readonly string[]): Promise<string> => {
    const config = JSON.stringify({ agents, roles, coverage })
    using project = await temporaryProject({ ...textModule, 'sigma.config.json': config, 'script.json': blocked })
    const world = commandWorld(project)
    await world.run('tdd', 'text', ...args)
    return (await world.run('log', '--json')).stdout
  }
  const none = { lines: 0, functions: 0, branches: 0, statements: 0 }
  expect(await begun(undefined)).toContain(`"coverage":${JSON.stringify(none)}`)
  const half = await begun({ lines: 80, branches: 50 }, '--cov-lines', '79.99')
  expect(half).toContain(`"coverage":${JSON.stringify({ ...none, lines: 79.99, branches: 50 })}`)
  const given = { lines: 12.5, functions: 0, branches: 100, statements: 7 }
  expect(await begun({ ...none, functions: 90 }, ...flags)).toContain(`"coverage":${JSON.stringify(given)}`)
})

test.each(['--cov-lines', '--cov-funcs', '--cov-branches', '--cov-statements'])(
  '%s takes a percentage from 0 to 100, with a fraction or without, and nothing else',
  async (flag) => {
    proves('SIG-61')
    using project = await temporaryProject(textModule)
    for (const wrong of ['101', '100.01', '-1', 'all', '', '1e1', 'NaN', '50%']) {
      const { exit, stderr } = await commandWorld(project).run('tdd', 'text', `${flag}=${wrong}`)
      expect([wrong, exit, stderr]).toEqual([wrong, 64, expect.stringContaining('error: ')])
    }
  },
)
