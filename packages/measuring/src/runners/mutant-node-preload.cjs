/**
 * Loaded before a test file of node:test in which a mutant is tried: the switch, and without a mutant what each test reaches,
 * which is written down when the process ends. Plain JavaScript for Node 20 and newer.
 */
'use strict'

const { appendFileSync } = require('node:fs')
const { none, switchIn } = require('./mutant-switch.cjs')

const { SIGMA_MUTANTS } = process.env
delete process.env.SIGMA_MUTANTS
const { name, mutant, most, reached } = JSON.parse(SIGMA_MUTANTS)
const own = switchIn(globalThis, name)
own.turn(mutant, most ?? undefined)
if (mutant === none) note()

function note() {
  const { afterEach, beforeEach } = require('node:test')
  const load = new Set()
  const tests = new Map()
  let current = null
  const into = (ids) => {
    const of = current === null ? load : (tests.get(current) ?? new Set())
    if (current !== null) tests.set(current, of)
    for (const id of ids) of.add(id)
  }
  // Of a test within another the inner one counts.
  beforeEach((test) => {
    into(own.taken())
    current = test.fullName?.replaceAll(' > ', ' › ') ?? test.name
  })
  afterEach(() => {
    into(own.taken())
    current = null
  })
  process.on('exit', () => {
    into(own.taken())
    const found = [...tests].map(([test, ids]) => ({ name: test, ids: [...ids] }))
    appendFileSync(reached, `${JSON.stringify({ calls: own.calls(), load: [...load], tests: found })}\n`)
  })
}
