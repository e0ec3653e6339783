import { explore } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { design } from './design.ts'
import { type SampleDesign, sampleDesignInput } from './sample.ts'

const limits: readonly SampleDesign[] = [
  { rounds: 1 },
  { rounds: 5, modules: 3 },
  { rounds: 2, designer: true },
  { rounds: 3, modules: 1, designer: true, crashes: 1 },
  { rounds: 2, isSmall: true },
  { isKnown: true },
  { isKnown: true, designer: true, reasks: 0, rounds: 1 },
  { modules: 0, isSmall: true },
  { rounds: 2, wish: 'Greet people.' },
  { rounds: 2, wish: 'Greet people.', isSmall: true, acceptance: 'person' },
  { rounds: 1, wish: 'Greet people.', acceptance: 'recorded', audit: false },
  { rounds: 1, modules: 1, acceptance: 'person', audit: false },
  { wish: 'Greet people.', designer: false },
]

test.each(limits)(
  'at %j: no dead end, no answer unhandled, no loop without a bound, and an end from everywhere',
  (at) => {
    proves('SIG-10', 'SIG-11', 'DPTR-28', 'DPTR-46', 'DPTR-05')
    const { faults, complete } = explore(design, sampleDesignInput(at))
    expect(faults).toEqual([])
    expect(complete).toBe(true)
  },
)
