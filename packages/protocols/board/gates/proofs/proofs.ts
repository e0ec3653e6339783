/** That each way to check a decision can refuse, and that work which keeps to it passes. */
import type { GateProof } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { z } from 'zod'
import type { DecisionCheck } from '../../machine/calls.ts'
import { type DecisionsParameters, decisionsGate } from '../../machine/gate-parameters.ts'

type Files = Readonly<Record<string, string>>

const manifest = (more: object = {}): string =>
  JSON.stringify({ name: 'shop', type: 'module', dependencies: { picomatch: '^4.0.0' }, ...more })
const api =
  'export function total(prices: number[]): number {\n  return prices.reduce((sum, each) => sum + each, 0)\n}\n'
const before: Files = {
  'package.json': manifest(),
  'src/total.ts': api,
  'fine.js': 'process.exit(0)\n',
  'broken.js': "console.log('the total is wrong')\nprocess.exit(3)\n",
  'sleep.js': 'setTimeout(() => {}, 500)\n',
}

const without: DecisionCheck = { kind: 'no-new-dependency' }
const unchanged = (file = 'src/total.ts'): DecisionCheck => ({ kind: 'api-unchanged', files: [file] })
const runs = (command: string, withinMs: number | null = null): DecisionCheck => ({
  kind: 'command',
  command,
  withinMs,
})

function proof(rule: string | null, title: string, checks: readonly DecisionCheck[], changed: Files = {}): GateProof {
  const parameters = (base: string): DecisionsParameters => ({ base, checks })
  return {
    gate: decisionsGate,
    rule,
    title,
    before,
    after: { ...before, 'src/more.ts': 'export const more = 1\n', ...changed },
    others: {},
    parameters: async ({ before: base }) => z.record(z.string(), z.json()).parse(jsonOf(parameters(base))),
  }
}

export const proofs: readonly GateProof[] = [
  proof(null, 'work that keeps to all that was decided', [without, unchanged(), runs('node fine.js', 20_000)], {
    'src/total.ts': `${api}\n// Rounded nowhere.\n`,
  }),
  proof('decided-dependency-added', 'a package that was not needed before', [without], {
    'package.json': manifest({ devDependencies: { 'left-pad': '^1.0.0' } }),
  }),
  proof('decided-dependency-unknown', 'a manifest that nobody can read', [without], { 'package.json': '{ "name": ' }),
  proof('decided-api-changed', 'a function that takes another parameter', [unchanged()], {
    'src/total.ts': api.replace('prices: number[]', 'prices: number[], rate: number'),
  }),
  proof('decided-api-unknown', 'a file that is no code', [unchanged('package.json')]),
  proof('decided-command-failed', 'a command that ends badly', [runs('node broken.js')]),
  proof('decided-command-slow', 'a command that takes too long', [runs('node sleep.js', 50)]),
  proof('decided-command-unknown', 'a command that cannot be run', [runs('no-such-program-here')]),
]
