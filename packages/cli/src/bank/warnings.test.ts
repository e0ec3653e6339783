import { sha256 } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { scriptOf, textModule } from '../testing/text-module.ts'

const blocked = scriptOf({ when: { phase: 'Phase0' }, answer: '→[BL, no]' })
const plan = textModule['memory-bank/modules/text/tdd_plan.md']

test('a run says which references of the bank it reads lead nowhere, and hands them on as they stand', async () => {
  proves('DPTR-13')
  const broken = `${plan}\nBy [↗️σ₂:R4] and [↗️σ₆:R1].\n`
  using project = await temporaryProject({
    ...textModule,
    'script.json': blocked,
    'memory-bank/systemPatterns.md': '## R3 Ports\n',
    'memory-bank/modules/text/tdd_plan.md': broken,
  })
  const { run } = commandWorld(project)
  const begun = await run('tdd', 'text')
  const place = 'warning: memory-bank/modules/text/tdd_plan.md:6: '
  expect(begun.stderr).toContain(`${place}[↗σ₂:R4] leads nowhere: systemPatterns.md has no section R4.\n`)
  expect(begun.stderr).toContain(`${place}[↗σ₆:R1] names a slot that no memory bank has`)
  expect(begun.stderr).toContain('hint: sigma memory check\n')
  // The accepted plan is the text with its references, to the byte.
  expect((await run('log', '--json')).stdout).toContain(`sha256:${sha256(broken)}`)
})

test('a bank without broken references is not spoken of', async () => {
  using project = await temporaryProject({ ...textModule, 'script.json': blocked })
  expect((await commandWorld(project).run('tdd', 'text')).stderr).not.toContain('sigma memory check')
})
