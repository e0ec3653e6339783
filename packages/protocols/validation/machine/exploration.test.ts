import { explore } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type SampleValidation, sampleValidationInput } from './sample.ts'
import { validation } from './validation.ts'

const small = { specialists: 1, iterations: 2, deliveries: 1, reasks: 0, errors: 0 } as const
const limits: readonly SampleValidation[] = [
  small,
  { ...small, iterations: 1 },
  { ...small, iterations: 3 },
  { ...small, deliveries: 3, reasks: 1, errors: 1, iterations: 1 },
  { ...small, late: 'leave' },
  { ...small, decides: 'nobody' },
  { ...small, agents: 1 },
]

test.each(limits)(
  'at %j: no dead end, no answer unhandled, no loop without a bound, and an end from everywhere',
  (at) => {
    proves('SIG-10', 'SIG-11', 'T48')
    const { faults, complete } = explore(validation, sampleValidationInput(at))
    expect(faults).toEqual([])
    expect(complete).toBe(true)
  },
)
