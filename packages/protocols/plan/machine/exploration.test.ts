import { explore } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { plan } from './plan.ts'
import { type SamplePlan, samplePlanInput } from './sample.ts'

const limits: readonly SamplePlan[] = [
  { rounds: 1 },
  { rounds: 5 },
  { rounds: 5, isThere: true },
  { rounds: 2, acceptance: 'person' },
  { rounds: 2, acceptance: 'person', isThere: true, reasks: 0 },
  { rounds: 2, crashes: 2 },
]

test.each(limits)(
  'at %j: no dead end, no answer unhandled, no loop without a bound, and an end from everywhere',
  (at) => {
    proves('SIG-10', 'SIG-11', 'DPTR-28', 'DPTR-60', 'T48')
    const { faults, complete, mostAsks } = explore(plan, samplePlanInput(at))
    expect(faults).toEqual([])
    expect(complete).toBe(true)
    expect(mostAsks).toBeGreaterThan(0)
  },
)
