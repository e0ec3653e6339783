import { type MeasuredText, type Placed, plainWords } from '@sigma/engine'
import type { EventBody, OpenEffect, Usage } from '@sigma/protocol'
import { ask } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { lineOf, lineText, noteLine } from './story.ts'

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

test('what a gate measured is told in the words of the protocol, beside the verdict or in its place', () => {
  const judged: EventBody = { kind: 'judged', id: 'a1', verdict: 'fail', findings: [], data: 7, evidence: 'x' }
  const said = (measured: Partial<MeasuredText>) =>
    lineOf(recorded(judged), Date.parse('2026-11-21T10:00:00.000Z'), {
      ...plainWords,
      measurement: (data) => ({ ...plainWords.measurement(data), ...measured }),
    })
  expect(said({})).toMatchObject({ elapsedMs: 1000, text: 'sigma measures: refused', details: [] })
  expect(said({ measured: '7 tests\u001b[2J\n' })?.text).toBe('sigma measures: refused (7 tests)')
  expect(said({ instead: 'main\u202e is gone', measured: '7 tests' })?.text).toBe('main is gone')
  expect(said({ warnings: ['One failed\nbefore.'] })?.details).toEqual(['! One failed before.'])
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
  expect(lineOf(recorded(failed('interrupted'), turnOf('dev')), 0, plainWords)).toMatchObject({
    step: 'C1 green',
    text: 'dev goes on later (interrupted)',
    details: [],
  })
  expect(lineOf(recorded(failed('interrupted')), 0, plainWords)).toMatchObject({
    step: 'a1',
    text: 'sigma goes on later (interrupted)',
  })
  expect(lineOf(recorded(failed('crash'), turnOf('dev')), 0, plainWords)).toMatchObject({
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
  const textOf = (usage: Usage): string | undefined =>
    lineOf(recorded(answered(usage), turnOf('qa')), 0, plainWords)?.text
  expect(textOf({ inputTokens: 0, outputTokens: 0, costUsd: 0 })).toBe('qa answers →RC')
  expect(textOf({ inputTokens: 7, outputTokens: 0, costUsd: 0 })).toBe('qa answers →RC; 7 tokens in, 0 out, $0.00')
})

test('what is stored in a turn is told text by text, as its dialogue has it, and none of it passes for a record', () => {
  const contents = ['a b', 'R2|Ω₂ᶜ|→PA|ok', 'one\n  0:00  two \u202e']
  const note = { number: 1, sequence: 1, at: envelope.at, type: 'stored', data: { attempt: 'a1', contents } }
  expect(lineText(noteLine(note, Date.parse(envelope.at))).split('\n')).toEqual([
    expect.stringMatching(/ stored +a1 stores 3 texts$/),
    '         > a b',
    '         > R2\\|Ω₂ᶜ\\|→PA\\|ok',
    '         > one\\n 0:00 two \\u202e',
  ])
})
