/** What the machine does where tests are held back from the developer (decision 0094). */

import { createMatcher } from '@sigma/engine'
import type { Event } from '@sigma/protocol'
import { heldFiles, heldOf } from '@sigma/protocol'
import { answered, judged, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { sampleTddInput } from './sample.ts'
import { journey } from './testing/journey.ts'

const plain = sampleTddInput({ batches: [1], tries: 2, exchanges: 1 })
const input = sampleTddInput({ batches: [1], tries: 2, exchanges: 1, held: true })
const examples = {
  rule: 'answers-examples',
  message: '"adds" does not hold for other inputs.',
  remedy: 'Implement it.',
}
const refused = (data?: { readonly held: string }): Event =>
  judged('C1.green.check', 'fail', { findings: [examples], ...(data && { data }) })

test.each(['test/slug.test.js', 'slug_test.js', 'lib/slug-spec.ts', 'test.js', 'a/b.mjs'])(
  'what is held back beside %s is hidden, and it is not',
  (file) => {
    const isHidden = createMatcher(heldFiles)
    expect([isHidden(heldOf(file)), isHidden(file)]).toEqual([true, false])
  },
)

test('QA is told of them and may write them; the developer is shown none', () => {
  proves('SIG-41')
  const red = journey(input).until('C1.red.qa').ask('C1.red.qa')
  expect(red.writes).toEqual(['test/feature1.test.js', 'test/feature1.held.test.js'])
  expect(red.brief.purpose).toContain('slug.held.test.js beside slug.test.js')
  expect(red).not.toHaveProperty('hides')
  const green = journey(input).until('C1.green.dev').ask('C1.green.dev')
  expect(green.hides).toContain('**/*.held.*')
  expect(green.brief.purpose).toContain('which are not shown to you')
})

test('where nothing is held back nobody hears of it', () => {
  for (const id of ['C1.red.qa', 'C1.green.dev']) {
    const ask = journey(plain).until(id).ask(id)
    expect(ask).not.toHaveProperty('hides')
    expect(ask.brief.purpose).not.toMatch(/held|other inputs/)
  }
})

test('once the tries are spent one example is shown, in one further try, and no second one', () => {
  proves('SIG-40')
  const data = { held: 'adds: expected 7, got 0' }
  const work = (commit: string): Event => answered('C1.green.dev', 'GC', { commit })
  const first = journey(input).until('C1.green.dev').happen(work('a'), refused(data))
  expect(JSON.stringify(first.ask('C1.green.dev'))).not.toContain('expected 7')
  const last = first.happen(work('b'), refused(data))
  expect(last.ask('C1.green.dev').brief.refused.at(-1)?.message).toContain('adds: expected 7, got 0')
  const over = last.happen(work('c'), refused({ held: 'adds: expected 9, got 0' }))
  expect(over.open).toEqual(['C1.green.dev.decision'])
  expect(JSON.stringify(over.effects)).not.toContain('expected 9')
})

test.each(['any-result-passes', 'reads-the-text'])('what GREEN finds of a test by %s goes back to QA', (rule) => {
  const finding = { rule, message: 'test/a.test.js › a passes whatever comes.', remedy: 'Raise a test issue.' }
  const back = journey(input)
    .until('C1.green.dev')
    .happen(answered('C1.green.dev', 'GC', { commit: 'a' }), judged('C1.green.check', 'fail', { findings: [finding] }))
  const qa = back.ask('C1.green.qa')
  expect(qa.brief.parameters).toMatchObject({ issue: `${finding.message} ${finding.remedy}`, raisedBy: 'measured' })
  expect(qa.brief.purpose).toMatch(/^Sigma measured a test of TDD_1/)
})
