import { explore } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { project } from './project.ts'
import { type SampleProject, sampleProjectInput } from './sample.ts'

const limits: readonly SampleProject[] = [
  {},
  { modules: 1 },
  { modules: 3 },
  { modules: 1, profile: 'quick' },
  { modules: 2, free: 2, atOnce: 1 },
  { modules: 2, free: 2 },
]

test.each(limits)(
  'at %j: no dead end, no outcome of a stage unhandled, no loop without a bound, and an end from everywhere',
  (at) => {
    proves('SIG-10', 'SIG-11', 'DPTR-01', 'DPTR-102')
    const { faults, complete } = explore(project, sampleProjectInput(at))
    expect(faults).toEqual([])
    expect(complete).toBe(true)
  },
)
