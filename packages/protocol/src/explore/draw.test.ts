import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Protocol } from '../protocol.ts'
import { errand } from '../testing/errand.ts'
import { consult, end } from '../testing/sample-effects.ts'
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

test('a name that Mermaid would not read is drawn under another', () => {
  const kinds = ['in-work', 'in work'] as const
  const protocol: Protocol<unknown, { readonly kind: string }> = {
    name: 'named',
    version: 1,
    input: z.unknown(),
    start: () => ({ state: { kind: kinds[0] }, effects: [consult('c', ['on'])] }),
    step: ({ kind }) => ({ state: { kind: kinds[1] }, effects: kind === kinds[0] ? [consult('c', ['on'])] : [end()] }),
    calls: () => [],
  }
  expect(draw(protocol, {})).toBe(
    [
      'stateDiagram-v2',
      '  state "in-work" as in_work_0',
      '  state "in work" as in_work_1',
      '  [*] --> in_work_0',
      '  in_work_0 --> in_work_1: on',
      '  in_work_1 --> in_work_1: on',
      '  in_work_1 --> [*]',
      '',
    ].join('\n'),
  )
})
