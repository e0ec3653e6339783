/** What objects hold that a call was given, to compare it with what they hold afterwards. Plain JavaScript for Node 16 and newer. */
'use strict'

const { written } = require('./replay-values.cjs')

module.exports = { contents }

/** What an object of no class of the source holds, as text; null: it is none, or is not copied. `text` as for `written`. */
function contents(value, text) {
  if (typeof value !== 'object' || value === null) return null
  const numbers = new Map()
  const give = (object) => numbers.set(object, numbers.size).get(object)
  const callable = (each) => ['function', give(each)]
  const book = { numberOf: (object) => numbers.get(object), give, text, classOf: () => null, callable, reckons: true }
  try {
    return JSON.stringify(written(value, book))
  } catch {
    return null
  }
}
