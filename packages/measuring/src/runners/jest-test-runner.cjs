/**
 * Runs one test file for Sigma: the project's own jest-circus does, and this listens to it in the same process. What it
 * saw goes with jest's result as `sigma`. Plain JavaScript for Node 16 and newer, because it runs under the Node and the
 * jest of the project that is tested.
 */
'use strict'

const { described } = require('./causes.cjs')
const { watchCounters, watchGlobals, watchTests } = require('./jest-tampering.cjs')
const { callerOfNow } = require('./tampering.cjs')

const { apply } = Reflect

module.exports = async function run(globalConfig, config, environment, runtime, testPath, ...rest) {
  const seen = listen(config, environment, runtime, testPath)
  const result = await circus(config.sigma.testRunner)(globalConfig, config, environment, runtime, testPath, ...rest)
  result.sigma = seen.finish()
  return result
}

function circus(path) {
  const loaded = require(path)
  return typeof loaded === 'function' ? loaded : loaded.default
}

function listen(config, environment, runtime, testPath) {
  // The names of the tests to run; null: all are.
  const { only } = config.sigma
  const setUp = [...(config.setupFiles || []), ...(config.setupFilesAfterEnv || [])]
  const tests = []
  const hooks = []
  const focused = new Set()
  const thrown = new Map()
  const failedHooks = new Set()
  const patched = new Set()
  let state = null
  let haveBegun = false
  const areCountersTouched = watchCounters(environment)
  const changedGlobals = watchGlobals(environment, runtime, testPath, setUp)
  const defined = watchTests()
  const compare = (those) => {
    if (!defined.areSame(those, haveBegun)) patched.add('the functions of tests')
  }

  const on = {
    start_describe_definition({ mode, asyncError }) {
      if (mode === 'only') focused.add(placeOf(asyncError, testPath)[0])
    },
    add_test({ asyncError, mode }, { currentDescribeBlock: { children } }) {
      const test = children[children.length - 1]
      if (test === undefined || test.type !== 'test' || test.asyncError !== asyncError) return
      const place = placeOfCaller(environment.global, asyncError, testPath)
      if (mode === 'only') focused.add(place[0])
      tests.push({ test, place })
      defined.add(test)
    },
    run_start(_event, now) {
      compare(tests.map(({ test }) => test))
      now.testNamePattern = null
      if (only === null) return
      now.hasFocusedTests = false
      for (const { test } of tests) if (!isSame(namesOf(test), only)) test.mode = 'skip'
    },
    hook_success: () => haveBegun || compare(tests.map(({ test }) => test)),
    test_start({ test }) {
      haveBegun = true
      compare([test])
    },
    test_fn_start: ({ test }) => compare([test]),
    test_fn_success: () => changedGlobals.look(),
    test_fn_failure: ({ test, error }) => note(test, error, ''),
    hook_failure({ test, describeBlock, error, hook }) {
      if (test !== undefined && test !== null) return note(test, error, 'hookFailed')
      failedHooks.add(error)
      hooks.push({ names: namesOf(describeBlock), type: hook.type, error: raised(error, 'hookFailed') })
    },
  }
  const note = (test, error, failureType) => {
    const earlier = thrown.get(test) || []
    thrown.set(test, [...earlier, raised(error, failureType)])
  }

  const before = environment.handleTestEvent
  environment.handleTestEvent = (event, now) => {
    state = now
    if (on[event.name] !== undefined) on[event.name](event, now)
    if (before === undefined) return undefined
    const answer = apply(before, environment, [event, now])
    // The environment may be a file of the project's: what it puts into a test that begins is seen as well.
    if (event.name !== 'test_fn_start') return answer
    if (typeof answer?.then === 'function') return answer.then(() => compare([event.test]))
    return compare([event.test])
  }

  const outcome = ({ test, place }) => {
    const errors = test.errors || []
    const own = thrown.get(test) || []
    if (own.length > 0 && errors.length === 0 && test.invocations < 2) patched.add('the outcome of tests')
    const inherited =
      errors.length === 0 ? null : raised(first(errors[0]), failedHooks.has(first(errors[0])) ? 'hookFailed' : '')
    return {
      names: namesOf(test),
      status: test.status,
      line: place[0],
      column: place[1],
      passed: test.status === 'done' && errors.length === 0,
      error: own[0] === undefined ? inherited : own[0],
    }
  }
  return {
    finish() {
      const unhandled = (state?.unhandledErrors || []).map(first).filter((error) => !failedHooks.has(error))
      const outcomes = tests.map(outcome)
      const changed = changedGlobals.finish()
      return {
        tests: outcomes,
        hooks,
        focused: [...focused],
        unhandled: unhandled.map((error) => raised(error, '')),
        patched: [...patched, ...changed.patched],
        added: changed.added,
        countersTouched: areCountersTouched(),
      }
    },
  }
}

const isSame = (names, others) => names.length === others.length && names.every((name, at) => name === others[at])

/** jest keeps an error with the place where its test was defined. */
const first = (entry) =>
  Array.isArray(entry) ? (entry[0] === undefined || entry[0] === null ? entry[1] : entry[0]) : entry

function namesOf(block) {
  const names = []
  for (let at = block; at?.parent; at = at.parent) names.unshift(String(at.name))
  return names
}

/** Line and column in the test file; 0 when the test was defined in another one. */
function placeOf(error, testPath) {
  const frames = String(error?.stack || '').split('\n')
  const own = frames.find((frame) => /:\d+:\d+\)?$/.test(frame) && !/[\\/]node_modules[\\/]/.test(frame))
  const at = own === undefined ? null : /:(\d+):(\d+)\)?$/.exec(own)
  return at === null || !own.includes(testPath) ? [0, 0] : [Number(at[1]), Number(at[2])]
}

/**
 * The same of a test that is being defined. Writing down a whole stack asks the source map of each of its files; here one frame
 * is asked for.
 */
function placeOfCaller({ Error: Own }, asyncError, testPath) {
  // Newer versions of jest ask source maps outside of the world of the tests.
  const formats = Own?.prepareStackTrace ?? Error.prepareStackTrace
  const caller = typeof formats === 'function' ? callerOfNow() : undefined
  return placeOf(caller === undefined ? asyncError : { stack: apply(formats, Own, [asyncError, [caller]]) }, testPath)
}

function raised(error, failureType) {
  const told = described(error, framesOf)
  const isTimeout = /^Exceeded timeout of [\d,.]+ ms for a /.test(told.message)
  return { ...told, failureType: isTimeout ? 'testTimeoutFailure' : failureType }
}

const framesOf = (stack) =>
  stack
    .split('\n')
    .filter((frame) => !/[\\/]node_modules[\\/]|\(node:/.test(frame))
    .join('\n')
