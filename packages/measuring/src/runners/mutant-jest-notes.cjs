/** Notes in jest which mutants each test of a file reaches. It is loaded once jest has laid out what tests are written with. */
'use strict'

const { appendFileSync } = require('node:fs')
// biome-ignore lint/correctness/noUndeclaredDependencies: jest gives it to whatever it loads
const { afterAll, afterEach, beforeEach, expect } = require('@jest/globals')

const { name, reached } = JSON.parse(process.env.SIGMA_MUTANTS)
const own = globalThis[`${name}_own`]
const load = new Set()
const tests = new Map()
let current = null

function into(ids) {
  const of = current === null ? load : (tests.get(current) ?? new Set())
  if (current !== null) tests.set(current, of)
  for (const id of ids) of.add(id)
}

beforeEach(() => {
  into(own.taken())
  current = expect.getState().currentTestName
})
afterEach(() => {
  into(own.taken())
  current = null
})
afterAll(() => {
  into(own.taken())
  const found = [...tests].map(([test, ids]) => ({ name: test, ids: [...ids] }))
  appendFileSync(reached, `${JSON.stringify({ calls: own.calls(), load: [...load], tests: found })}\n`)
})
