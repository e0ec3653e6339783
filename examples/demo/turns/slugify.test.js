import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slugify } from '../src/slugify.js'

test('joins the words of a title with hyphens, in lower case', () => {
  assert.equal(slugify('Hello Brave World'), 'hello-brave-world')
})

test('leaves out punctuation and apostrophes', () => {
  assert.equal(slugify('  What’s new, 2026?  '), 'whats-new-2026')
})

test('takes the accents off', () => {
  assert.equal(slugify('Crème Brûlée'), 'creme-brulee')
})

test('gives an empty text for a title without words', () => {
  assert.equal(slugify('…'), '')
})
