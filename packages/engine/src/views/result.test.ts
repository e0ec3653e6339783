import { expect, test } from 'vitest'
import { resultOf } from './result.ts'
import type { OpenView, RunView } from './views.ts'

const view = (open: readonly OpenView[]): RunView => ({
  run: 'board-1',
  protocol: 'board',
  version: 1,
  subject: 'board',
  documents: [],
  status: 'running',
  parent: null,
  startedAt: '2026-01-01T00:00:00.000Z',
  lastAt: '2026-01-01T00:00:00.000Z',
  events: 1,
  input: {},
  open,
  state: {},
  asksLeft: null,
  budgets: [],
  outcome: null,
  summary: null,
  reasons: [],
  commit: null,
  delivered: null,
})
const resultWith = (open: readonly OpenView[]) =>
  resultOf({ view: view(open), decisions: [], verdicts: [], notes: [], children: [] })

test('a run in which nothing is open has nothing to resume: it only waits to be called', () => {
  expect(resultWith([])).toMatchObject({ success: false, outcome: 'waiting', reasons: [] })
  const ask: OpenView = { id: 'own', kind: 'ask', attempt: 'own@1', at: { step: 'own' } }
  expect(resultWith([ask])).toMatchObject({ success: false, outcome: 'halted', reasons: [{ rule: 'stopped' }] })
})
