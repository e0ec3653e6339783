/** The gate on commits of a real git, in checkouts and with processes as runs have them. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { jsonOf } from '@sigma/protocol'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { temporaryRepository, temporaryWorkspaces } from '../../../runtime/src/testing/index.ts'
import type { DecisionCheck } from '../machine/calls.ts'
import { decisionsGate } from '../machine/gate-parameters.ts'
import { gateKit } from './index.ts'

test('work is held to what was decided as the commit has it, whatever lies in the folder', {
  timeout: 60_000,
}, async () => {
  using repository = temporaryRepository({
    'package.json': '{ "name": "shop", "type": "module" }\n',
    'src/total.js': 'export const total = (prices) => prices.length\n',
    'check.js': "import { total } from './src/total.js'\nprocess.exit(total([1]) === 1 ? 0 : 1)\n",
  })
  const { workspaces: checkouts, blobs, processes } = await temporaryWorkspaces(repository)
  const gates = gateKit.open({ checkouts, blobs, processes })
  const checks: readonly DecisionCheck[] = [
    { kind: 'no-new-dependency' },
    { kind: 'api-unchanged', files: ['src/total.js'] },
    { kind: 'command', command: 'node check.js', withinMs: 30_000 },
  ]
  const parameters = z.record(z.string(), z.json()).parse(jsonOf({ base: repository.head, checks }))
  const judge = async (commit: string) => {
    const check = { kind: 'check', id: 'c', at: { step: 'check' }, gate: decisionsGate, commit, parameters } as const
    const { verdict, findings } = await gates.check(check, AbortSignal.timeout(50_000))
    return [verdict, ...findings.map(({ rule }) => rule)]
  }
  repository.write('src/total.js', 'const sum = 1\nexport const total = (prices) => prices.length * sum\n')
  const honest = repository.commit('Sum up')
  repository.write('package.json', '{ "name": "shop", "type": "module", "dependencies": { "left-pad": "1" } }\n')
  repository.write('src/total.js', 'export const totals = (prices) => prices.length\n')
  const broken = repository.commit('Pad')
  rmSync(join(repository.root, 'src'), { recursive: true })
  expect(await judge(honest)).toEqual(['pass'])
  expect(await judge(broken)).toEqual([
    'fail',
    'decided-dependency-added',
    'decided-api-changed',
    'decided-command-failed',
  ])
})
