import { expect, test } from 'vitest'
import { errand } from '../testing/errand.ts'
import { draw } from './draw.ts'

test('a protocol is drawn with one box a state, one arrow between two, and failures as one', () => {
  expect(draw(errand, { tries: 2, retry: [] })).toMatchInlineSnapshot(`
    "stateDiagram-v2
      [*] --> drafting
      drafting --> checking: PC
      drafting --> halted: ME TO EX BL, failed, time
      checking --> merging: pass
      checking --> drafting: fail, unknown
      checking --> halted: failed, fail, unknown
      halted --> drafting: resume, extend
      halted --> over: abort
      merging --> handing: integrated
      merging --> mending: conflicted
      merging --> halted: failed
      handing --> over: child completed, child refused, child escalated, child aborted
      handing --> halted: failed
      mending --> drafting: restored
      mending --> halted: failed, restored
      over --> [*]
    "
  `)
})
