/** What agents of the TDD loop are handed, word for word: a contract with programs that people wrote. */
import { dispatchFindings, handoffOf } from '@sigma/protocol'
import { answered, judged, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { sampleTddInput } from './sample.ts'
import { type Journey, journey } from './testing/journey.ts'

const refused = { rule: 'a-rule', message: 'It was refused.', remedy: 'Do it otherwise.', evidence: 'sha256:e' }

/** Every kind of turn, each as it is first met: with issues, replies, points and refusals. */
function journeys(): readonly Journey[] {
  const plain = sampleTddInput({ batches: [1], exchanges: 2 })
  const files = plain.cycles.map((cycle) => ({
    ...cycle,
    files: ['src/a.js'],
    creates: { tests: ['test/**'], source: ['src/a.js'] },
  }))
  const start = journey({ ...plain, cycles: files, prompts: [] }).until('phase0')
  const failing = start.until('C1.red.check').happen(judged('C1.red.check', 'fail', { findings: [refused] }))
  const issue = failing.until('C1.green.dev').happen(answered('C1.green.dev', 'TI', { message: 'The test is wrong.' }))
  const declined = issue.happen(answered('C1.green.qa', 'RC', { message: 'It is right.' }))
  const reviewing = declined.until('C1.review.dev')
  const wanting = reviewing.happen(
    answered('C1.review.dev', 'NEEDS_CHANGE', { message: 'Name them.' }),
    answered('C1.review.qa', 'NEEDS_CHANGE', { message: 'Split it.' }),
  )
  const told = wanting.until('C1.refactor-impl.dev')
  const later = told.happen(answered('C1.refactor-impl.dev', 'TI', { message: 'It is wrong again.' }))
  return [start, failing, failing.until('C1.green.dev'), issue, declined, reviewing, wanting, told, later]
}

test('the handoff of every kind of turn is, byte for byte, what it was', async () => {
  proves('SIG-22', 'SIG-23', 'DPTR-24')
  const asks = journeys().flatMap(({ last }) =>
    Object.values(last.kernel.open).flatMap(({ effect }) => (effect.kind === 'ask' ? [effect] : [])),
  )
  expect(asks.flatMap(dispatchFindings)).toEqual([])
  const lines = asks.map((ask) => JSON.stringify(handoffOf(ask, `${ask.id}@7`, [refused]), null, 1))
  expect(new Set(asks.map(({ brief }) => brief.type)).size).toBe(8)
  await expect(`[${lines.join(',\n')}]\n`).toMatchFileSnapshot('golden/handoffs.txt')
})
