/**
 * Reporter of jest for Sigma: one JSON object a line, each signed, ended by `{"kind":"close"}`. Where to, the key and
 * what to run come on stdin, which the tested code cannot read again. Plain JavaScript for Node 16 and newer, because it runs under
 * the Node and the jest of the project that is tested.
 *
 * The reporter puts Sigma's test runner in front of jest-circus, in the configuration that jest is about to run a file with: what a
 * project configures as `testRunner` is not known before.
 */
'use strict'

const { appendFileSync, existsSync, openSync, readFileSync } = require('node:fs')
const { join } = require('node:path')
const { inTree } = require('./jest-resolving.cjs')
const { signing } = require('./signed-lines.cjs')

const ERROR = 6000
const plainRunner = require.resolve('./jest-test-runner.cjs')

/** Its parts are its own, so that nobody can replace them from outside. */
module.exports = function Reporter() {
  const { destination, key, only, reached, uncounted } = JSON.parse(readFileSync(0, 'utf8'))
  const testRunner = reached ? reached.testRunner : plainRunner
  const numbered = numbering()
  const write = signing(openSync(destination, 'a'), key)
  write({ kind: 'open' })

  return Object.freeze({
    onTestFileStart({ path, context }) {
      const { config } = context
      if (config.sigma === undefined) {
        const sigma = { testRunner: config.testRunner, only }
        const own = { testRunner, coveragePathIgnorePatterns: uncounted, forceCoverageMatch: [] }
        if (/[\\/]jest-circus[\\/]/.test(config.testRunner)) context.config = { ...config, ...own, sigma }
      }
      write({ kind: 'start', file: path })
      // Which files are at work: it tells of one that never ends, and nothing else.
      appendFileSync(`${destination}.going`, `+${path}\n`)
    },

    onTestFileResult({ path, context }, result) {
      const { sigma = null, testExecError, testResults, numFailingTests, coverage } = result
      write({
        kind: 'file',
        file: path,
        project: projectOf(context.config),
        sigma,
        reached: result.reached ? numbered(result.reached) : null,
        count: testResults.length,
        failing: numFailingTests,
        error: testExecError ? describe(testExecError) : null,
        testRunner: context.config.testRunner,
        counted: countsIn(coverage),
      })
      appendFileSync(`${destination}.going`, `-${path}\n`)
      // A byte for each test that is done: it shows how far the suite is, and nothing else.
      appendFileSync(`${destination}.done`, '.'.repeat(testResults.length))
    },

    onRunComplete(contexts, { numTotalTests, numTotalTestSuites, snapshot }) {
      const oldSnapshots = Boolean(snapshot.failure)
      const configs = [...contexts].map(({ config }) => config)
      const taken = configs.map(takenBy)
      const ground = reached ? configs.map((config) => groundOf(config, reached)) : []
      write({ kind: 'close', tests: numTotalTests, files: numTotalTestSuites, oldSnapshots, taken, ground })
    },
  })
}

const projectOf = ({ displayName, rootDir }) => `${displayName ? displayName.name : ''} ${rootDir}`

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

/** Writes each path once: test files reach the same ones. */
function numbering() {
  const known = new Map()
  return ({ own, around, compiled }) => {
    const paths = []
    const numberOf = (path) => {
      if (!known.has(path)) {
        known.set(path, known.size)
        paths.push(path)
      }
      return known.get(path)
    }
    const told = ({ files, folders, missing, open }) => ({
      files: files.map(numberOf),
      folders: folders.map(numberOf),
      missing: missing.map(numberOf),
      open,
    })
    return { own: told(own), around: told(around), compiled: told(compiled), paths }
  }
}

/** Files of the project's that run for all test files of it, outside of the world that jest makes for each. */
function groundOf(config, { root, configured }) {
  const { haste, transform, globalSetup, globalTeardown } = config
  const named = ['testEnvironment', 'resolver', 'snapshotResolver', 'dependencyExtractor', 'runner', 'prettierPath']
  const inWorld = ['setupFiles', 'setupFilesAfterEnv', 'snapshotSerializers']
  const files = [...named, ...inWorld].flatMap((name) => config[name] ?? [])
  const others = [...(transform ?? []).map(([, path]) => path), haste?.hasteImplModulePath]
  // This process has loaded the configuration, the global set-up, and what they need.
  const all = [...files, ...others, ...configurations(config, configured), ...Object.keys(require.cache)]
  return { project: projectOf(config), files: inTree(root, all), first: inTree(root, [globalSetup, globalTeardown]) }
}

/** A configuration that is a module of Node's own kind is in no cache. */
function configurations({ rootDir, cwd }, given) {
  const names = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts', 'json'].map((ending) => `jest.config.${ending}`)
  const usual = [rootDir, cwd ?? rootDir].flatMap((folder) => names.map((name) => join(folder, name)))
  return [...given, ...usual].filter(existsSync)
}

const describe = ({ message, stack, code }) => ({
  message: String(message || '').slice(0, ERROR),
  stack: String(stack || '').slice(0, ERROR),
  code: code === undefined || code === null ? null : String(code),
})
