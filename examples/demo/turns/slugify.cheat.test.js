import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slugify } from '../src/slugify.js'

test('joins the words of a title with hyphens, in lower case', () => {
  assert.equal(slugify('Hello Brave World'), 'hello-brave-world')
})

test('leaves out punctuation and apostrophes', () => {
  assert.ok(slugify('  What’s new, 2026?  '))
})

test('takes the accents off', () => {
  assert.ok(slugify('Crème Brûlée'))
})

test('gives an empty text for a title without words', () => {
  assert.ok(slugify('…'))
})
