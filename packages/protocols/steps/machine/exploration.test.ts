import { explore } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type SampleSession, sampleSession } from './sample.ts'
import { steps } from './steps.ts'

const small = { reissues: 2, verdicts: 1, questions: 1 } as const
const limits: readonly SampleSession[] = [
  { ...small, route: 1 },
  { ...small, route: 2 },
  { ...small, route: 1, reissues: 3, questions: 0 },
  { ...small, route: 2, verdicts: 2, reissues: 1 },
  { ...small, route: 1, asks: 1 },
]

test.each(limits)(
  'at %j: no dead end, no call unanswered, no loop without a bound, and an end from everywhere',
  (at) => {
    proves('EXE-80', 'SIG-10', 'SIG-11')
    const { faults, complete } = explore(steps, sampleSession(at))
    expect(faults).toEqual([])
    expect(complete).toBe(true)
  },
)
