/** A run that another one began, and has put together with the work of others. */
import { expect, test } from 'vitest'
import { sampleTddInput } from './sample.ts'
import { journey } from './testing/journey.ts'

const input = sampleTddInput({ batches: [1] })

test('what did not fit earlier is told to whoever writes its tests and its code, and to nobody else', () => {
  const refused = [{ rule: 'conflict', message: 'It conflicts in src/index.js.', remedy: 'Fit it.' }]
  const told = (until: string): unknown =>
    journey({ ...input, refused })
      .until(until)
      .ask(until).brief.refused
  expect(told('C1.red.qa')).toEqual(refused)
  expect(told('C1.green.dev')).toEqual(refused)
  expect(told('C1.refactor-tests.qa')).toEqual([])
  expect(journey(input).until('C1.red.qa').ask('C1.red.qa').brief.refused).toEqual([])
})

test('it ends with what measured its work where it is asked to, and not otherwise', () => {
  const resultOf = (given: typeof input): unknown => journey(given).toTheEnd().last.kernel.outcome?.result
  expect(resultOf({ ...input, tellsEvidence: true })).toHaveProperty('evidence', expect.stringContaining('sha256:'))
  expect(resultOf({ ...input, tellsEvidence: true })).toHaveProperty('measured', expect.stringContaining('sha256:'))
  expect(resultOf(input)).not.toHaveProperty('evidence')
})
