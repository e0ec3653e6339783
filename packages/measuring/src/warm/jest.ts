import type { ProcessSpec } from '@sigma/engine'
import { jest } from '../runners/jest.ts'
import { jestSpare } from '../runners/spare-programs.ts'
import { type Standby, standingBy } from './standby.ts'
import type { WarmRunner } from './warm-runner.ts'

/** jest, ready: its modules are loaded, and nothing of the project's. Each serves one run. */
export const warmJest: WarmRunner = standingBy(jest, { split: splitJest, sharesProcess: true })

function splitJest({ command, stdin = '' }: ProcessSpec): Standby | null {
  const at = command.findIndex((each) => /[\\/]bin[\\/]jest\.js$/.test(each))
  const bin = command[at]
  if (bin === undefined) return null
  return { command: [...command.slice(0, at), jestSpare, bin], orders: { args: command.slice(at + 1), stdin } }
}
