import type { Placed } from '@sigma/engine'
import type { EventBody, OpenEffect, Usage } from '@sigma/protocol'
import { ask } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { lineOf } from './story.ts'

const turnOf = (role: string): OpenEffect => ask('a1', { role, at: { unit: 'C1', step: 'green' } })

const recorded = (event: EventBody, effect: OpenEffect | null = null): Placed => ({
  recorded: { event, envelope },
  effect,
})

const envelope: Placed['recorded']['envelope'] = {
  schema: 1,
  run: 'text-1',
  sequence: 4,
  key: '4',
  attempt: null,
  protocol: 'tdd',
  version: 1,
  at: '2026-11-21T10:00:01.000Z',
  tick: 0,
  nonce: '',
  caller: 'host',
  epoch: 1,
}

test('tests that failed before the run are named at the first measurement, with the way out', () => {
  const failedBefore = ['a › 1', 'a › 2', 'a › 3', 'a › 4']
  const data = { tests: 5, failed: 4, failedBefore }
  const judged: EventBody = { kind: 'judged', id: 'a1', verdict: 'pass', findings: [], data, evidence: 'x' }
  const line = lineOf(recorded(judged), Date.parse('2026-11-21T10:00:00.000Z'))
  expect(line).toMatchObject({ elapsedMs: 1000, text: 'sigma measures: pass (5 tests, 4 failed)' })
  expect(line?.details).toEqual([
    '! 4 tests failed before the run: a › 1, a › 2, a › 3, …. GREEN wants all tests to pass: repair them, or leave their files out of `tests.files`.',
  ])
  const fine = { ...judged, data: { tests: 5, failed: 0, failedBefore: [] } }
  expect(lineOf(recorded(fine), 0)?.details).toEqual([])
})

test('whoever is interrupted has not failed: it goes on later; whoever fails is told with the way out', () => {
  const nobody = { rule: 'agent-interrupted', message: 'Nobody had answered yet.', remedy: 'sigma resume' }
  const failed = (cause: 'interrupted' | 'crash'): EventBody => ({
    kind: 'failed',
    id: 'a1',
    cause,
    findings: [nobody],
    evidence: null,
    usage: { inputTokens: 0, outputTokens: 0, costUsd: 0 },
    final: false,
  })
  expect(lineOf(recorded(failed('interrupted'), turnOf('dev')), 0)).toMatchObject({
    step: 'C1 green',
    text: 'dev goes on later (interrupted)',
    details: [],
  })
  expect(lineOf(recorded(failed('interrupted')), 0)).toMatchObject({
    step: 'a1',
    text: 'sigma goes on later (interrupted)',
  })
  expect(lineOf(recorded(failed('crash'), turnOf('dev')), 0)).toMatchObject({
    text: 'dev fails (crash)',
    details: [expect.stringContaining('agent-interrupted')],
  })
})

test('a person who answers used nothing that is told; an agent is told with what it said', () => {
  const answered = (usage: Usage): EventBody => ({
    kind: 'answered',
    id: 'a1',
    code: 'RC',
    message: '',
    commit: null,
    base: 'b',
    changed: [],
    usage,
  })
  const textOf = (usage: Usage): string | undefined => lineOf(recorded(answered(usage), turnOf('qa')), 0)?.text
  expect(textOf({ inputTokens: 0, outputTokens: 0, costUsd: 0 })).toBe('qa answers →RC')
  expect(textOf({ inputTokens: 7, outputTokens: 0, costUsd: 0 })).toBe('qa answers →RC; 7 tokens in, 0 out, $0.00')
})
