/**
 * Sees what tested code changes of jest: its globals, its matchers, what those rest on, and the tests that were defined.
 * It is seen where it lasts until a test is over; whoever puts everything back in time is not caught here.
 */
'use strict'

const MATCHERS = Symbol.for('$$jest-matchers-object')
const GLOBALS = ['expect', 'test', 'it', 'describe']
const INTRINSICS = ['Object', 'Array', 'Function', 'Reflect']
const { apply, ownKeys, getOwnPropertyDescriptor } = Reflect

module.exports = { watchGlobals, watchTests }

/** Compares with what was there before the test file was loaded, which is after the project's own set-up. */
function watchGlobals({ global }, runtime, testPath) {
  let known = null
  const changed = new Set()
  const look = () => {
    const { matchers = {} } = global[MATCHERS] || {}
    return new Map([
      ...GLOBALS.map((name) => [name, global[name]]),
      ...Object.keys(matchers).map((name) => [`the matcher ${name}`, matchers[name]]),
      ...INTRINSICS.flatMap((name) => [
        ...functionsOf(name, global[name]),
        ...functionsOf(`${name}.prototype`, global[name]?.prototype),
      ]),
    ])
  }
  const beforeLoading =
    (load) =>
    (...args) => {
      if (args[0] === testPath && args[1] === undefined && known === null) known = look()
      return apply(load, runtime, args)
    }
  runtime.requireModule = beforeLoading(runtime.requireModule)
  runtime.unstable_importModule = beforeLoading(runtime.unstable_importModule)
  return () => {
    const now = look()
    for (const [name, value] of known || []) if (now.get(name) !== value) changed.add(name)
    return [...changed]
  }
}

function functionsOf(name, holder) {
  if (holder === undefined || holder === null) return []
  return ownKeys(holder).flatMap((key) => {
    const value = ownValue(holder, key)
    return typeof value === 'function' && key !== 'constructor' ? [[`${name}.${String(key)}`, value]] : []
  })
}

/** Without calling what may stand in its place. */
function ownValue(holder, key) {
  const property = getOwnPropertyDescriptor(holder, key)
  return property === undefined || 'value' in property ? property?.value : property.get
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
