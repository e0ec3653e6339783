/**
 * Reporter of jest for Sigma: one JSON object a line, each signed, ended by `{"kind":"close"}`. Where to, the key and
 * what to run come on stdin, which the tested code cannot read again. Plain JavaScript for Node 16 and newer, because it runs under
 * the Node and the jest of the project that is tested.
 *
 * The reporter puts Sigma's test runner in front of jest-circus, in the configuration that jest is about to run a file with: what a
 * project configures as `testRunner` is not known before.
 */
'use strict'

const { openSync, readFileSync } = require('node:fs')
const { signing } = require('./signed-lines.cjs')

const ERROR = 6000
const testRunner = require.resolve('./jest-test-runner.cjs')

/** Its parts are its own, so that nobody can replace them from outside. */
module.exports = function Reporter() {
  const { destination, key, only } = JSON.parse(readFileSync(0, 'utf8'))
  const write = signing(openSync(destination, 'a'), key)
  write({ kind: 'open' })

  return Object.freeze({
    onTestFileStart({ path, context }) {
      const { config } = context
      if (config.sigma === undefined) {
        const sigma = { testRunner: config.testRunner, only }
        const own = { testRunner, coveragePathIgnorePatterns: ['/node_modules/'], forceCoverageMatch: [] }
        if (/[\\/]jest-circus[\\/]/.test(config.testRunner)) context.config = { ...config, ...own, sigma }
      }
      write({ kind: 'start', file: path })
    },

    onTestFileResult({ path, context }, { sigma = null, testExecError, testResults, numFailingTests, coverage }) {
      const { displayName, rootDir } = context.config
      write({
        kind: 'file',
        file: path,
        project: `${displayName ? displayName.name : ''} ${rootDir}`,
        sigma,
        count: testResults.length,
        failing: numFailingTests,
        error: testExecError ? describe(testExecError) : null,
        testRunner: context.config.testRunner,
        counted: countsIn(coverage),
      })
    },

    onRunComplete(contexts, { numTotalTests, numTotalTestSuites, snapshot }) {
      const oldSnapshots = Boolean(snapshot.failure)
      const taken = [...contexts].map(({ config }) => takenBy(config))
      write({ kind: 'close', tests: numTotalTests, files: numTotalTestSuites, oldSnapshots, taken })
    },
  })
}

/** By file the sum of all counts; null where a source map makes other counts of them in the end. */
function countsIn(coverage) {
  const sum = (counts) =>
    Object.values(counts || {}).reduce((all, each) => all + (Array.isArray(each) ? sum(each) : each), 0)
  return Object.entries(coverage || {}).map(([file, { s, f, b, inputSourceMap }]) => [
    file,
    inputSourceMap ? null : sum(s) + sum(f) + sum(b),
  ])
}

/** What the configuration takes in, in its own words. */
function takenBy(config) {
  const settings = ['testMatch', 'testRegex', 'testPathIgnorePatterns', 'roots']
  const said = settings.map((name) => [name, [config[name]].flat().join(', ')])
  return Object.fromEntries(said.filter(([, value]) => value !== ''))
}

const describe = ({ message, stack, code }) => ({
  message: String(message || '').slice(0, ERROR),
  stack: String(stack || '').slice(0, ERROR),
  code: code === undefined || code === null ? null : String(code),
})
