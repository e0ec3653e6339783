import assert from 'node:assert/strict'
import { test } from 'node:test'
import { words } from '../src/words.js'

test('finds the words of a text', () => {
  assert.deepEqual(words('What’s new, 2026?'), ['What’s', 'new', '2026'])
})

test('finds none where there are none', () => {
  assert.deepEqual(words('…'), [])
})
