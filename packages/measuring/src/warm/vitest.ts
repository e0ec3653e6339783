import { dirname, join } from 'node:path'
import type { ProcessSpec } from '@sigma/engine'
import { vitest } from '../runners/vitest.ts'
import { type Standby, standingBy } from './standby.ts'
import type { WarmRunner } from './warm-runner.ts'

/**
 * vitest, ready: its server has started with the project's configuration, and has looked at nothing else. Each serves
 * one run; test files run in the project's own pool.
 */
export const warmVitest: WarmRunner = standingBy(vitest, { split: splitVitest, sharesProcess: false })

function splitVitest({ command, stdin = '{}' }: ProcessSpec): Standby | null {
  const [node = '', entry = '', ...rest] = command
  const at = rest.indexOf('--')
  const report = rest.find((each) => each.startsWith('--report='))?.slice('--report='.length)
  const own = rest.find((each) => each.startsWith('--vitest='))
  // What else it might be asked needs a beginning of its own.
  if (at !== 2 || report === undefined || own === undefined) return null
  return {
    command: [node, entry, own, `--standby=${join(dirname(dirname(report)), 'standby')}`],
    orders: { report, files: rest.slice(at + 1), ...JSON.parse(stdin) },
  }
}
