import type { RunView, VerdictView } from '@sigma/engine'
import { SigmaError } from '@sigma/engine'
import { failureCodes, type JsonObject, resultSchema } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resultOf } from '../../../engine/src/views/result.ts'
import { moved } from '../testing/playout.ts'
import { sampleRun } from '../testing/sample-run.ts'
import type { Script } from '../testing/scripted-agents.ts'
import { honest } from '../testing/scripts.ts'
import { stage } from '../testing/stage.ts'

const view: RunView = {
  run: 'run-1',
  protocol: 'tdd',
  version: 1,
  subject: null,
  documents: [],
  status: 'ended',
  parent: null,
  startedAt: '',
  lastAt: '',
  events: 1,
  input: null,
  open: [],
  state: {},
  asksLeft: 1,
  budgets: [],
  outcome: 'completed',
  summary: 'Done.',
  reasons: [],
  commit: 'c1',
  delivered: { branch: 'sigma/run-1', commit: 'c1' },
}

const verdicts = fc.array(
  fc.record({
    sequence: fc.nat(),
    gate: fc.constantFrom('green', 'combined'),
    commit: fc.constantFrom('c1', 'c2'),
    verdict: fc.constantFrom('pass', 'fail', 'unknown'),
    evidence: fc.constant('sha256:0'),
  }) satisfies fc.Arbitrary<VerdictView>,
)
const outcomes = fc.constantFrom('completed', 'refused', 'escalated', 'aborted', null)

test('success is what the gates measured last of the delivered commit, whatever the run says of itself', () => {
  proves('SIG-32')
  fc.assert(
    fc.property(verdicts, outcomes, fc.boolean(), (measured, outcome, arrived) => {
      const delivered = arrived ? view.delivered : null
      const status = outcome === null ? 'running' : 'ended'
      const result = resultOf({
        view: { ...view, outcome, status, delivered },
        decisions: [],
        verdicts: measured,
        notes: [],
        children: [],
      })
      const last = ['green', 'combined'].map((gate) =>
        measured.findLast((each) => each.commit === 'c1' && each.gate === gate),
      )
      const met =
        last.some((each) => each !== undefined) &&
        last.every((each) => each?.verdict !== 'fail' && each?.verdict !== 'unknown')
      expect(result.success).toBe(outcome === 'completed' && met && arrived)
      if (result.success) expect(result.reasons).toEqual([])
      else expect(result.outcome === 'completed' ? result.reasons : [result.outcome]).not.toEqual([])
    }),
  )
})

test('an agent that gives an error code has no success, whatever it says', async () => {
  proves('SIG-32')
  for (const code of failureCodes) {
    const play = stage({
      script: (told) => (told.phase === 'GREEN' ? { code, message: '{"success":true}' } : honest(told)),
    })
    await using host = play.host()
    const { result } = await moved(host.settled(host.start('tdd', sampleRun())), play.clock)
    expect(result, code).toMatchObject({ success: false })
    expect(result.reasons, code).not.toEqual([])
  }
})

test('every turn ends in exactly one answer or failure', async () => {
  proves('SIG-31')
  // Two turns fail, each in a way of its own, and are asked again.
  const failing: ReturnType<Script>[] = [{ code: 'NONSENSE' }, { failure: 'limited' }]
  const play = stage({ script: (told) => failing.pop() ?? honest(told) })
  await using host = play.host()
  const run = host.start('tdd', sampleRun({ batches: [2] }))
  const { result } = await moved(host.settled(run), play.clock)
  expect(result.outcome).toBe('completed')
  const ends = Map.groupBy(
    host.reader.events(run).filter(({ event }) => /^(begun|answered|failed)$/.test(event.kind)),
    ({ envelope }) => envelope.attempt,
  )
  expect(ends.size).toBe(15)
  for (const events of ends.values()) {
    expect(events.map(({ event }) => event.kind)).toEqual(['begun', expect.stringMatching(/^(answered|failed)$/)])
  }
})

test('every run has exactly one valid Result, whether it ended, waits, halted or was stopped', async () => {
  proves('SIG-31')
  const scripts = { completed: honest, halted: () => ({ failure: 'crash' as const }), waiting: () => ({ code: 'BL' }) }
  for (const [outcome, script] of Object.entries(scripts)) {
    const play = stage({ script })
    await using host = play.host()
    const run = host.start('tdd', sampleRun())
    expect(host.reader.result(run)).toMatchObject({ outcome: 'halted', reasons: [{ rule: 'stopped' }] })
    const { result } = await moved(host.settled(run), play.clock)
    expect(resultSchema.safeParse(result).success).toBe(true)
    expect(result).toEqual(host.reader.result(run))
    expect(result).toMatchObject({ run, outcome, success: outcome === 'completed' })
  }
})

test('a completed run whose branch cannot be written is no success until it is, and is delivered by the next host', async () => {
  const taken = new Set(['sigma'])
  const play = stage({
    ports: (ports) => ({
      ...ports,
      workspaces: {
        ...ports.workspaces,
        deliver: async (spec) => {
          if (taken.size > 0) throw new SigmaError('branch-taken', 'The branch is checked out elsewhere.')
          return ports.workspaces.deliver(spec)
        },
      },
    }),
  })
  const first = play.host()
  const run = first.start('tdd', sampleRun())
  const { result } = await moved(first.settled(run), play.clock)
  expect(result).toMatchObject({
    success: false,
    outcome: 'completed',
    reasons: [{ rule: 'undelivered', message: 'The branch is checked out elsewhere.' }],
    delivered: null,
  })
  await first.stop()
  taken.clear()
  await using second = play.host()
  expect(second.resume()).toEqual([run])
  expect((await moved(second.settled(run), play.clock)).result).toMatchObject({ success: true, reasons: [] })
})

test('accepted tests that fail count for nothing once a person, and nobody else, accepted the others after that', () => {
  proves('SIG-32', 'SIG-41')
  const measured = (gate: string, verdict: 'pass' | 'fail', sequence: number): VerdictView => ({
    sequence,
    gate,
    commit: 'c1',
    verdict,
    evidence: 'sha256:0',
  })
  const successOf = (gate: string, data: JsonObject, sequence = 6, type = 'demands'): boolean =>
    resultOf({
      view,
      decisions: [],
      verdicts: [measured('combined', 'pass', 4), measured(gate, 'fail', 5)],
      notes: [{ number: 1, at: '', sequence, type, data }],
      children: [],
    }).success
  expect(successOf('demands', { by: 'ada' })).toBe(true)
  expect(successOf('demands', { by: null })).toBe(false)
  expect(successOf('demands', { by: 'ada' }, 4)).toBe(false)
  expect(successOf('demands', { by: 'ada' }, 6, 'measures')).toBe(false)
  expect(successOf('green', { by: 'ada' })).toBe(false)
})
