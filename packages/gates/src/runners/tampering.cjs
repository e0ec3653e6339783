/**
 * Sees what tested code changes of that which assertions and tests stand on, also where it is put back before a test is
 * over: the places are guarded by accessors that nobody can take away, and which note who writes there. What a package
 * of the project's does is nobody's cheat; nor is what a place was given that it has already. Plain JavaScript for Node 16 and newer.
 */
'use strict'

const { defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect
const { captureStackTrace } = Error

module.exports = { guard, ownFunctions, watchNode }

/** Of `node:assert` and `node:test`, and the functions of the language that other assertions compare with. */
function watchNode() {
  const assert = require('node:assert')
  const tests = require('node:test')
  const changed = new Set()
  const note = (what) => changed.add(what)
  guard(assert, 'node:assert', ownFunctions(assert), note)
  guard(assert.strict, 'node:assert', ownFunctions(assert.strict), note)
  guard(tests, 'node:test', ownFunctions(tests), note)
  guardLanguage(globalThis, note)
  return () => [...changed]
}

/** What equality is found by. */
function guardLanguage(global, note) {
  guard(global.Object, 'Object', ['is', 'keys'], note)
  guard(global.Array, 'Array', ['isArray'], note)
}

/** `note` is told the name of each place that somebody of the project's writes to. */
function guard(holder, name, keys, note) {
  for (const key of keys) {
    const property = getOwnPropertyDescriptor(holder, key)
    if (property === undefined || !property.configurable || !('value' in property)) continue
    let { value } = property
    defineProperty(holder, key, {
      configurable: false,
      enumerable: property.enumerable,
      get: () => value,
      set(next) {
        if (next === value) return
        if (isByProject()) note(`${name}.${String(key)}`)
        value = next
      },
    })
  }
}

function ownFunctions(holder) {
  return ownKeys(holder).filter((key) => {
    const property = getOwnPropertyDescriptor(holder, key)
    return typeof property?.value === 'function' && key !== 'constructor' && key !== 'prototype'
  })
}

/** What only passes a change on: runners, and what they assert with. */
const passing =
  /[\\/]node_modules[\\/](?:\.pnpm[\\/].*)?(?:@vitest|@jest|vitest|jest[\w-]*|expect|chai|tinyspy|@sinonjs)[\\/]/

/** Is the innermost frame that is no runner's in a file of the project's own? */
function isByProject() {
  const { stackTraceLimit, prepareStackTrace } = Error
  Error.stackTraceLimit = 50
  Error.prepareStackTrace = undefined
  const trace = {}
  captureStackTrace(trace, isByProject)
  const frames = String(trace.stack).split('\n').slice(1)
  Error.stackTraceLimit = stackTraceLimit
  Error.prepareStackTrace = prepareStackTrace
  const own = frames.filter(
    (each) => !/\(?node:|<anonymous>\)?$/.test(each) && !passing.test(each) && !each.includes(__dirname),
  )
  return own.length === 0 || !/[\\/]node_modules[\\/]/.test(own[0])
}
