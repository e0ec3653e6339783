import { deepEqual, equal, match } from 'node:assert/strict'
import { test } from 'node:test'
import { answered, explore, judged, simulate, transcript } from '@sigma/cli/testing'
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

test('whatever agents, gates and people do, and whenever Sigma dies, it comes to the same end', async () => {
  const { outcomes } = await simulate(changelog, input, { seeds: 100 })
  deepEqual(new Set(Object.keys(outcomes)), new Set(['completed', 'aborted']))
})
