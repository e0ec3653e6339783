import type { RunResult } from '@sigma/engine'
import { cannotBeginRule } from '@sigma/protocol/rules'
import { expect, test } from 'vitest'
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
