import { failureCodes } from '@sigma/protocol'
import { answered } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { letter } from './letter.ts'

const { state } = letter.start({ to: 'ada', base: 'base', tries: 2, turnMs: 1 })

test.each(failureCodes)('an agent that answers %s has written nothing that a gate could look at', (code) => {
  for (const each of [state, { ...state, kind: 'reading' } as const])
    expect(letter.step(each, answered('write', code)).effects).toMatchObject([{ kind: 'consult', status: 'halted' }])
})
