import { expect, test } from 'vitest'
import { absentTexts } from './preflight.ts'
import { openProject } from './project.ts'
import { worldOf } from './testing/command-world.ts'
import { temporaryProject } from './testing/temporary-project.ts'
import { textModule } from './testing/text-module.ts'

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
