/**
 * What the programs that try mutants write down, each line signed by itself:
 *
 * - `{ kind: 'noted', file, at, ms, calls, load, tests, failed }`: a first pass over a test file, without a mutant; `load` are the
 *   numbers of mutants that are reached beside tests, `tests` those of each test, `failed` is null or why the file says nothing.
 * - `{ kind: 'begun', file, mutant }` and `{ kind: 'tried', file, mutant, by }`: `by` is the test that noticed it, or null.
 * - `{ kind: 'doubted', file }`: the file fails without a mutant, once mutants were tried.
 * - `{ kind: 'stalled' }`: a test file never ended without a mutant, so not all that were asked for were noted.
 *
 * Plain JavaScript for Node 16 and newer, because it runs under the Node of the project that is tested.
 */
'use strict'

const { appendFileSync, existsSync, readFileSync } = require('node:fs')
const { jsonOf } = require('./own-json.cjs')
const { signerOf } = require('./signed-lines.cjs')

const append = appendFileSync

module.exports = { hasTime, runMsOf, told, telling }

function telling(path, key) {
  const sign = signerOf(key)
  return (value) => {
    const json = jsonOf(value)
    append(path, `${sign(json)} ${json}\n`)
  }
}

/** Values that are written already, whoever wrote them. */
function told(path) {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line.slice(65)))
}

/**
 * Whether there is time for another mutant. `budget.runs` says how many times the time of one run all of it may take, or is null;
 * so long as `budget.leastMs` it may take in any case. When `budget.until` has come, time is up. `runMs` is the time of one run:
 * that of starting and of the first passes.
 */
function hasTime({ began, runs, leastMs, until }, runMs, now = Date.now()) {
  return now < until && (runs === null || now - began < Math.max(runs * runMs, leastMs))
}

/** The time of one run, of test files that go one after another. */
function runMsOf({ began }, lines) {
  const noted = lines.filter(({ kind }) => kind === 'noted')
  return noted.reduce((sum, { ms, at }, index) => sum + (index === 0 ? at - began : ms), 0)
}
