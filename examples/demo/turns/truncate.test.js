import assert from 'node:assert/strict'
import { test } from 'node:test'
import { truncate } from '../src/truncate.js'

test('leaves a text that fits as it is', () => {
  assert.equal(truncate('short', 5), 'short')
})

test('cuts after a whole word, and says so', () => {
  assert.equal(truncate('the quick brown fox', 12), 'the quick…')
  assert.equal(truncate('the quick brown fox', 10), 'the quick…')
})

test('cuts a word that alone is too long', () => {
  assert.equal(truncate('extraordinary', 6), 'extra…')
})

test('never exceeds its limit', () => {
  for (let limit = 1; limit < 25; limit += 1) {
    assert.ok(truncate('a bb ccc dddd eeeee ffffff', limit).length <= limit)
  }
})
