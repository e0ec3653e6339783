import { answered, judged, proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { sampleTddInput } from './sample.ts'
import { decide, type Journey, journey } from './testing/journey.ts'

const input = sampleTddInput({ batches: [1], tries: 2, exchanges: 3 })
const issue = answered('C1.green.dev', 'TI', { commit: 'half', message: 'wants 5, the design says 4' })

const green = (): Journey => journey(input).until('C1.green.dev')

test('a test issue goes to QA in the same session and workspace, on what the developer has so far', () => {
  proves('DPTR-94', 'SIG-09')
  const first = green()
  const dev = first.ask('C1.green.dev')
  const qa = first.happen(issue).ask('C1.green.qa')
  expect(qa).toMatchObject({
    role: 'qa',
    phase: 'GREEN',
    codes: ['TA', 'RC'],
    writes: input.cycles[0]?.tests,
    workspace: dev.workspace,
    base: 'half',
    brief: { from: 'dev', parameters: { issue: 'wants 5, the design says 4', exchangesLeft: 2 } },
  })
  expect(qa.at.session).toBe(dev.at.session)
})

test('adjusted tests are measured against the untouched implementation, then the developer goes on', () => {
  proves('DPTR-94', 'DPTR-95', 'DPTR-93')
  const first = green()
  const red = first.ask('C1.green.dev').base
  const claimed = first.happen(issue, answered('C1.green.qa', 'TA', { commit: 'ta', message: 'now wants 4' }))
  expect(claimed.check('C1.green.check')).toMatchObject({
    gate: 'red',
    commit: 'ta',
    parameters: { sourceFrom: red, before: { commit: 'base+phase0' } },
  })
  const back = claimed.happen(judged('C1.green.check', 'pass', { evidence: 'sha256:red-again' }))
  expect(back.ask('C1.green.dev')).toMatchObject({ base: 'ta', brief: { parameters: { adjusted: 'now wants 4' } } })
  const green2 = back.happen(answered('C1.green.dev', 'GC', { commit: 'g' })).check('C1.green.check')
  expect(green2.parameters).toMatchObject({ red: { commit: 'ta', evidence: 'sha256:red-again' } })
})

test('a later adjustment is still measured without what the developer had written by then', () => {
  proves('DPTR-95')
  const first = green()
  const untouched = first.ask('C1.green.dev').base
  const second = first
    .happen(issue, answered('C1.green.qa', 'TA', { commit: 'ta' }), judged('C1.green.check'))
    .happen(issue, answered('C1.green.qa', 'TA', { commit: 'ta2' }))
  expect(second.check('C1.green.check').parameters).toMatchObject({ sourceFrom: untouched })
})

test('a refused adjustment goes back to QA, with the issue and the reason, within the tries', () => {
  proves('DPTR-95', 'DPTR-118')
  const refused = green().happen(
    issue,
    answered('C1.green.qa', 'TA', { commit: 'ta' }),
    judged('C1.green.check', 'fail'),
  )
  expect(refused.ask('C1.green.qa')).toMatchObject({
    base: 'ta',
    brief: { refused: [{ rule: 'gate-fail' }], parameters: { issue: 'wants 5, the design says 4' } },
  })
  const spent = refused.happen(answered('C1.green.qa', 'TA', { commit: 'ta2' }), judged('C1.green.check', 'fail'))
  expect(spent.consult('C1.green.qa.decision').status).toBe('escalated')
})

test('QA may decline: the tests stand, whatever it touched is not taken, and the developer hears why', () => {
  proves('DPTR-96', 'SIG-09')
  const declined = green().happen(issue, answered('C1.green.qa', 'RC', { commit: 'sly', message: 'section 2 says 5' }))
  expect(declined.ask('C1.green.dev')).toMatchObject({
    base: 'half',
    brief: { from: 'qa', parameters: { declined: 'section 2 says 5' } },
  })
})

test('two declines with no adjustment between go to a person, who sees both sides', () => {
  proves('DPTR-96', 'DPTR-118')
  const decline = answered('C1.green.qa', 'RC', { message: 'it stands' })
  const twice = green().happen(issue, decline, issue, decline)
  expect(twice.consult('C1.green.qa.decision')).toMatchObject({
    status: 'escalated',
    reasons: [
      { rule: 'test-issue', message: 'Developer: wants 5, the design says 4' },
      { rule: 'test-issue-declined', message: 'QA: it stands' },
    ],
  })
  const adjusted = answered('C1.green.qa', 'TA', { commit: 'ta' })
  const between = green().happen(issue, decline, issue, adjusted, judged('C1.green.check'), issue, decline)
  expect(between.open).toEqual(['C1.green.dev'])
})

test('after the last exchange the next issue goes to a person instead of QA', () => {
  proves('DPTR-95')
  const adjusted = answered('C1.green.qa', 'TA', { commit: 'ta' })
  const exchange = [issue, adjusted, judged('C1.green.check')]
  const spent = green().happen(...exchange, ...exchange, ...exchange, issue)
  expect(spent.open).toEqual(['C1.green.qa.decision'])
  expect(spent.consult('C1.green.qa.decision').question).toContain('exchanges')
  const extended = spent.happen(decide('C1.green.qa', 'extend'))
  expect(extended.ask('C1.green.qa').brief.parameters).toMatchObject({ exchangesLeft: 2 })
  const fixed = spent.happen(decide('C1.green.qa', 'fix', { commit: 'by-hand' }))
  expect(fixed.check('C1.green.check')).toMatchObject({ gate: 'red', commit: 'by-hand' })
})

test('exchanges are counted per phase', () => {
  proves('DPTR-95')
  const one = sampleTddInput({ batches: [1], exchanges: 1 })
  const refactoring = journey(one)
    .until('C1.green.dev')
    .happen(issue, answered('C1.green.qa', 'RC'))
    .until('C1.refactor-impl.dev')
    .happen(answered('C1.refactor-impl.dev', 'TI'))
  expect(refactoring.open).toEqual(['C1.refactor-impl.qa'])
})

test('in REFACTOR an adjusted test must be green, and becomes the last green state', () => {
  proves('DPTR-94', 'DPTR-93')
  const refactoring = journey(input).until('C1.refactor-impl.dev')
  const last = refactoring.ask('C1.refactor-impl.dev').base
  const claimed = refactoring.happen(
    answered('C1.refactor-impl.dev', 'TI', { message: 'tests a private name' }),
    answered('C1.refactor-impl.qa', 'TA', { commit: 'ta' }),
  )
  expect(claimed.check('C1.refactor-impl.check')).toMatchObject({
    gate: 'refactor',
    commit: 'ta',
    parameters: { of: 'tests', before: { commit: last } },
  })
  const back = claimed.happen(judged('C1.refactor-impl.check'))
  expect(back.ask('C1.refactor-impl.dev')).toMatchObject({ phase: 'REFACTOR_IMPL', base: 'ta' })
  const next = back.happen(answered('C1.refactor-impl.dev', 'RIC', { commit: 'ri' }))
  expect(next.check('C1.refactor-impl.check').parameters).toMatchObject({ before: { commit: 'ta' } })
})

test('an adjustment that breaks the tests in REFACTOR is a regression, and is put back', () => {
  proves('DPTR-115')
  const refactoring = journey(input).until('C1.refactor-impl.dev')
  const last = refactoring.ask('C1.refactor-impl.dev').base
  const broken = refactoring.happen(
    answered('C1.refactor-impl.dev', 'TI', { commit: 'half' }),
    answered('C1.refactor-impl.qa', 'TA', { commit: 'ta' }),
    judged('C1.refactor-impl.check', 'fail'),
  )
  expect(broken.effects).toMatchObject([{ kind: 'restore', workspace: 'C1', commit: last }])
  expect(broken.until('C1.refactor-impl.qa').ask('C1.refactor-impl.qa')).toMatchObject({ base: last })
})
