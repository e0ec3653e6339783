/**
 * Tries mutants with the project's own jest, which takes this for its runner: each test file once to note what it reaches, then
 * once for each mutant that is reached, each time in a world of its own. What to do comes on stdin, as JSON, before any test
 * file is loaded. Plain JavaScript for Node 16 and newer, because it runs under the Node of the project that is tested.
 */
'use strict'

const { existsSync, readFileSync } = require('node:fs')
const { dirname, join } = require('node:path')
const { hasTime, runMsOf, told, telling } = require('./mutant-account.cjs')
const { none } = require('./mutant-switch.cjs')

const given = JSON.parse(readFileSync(0, 'utf8'))
const tell = telling(given.account, given.key)
// Wherever a package manager put it.
const core = require.resolve('@jest/core', { paths: [given.jest] })
const { default: TestRunner } = require(require.resolve('jest-runner', { paths: [dirname(core)] }))
const [setup, notes] = ['./mutant-jest-setup.cjs', './mutant-jest-notes.cjs'].map((file) => require.resolve(file))
let count = 0

module.exports = class MutantRunner extends TestRunner {
  async runTests(tests, watcher, options) {
    const results = new Map()
    this.on('test-file-success', ([test, result]) => void results.set(test, result))
    this.on('test-file-failure', ([test]) => void results.set(test, null))
    const play = async (test, mutant, most) => {
      count += 1
      const reached = join(given.scratch, `reached-${count}`)
      const plain = test.context.config
      const isFirst = most === null && mutant === none
      const after = isFirst ? [...plain.setupFilesAfterEnv, notes] : plain.setupFilesAfterEnv
      const own = { ...plain, setupFiles: [setup, ...plain.setupFiles], setupFilesAfterEnv: after }
      process.env[given.name] = String(mutant)
      process.env.SIGMA_MUTANTS = JSON.stringify({ name: given.name, mutant, most, reached })
      const began = performance.now()
      results.delete(test)
      test.context.config = own
      try {
        await super.runTests([test], watcher, { ...options, serial: true })
      } finally {
        test.context.config = plain
      }
      const result = results.get(test) ?? null
      const noted = existsSync(reached) ? JSON.parse(readFileSync(reached, 'utf8').split('\n')[0]) : null
      return { result, noted, ms: performance.now() - began }
    }
    for (const test of tests) {
      const file = test.path
      const { result, noted, ms } = await play(test, none, null)
      const passing = new Set(namesOf(result, 'passed'))
      const isBroken = result === null || Boolean(result.testExecError) || noted === null || passing.size === 0
      const { calls = 0, load = [], tests: seen = [] } = noted ?? {}
      const reaching = seen.map((each) => ({ ...each, passes: passing.has(each.name) }))
      tell({
        kind: 'noted',
        file,
        at: Date.now(),
        ms,
        calls,
        load,
        tests: reaching,
        failed: isBroken ? 'no test passes' : null,
      })
      if (isBroken) continue
      const ids = new Set([...load, ...reaching.filter((each) => each.passes).flatMap((each) => each.ids)])
      for (const mutant of given.order) {
        if (!ids.has(mutant)) continue
        const lines = told(given.account)
        if (isNoticed(lines, mutant, file)) continue
        if (!hasTime(given.budget, runMsOf(given.budget, lines))) break
        tell({ kind: 'begun', file, mutant })
        const tried = await play(test, mutant, 20_000 + 50 * calls)
        const isLost = tried.result === null || Boolean(tried.result.testExecError)
        const by =
          namesOf(tried.result, 'failed').find((name) => passing.has(name)) ?? (isLost ? 'the file itself' : null)
        tell({ kind: 'tried', file, mutant, by })
      }
    }
  }
}

const namesOf = (result, state) =>
  result === null ? [] : result.testResults.filter(({ status }) => status === state).map(({ fullName }) => fullName)

/** Another test file, or an earlier process, has noticed it, or this file has had its turn. */
const isNoticed = (lines, mutant, file) =>
  lines.some((line) => line.kind === 'tried' && line.mutant === mutant && (line.by !== null || line.file === file))
