import type { RunResult } from '@sigma/engine'
import { cannotBeginRule } from '@sigma/protocol/rules'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandWorld } from '../testing/command-world.ts'
import { temporaryProject } from '../testing/temporary-project.ts'
import { exitOfResult } from './result.ts'

const result: RunResult = { success: false, status: '', run: 'r', outcome: 'refused', reasons: [], delivered: null }
const reason = (rule: string) => ({ rule, message: '', remedy: '' })

test.each<[string, Partial<RunResult>, number]>([
  ['a run that was delivered', { outcome: 'completed', success: true }, 0],
  ['a run that was completed and is no success', { outcome: 'completed' }, 2],
  ['work that was refused', { reasons: [reason('test-fails')] }, 2],
  ['a run that could not begin, so that no work was refused', { reasons: [reason(cannotBeginRule)] }, 1],
  ['a run that waits for a person', { outcome: 'waiting', reasons: [reason('decision')] }, 3],
])('%s', (_what, changes, exit) => {
  expect(exitOfResult({ ...result, ...changes })).toBe(exit)
})

test.each([
  ['a command that there is not', 64, 'wrong-command-line', ['stauts', '--json']],
  ['no command of a group', 64, 'wrong-command-line', ['protocol', 'chek', 'tdd', '--json']],
  ['a flag that there is not', 64, 'wrong-command-line', ['routes', '--json', '--all']],
  ['a flag that is missing', 64, 'wrong-command-line', ['dispatch', '--route', 'skill-orchestration', '--json']],
  ['a run that there is not', 1, 'no-runs', ['why', 'nope', '--json']],
  ['a session that there is not', 1, 'session-unknown', ['states', 'nope', '--json']],
  ['a role that nobody plays', 1, 'no-agent', ['tdd', 'nope', '--json']],
  ['a protocol that there is not', 64, 'unknown-protocol', ['protocol', 'check', 'nope', '--json']],
])('%s: with --json the refusal is one Result on stdout', async (_, exit, rule, args) => {
  proves('SIG-31')
  using project = await temporaryProject({})
  const { run } = commandWorld(project)
  const played = await run(...args)
  const lines = played.stdout.trimEnd().split('\n')
  expect([played.exit, lines.length], played.stdout + played.stderr).toEqual([exit, 1])
  const [told] = played.stderr.split('\n')
  expect(played.result).toMatchObject({ success: false, run: null, outcome: 'refused', reasons: [{ rule }] })
  expect(told).toBe(`error: ${played.result['status']}`)
})

test('what stands behind -- is no flag', async () => {
  using project = await temporaryProject({})
  expect((await commandWorld(project).run('why', '--', '--json')).stdout).toBe('')
})
