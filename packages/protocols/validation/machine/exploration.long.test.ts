import { explore } from '@sigma/protocol'
import { expect, test } from 'vitest'
import { type SampleValidation, sampleValidationInput } from './sample.ts'
import { validation } from './validation.ts'

const small = { specialists: 2, iterations: 2, deliveries: 1, reasks: 0, errors: 0 } as const
const limits: readonly SampleValidation[] = [
  small,
  { ...small, order: 'parallel', iterations: 1 },
  { specialists: 1, iterations: 4 },
]

test.each(limits)('at %j: several specialists, and one at larger limits, without a fault', (at) => {
  const { faults, complete } = explore(validation, sampleValidationInput(at))
  expect(faults).toEqual([])
  expect(complete).toBe(true)
})
