import { explore } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { review } from './review.ts'
import { type SampleReview, sampleReviewInput } from './sample.ts'

const limits: readonly SampleReview[] = [{}, { reasks: 0 }, { reasks: 3 }, { crashes: 2 }, { asks: 2, reasks: 2 }]

test.each(limits)(
  'at %j: no dead end, no answer unhandled, no loop without a bound, and an end from everywhere',
  (at) => {
    proves('SIG-10', 'SIG-11', 'DPTR-28', 'T48')
    const { faults, complete, mostAsks } = explore(review, sampleReviewInput(at))
    expect(faults).toEqual([])
    expect(complete).toBe(true)
    expect(mostAsks).toBeGreaterThan(0)
  },
)
