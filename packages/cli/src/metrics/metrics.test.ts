import type { RunView } from '@sigma/engine'
import type { EventBody, Recorded } from '@sigma/protocol'
import { answered, begun, failed, judged, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { metricsOf } from './metrics.ts'

const run: RunView = {
  ...{ run: 'r', protocol: 'tdd', version: 1, subject: 'm', documents: [], status: 'ended', parent: null },
  ...{ startedAt: '2026-01-01T00:00:00.000Z', lastAt: '2026-01-01T00:00:00.000Z', events: 1, input: null, open: [] },
  ...{ state: {}, asksLeft: null, budgets: [], outcome: 'refused', summary: null, reasons: [], commit: null },
  delivered: null,
}

function metricsWith(events: readonly (readonly [event: EventBody, attempt: string | null])[]) {
  const recorded = events.map(
    ([event, attempt], at): Recorded => ({
      envelope: {
        ...{ schema: 1, run: 'r', sequence: at + 1, key: `${at}`, attempt, protocol: 'tdd', version: 1 },
        ...{ at: run.startedAt, tick: at * 1000, nonce: '', caller: 'host', epoch: 1 },
      },
      event,
    }),
  )
  const reader = { runs: () => [run], events: (_: string, since = 0) => recorded.slice(since), notes: () => [] }
  return metricsOf(reader, null)[0]
}

const turn = (person?: true) => ({ role: 'qa', phase: 'RED', agent: 'a', ...(person && { person }) })
const begins = (id: string, person?: true) => ({ ...begun(id), turn: turn(person), brief: 'sha256:a' })
const finding = (rule: string) => ({ rule, message: 'm', remedy: 'r' })

test('a refusal by which work broke what had worked is a regression, and no other one is', () => {
  proves('SIG-101')
  const metrics = metricsWith([
    [judged('a', 'fail', { findings: [finding('old-test-broken')] }), null],
    [judged('a', 'fail', { findings: [finding('already-passes')] }), null],
    [judged('a', 'pass'), null],
    [judged('a', 'unknown', { findings: [finding('test-fails')] }), null],
  ])
  expect(metrics).toMatchObject({ judged: 4, refusalRate: 0.75, regressions: 1, acceptanceRate: 0 })
})

test('turns that fail count, but for interrupted ones and those of people', () => {
  proves('SIG-101')
  const metrics = metricsWith([
    [begins('a'), 'a@1'],
    [answered('a', 'RC'), 'a@1'],
    [begins('b'), 'b@1'],
    [failed('b', 'crash'), 'b@1'],
    [begins('c'), 'c@1'],
    [failed('c', 'interrupted'), 'c@1'],
    [begins('d', true), 'd@1'],
    [answered('d', 'RC'), 'd@1'],
  ])
  expect(metrics).toMatchObject({ agentCalls: 3, failureRate: 0.5 })
  expect(metrics?.phases).toEqual([{ phase: 'RED', turns: 2, avgMs: 1000, mostMs: 1000 }])
})
