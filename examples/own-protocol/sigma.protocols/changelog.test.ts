import { equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { answered, explore, judged, transcript } from '@sigma/cli/testing'
import { changelog } from './changelog.ts'

const input = { version: '1.0.0', base: '1'.repeat(40), tries: 2, turnMs: 60_000 }

test('an entry that is missing is written anew, once', () => {
  const told = transcript(changelog, input, [
    answered('write', 'PC'),
    judged('entry', 'fail'),
    answered('write', 'PC'),
    judged('entry', 'fail'),
  ])
  match(told, /consult/)
})

test('every way ends or waits for a person', () => {
  const { complete, faults } = explore(changelog, input, { now: Date.now })
  equal(complete, true)
  equal(faults.length, 0)
})
