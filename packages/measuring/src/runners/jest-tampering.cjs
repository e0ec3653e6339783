/** Sees what tested code changes of jest: its globals, its matchers, what those rest on, and the tests that were defined. */
'use strict'

const {
  changedIntrinsics,
  guard,
  guardAssertions,
  guardLanguage,
  intrinsicsOf,
  isByProject,
  listen,
  ownFunctions,
  ownValue,
} = require('./tampering.cjs')
const { listenToAdded, watchExpect, watchRegistered } = require('./registering.cjs')
const { standIn, watchReceived } = require('./standing-in.cjs')

const MATCHERS = Symbol.for('$$jest-matchers-object')
const GLOBALS = ['expect', 'test', 'it', 'describe']
const { apply, defineProperty } = Reflect
const COUNTERS = '__coverage__'

module.exports = { watchCounters, watchGlobals, watchTests }

/** Compares with what was there before the test file was loaded, which is after the project's own set-up. */
function watchGlobals({ global }, runtime, testPath, setUp) {
  let known = null
  const changed = new Set()
  const added = new Map()
  const stopAdded = listenToAdded((what, file) => {
    if (!setUp.includes(file)) added.set(`${what} ${file}`, { what, file })
  })
  const matchersOfNow = () => global[MATCHERS]?.matchers ?? {}
  const note = (what) => void changed.add(what)
  let stop = null
  const begin = () => {
    guardLanguage(global)
    guardAssertions()
    const matchers = matchersOfNow()
    watchReceived(
      matchers,
      (_, [received]) => received,
      () => void changed.add(standIn),
    )
    guard(matchers, 'the matcher ', ownFunctions(matchers))
    stop = listen(note)
    known = {
      globals: GLOBALS.map((name) => [name, global[name]]),
      matchers: Object.keys(matchers).map((name) => [name, matchers[name]]),
      intrinsics: intrinsicsOf(global),
    }
  }
  const beforeLoading =
    (load) =>
    (...args) => {
      watchRegistered(global)
      watchExpect(global.expect)
      if (args[0] === testPath && args[1] === undefined && known === null) begin()
      return apply(load, runtime, args)
    }
  runtime.requireModule = beforeLoading(runtime.requireModule)
  runtime.unstable_importModule = beforeLoading(runtime.unstable_importModule)
  return {
    look() {
      if (known === null) return
      for (const [name, value] of known.globals) if (global[name] !== value) note(name)
      const matchers = matchersOfNow()
      for (const [name, value] of known.matchers) if (matchers[name] !== value) note(`the matcher ${name}`)
      changedIntrinsics(global, known.intrinsics, note)
    },
    finish() {
      this.look()
      stop?.()
      stopAdded()
      return { patched: [...changed], added: [...added.values()] }
    },
  }
}

/** jest itself puts another function into a concurrent test, when it starts it. */
function watchTests() {
  const known = new Map()
  return {
    add: (test) => void known.set(test, { fn: ownValue(test, 'fn'), failing: test.failing }),
    /** Is each of them what it was? Concurrent ones are only before the first of them has begun. */
    areSame(tests, haveBegun) {
      return tests.every((test) => {
        const { fn, failing } = known.get(test) || {}
        if (ownValue(test, 'failing') !== failing) return false
        return ownValue(test, 'fn') === fn || (haveBegun && test.concurrent)
      })
    },
  }
}

/** Only istanbul's own code asks for its counters, by a function `cov_…` that it puts into each file. */
function watchCounters({ global }) {
  let value = global[COUNTERS]
  let isTouched = false
  const touch = () => {
    isTouched ||= isByProject(/^cov_\w+$/)
  }
  defineProperty(global, COUNTERS, {
    configurable: true,
    enumerable: true,
    get() {
      touch()
      return value
    },
    set(next) {
      touch()
      value = next
    },
  })
  return () => isTouched
}
