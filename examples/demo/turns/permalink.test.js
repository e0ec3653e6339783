import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permalink } from '../src/permalink.js'

test('joins year, month and the slug of the title', () => {
  assert.equal(permalink('2026-11-21', 'Hello World'), '/2026/11/hello-world')
})

test('counts up to 40 characters of the title', () => {
  const title = 'The long and winding road that leads to your door'
  assert.equal(permalink('2026-01-02', title), '/2026/01/the-long-and-winding-road-that-leads-to')
})

test('refuses what is no day', () => {
  for (const day of ['', '21.11.2026', '2026-11-21T00:00']) {
    assert.throws(() => permalink(day, 'Hello'), RangeError)
  }
})
