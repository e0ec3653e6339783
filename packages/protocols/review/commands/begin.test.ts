import { type History, type RunView, SigmaError } from '@sigma/engine'
import type { EventBody, Recorded } from '@sigma/protocol'
import { judged, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { reviewInputSchema } from '../machine/input.ts'
import { sampleReviewInput } from '../machine/sample.ts'
import { begin } from './begin.ts'

const sample = sampleReviewInput()
const { base, commit, design, plan, cycles, project, module } = sample

const view = (run: string, change: Partial<RunView> = {}): RunView => ({
  run,
  protocol: 'tdd',
  version: 1,
  subject: module,
  documents: [],
  status: 'ended',
  parent: null,
  startedAt: '2026-01-01T00:00:00.000Z',
  lastAt: '2026-01-01T00:00:00.000Z',
  events: 1,
  input: { base, design, plan, cycles: cycles.map((each) => ({ ...each, signature: 'f()' })), batches: [] },
  open: [],
  state: {},
  asksLeft: null,
  budgets: [],
  outcome: 'completed',
  summary: null,
  reasons: [],
  commit,
  delivered: null,
  ...change,
})

const recorded = (event: EventBody, at: number): Recorded => ({
  envelope: {
    ...{ schema: 1, run: 'r', sequence: at + 1, key: `${at}`, attempt: null, protocol: 'tdd', version: 1 },
    ...{ at: '2026-01-01T00:00:00.000Z', tick: at, nonce: '', caller: 'host', epoch: 1 },
  },
  event,
})

/** Newest first. */
function begun(views: readonly RunView[], events: readonly EventBody[] = []) {
  const history: History = {
    runs: () => views,
    run: () => null,
    events: () => events.map(recorded),
    verdicts: () => [],
    blob: () => new Uint8Array(),
  }
  const made = begin({
    subject: module,
    flags: {},
    place: { cwd: '/p', root: '/p', top: '/p', inRepository: (path) => path, globsInRepository: (globs) => globs },
    config: { limits: { reasks: 2, crashes: 1, asks: 60, turn: 1000, decisions: 2000 } },
    project,
    budgets: [],
    templates: [],
    base: 'head',
    target: null,
    now: Date.UTC(2026, 0, 1),
    random: (count) => new Uint8Array(count),
    history,
    keep: () => 'sha256:0',
  })
  return { ...made, input: reviewInputSchema.parse(made.input) }
}

test('the newest run that ended with a commit is reviewed, as its journal has it', () => {
  proves('SIG-81')
  const others = [
    view('open', { status: 'running', outcome: null }),
    view('empty', { commit: null, outcome: 'aborted' }),
    view('other', { subject: 'elsewhere' }),
    view('planned', { protocol: 'plan' }),
  ]
  const { input, run, summary } = begun([...others, view('newest'), view('older', { commit: 'old' })])
  expect(input).toMatchObject({
    run: 'newest',
    base,
    commit,
    design,
    plan,
    module,
    session: expect.stringMatching(/^REVIEW_20260101T000000Z_/),
  })
  expect(input.cycles).toEqual(cycles)
  expect(input.limits).toEqual({ reasks: 2, crashes: 1, asks: 60, turnMs: 1000, decisionMs: 2000 })
  expect(run).toMatch(/^review-text-/)
  expect(summary).toContain('newest')
})

test('where the work was carried over, it grew from where the branch stood then', () => {
  const [moved, landed] = ['3'.repeat(40), { kind: 'integrated', id: 'landing', commit } as const]
  const ahead = judged('look', 'pass', { data: { stands: 'ahead', head: moved } })
  expect(begun([view('newest')], [ahead, landed]).input.base).toBe(moved)
  expect(begun([view('newest')], [landed, ahead]).input.base).toBe(base)
  const elsewhere = judged('look', 'pass', { data: { stands: 'elsewhere', head: moved } })
  expect(begun([view('newest')], [elsewhere, landed]).input.base).toBe(base)
  expect(begun([view('newest')], [ahead, { ...landed, commit: 'x' }]).input.base).toBe(base)
})

test.each([
  ['none', []],
  ['one that has not ended', [view('open', { status: 'running' })]],
  ['one that ended without a commit', [view('empty', { commit: null })]],
])('with %s there is nothing to review, and what to run first is said', (_, views) => {
  proves('SIG-87')
  expect(() => begun(views)).toThrow(expect.objectContaining({ code: 'nothing-built', hint: 'sigma tdd text' }))
  expect(() => begun(views)).toThrow(SigmaError)
})
