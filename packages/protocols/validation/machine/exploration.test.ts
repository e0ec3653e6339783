import { explore } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type SampleValidation, sampleValidationInput } from './sample.ts'
import { validation } from './validation.ts'

const small = { specialists: 1, iterations: 2, deliveries: 1, reasks: 0, errors: 0 } as const
const limits: readonly SampleValidation[] = [
  small,
]

test.each(limits)(
  'at %j: no dead end, no answer unhandled, no loop without a bound, and an end from everywhere',
  (at) => {
    const { faults, complete, states, transitions } = explore(validation, sampleValidationInput(at))
    console.log(states, transitions)
    expect(faults).toEqual([])
    expect(complete).toBe(true)
  },
)
