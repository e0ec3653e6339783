/** The runners that are kept ready. */
import { dirname, join } from 'node:path'
import type { ProcessSpec } from '@sigma/engine'
import { jest, jestSpare } from '../runners/jest.ts'
import { nodeTest } from '../runners/node-test.ts'
import { vitest } from '../runners/vitest.ts'
import type { Standby, WarmRunner } from './standby.ts'

/** node:test, ready: processes have started and loaded the runner, and wait for a file. Each runs one file and is gone. */
export const warmNodeTest: WarmRunner = { runner: nodeTest, split: splitReport, sharesProcess: false }

/**
 * vitest, ready: its server has started with the project's configuration, and has looked at nothing else. Each serves
 * one run; test files run in the project's own pool.
 */
export const warmVitest: WarmRunner = { runner: vitest, split: splitReport, sharesProcess: false }

/** jest, ready: its modules are loaded, and nothing of the project's. Each serves one run. */
export const warmJest: WarmRunner = { runner: jest, split: splitJest, sharesProcess: true }

/** `node <program> --report=<file> … -- <file>…`: which report and which files is told later. */
function splitReport({ command, stdin = '{}' }: ProcessSpec): Standby {
  const options = command.slice(0, command.indexOf('--'))
  const report = options.find((each) => each.startsWith('--report='))?.slice('--report='.length) ?? ''
  const own = options.filter((each) => !each.startsWith('--report='))
  return {
    command: [...own, `--standby=${join(dirname(dirname(report)), 'standby')}`],
    orders: { report, files: command.slice(options.length + 1), ...JSON.parse(stdin) },
  }
}

function splitJest({ command, stdin = '' }: ProcessSpec): Standby {
  const at = command.findIndex((each) => /[\\/]bin[\\/]jest\.js$/.test(each))
  const [before, args] = [command.slice(0, at), command.slice(at + 1)]
  return { command: [...before, jestSpare, ...command.slice(at, at + 1)], orders: { args, stdin } }
}
