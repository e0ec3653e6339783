import { explore } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { project } from './project.ts'
import { sampleProjectInput } from './sample.ts'

test.each([
  ['three modules side by side, two at once', { modules: 3, free: 3 }],
  ['the same, none of them built again', { modules: 3, free: 3, returns: 0 }],
  ['three at once, none of them built again', { modules: 3, free: 3, atOnce: 3, returns: 0 }],
])(
  '%s: no dead end, no outcome unhandled, no loop without a bound, and an end from everywhere',
  (_, limits) => {
    proves('SIG-10', 'SIG-11', 'DPTR-102')
    const { faults, complete } = explore(project, sampleProjectInput(limits))
    expect(faults).toEqual([])
    expect(complete).toBe(true)
  },
  600_000,
)
