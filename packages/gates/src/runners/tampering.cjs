/**
 * Sees what tested code changes of that which assertions and tests stand on, also where it is put back before a test is
 * over: the places are guarded by accessors that nobody can take away, and which note who writes there. What a package
 * of the project's does is nobody's cheat; nor is what a place was given that it has already. Plain JavaScript for Node 16 and newer.
 */
'use strict'

const { defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect
const { captureStackTrace } = Error

const INTRINSICS = ['Object', 'Array', 'Function', 'Reflect']

module.exports = {
  guard,
  guardAssertions,
  guardLanguage,
  intrinsicsOf,
  isByProject,
  listen,
  ownFunctions,
  ownValue,
  watchNode,
}

const listeners = new Set()

/** Tells of each place that is written to from now on; gives back how to stop. */
function listen(note) {
  listeners.add(note)
  return () => listeners.delete(note)
}

/** Of `node:assert` and `node:test`, and the functions of the language that other assertions compare with. */
function watchNode() {
  const tests = require('node:test')
  const changed = new Set()
  listen((what) => changed.add(what))
  guardAssertions()
  guard(tests, 'node:test.', ownFunctions(tests))
  guardLanguage(globalThis)
  return () => [...changed]
}

function guardAssertions() {
  const assert = require('node:assert')
  guard(assert, 'node:assert.', ownFunctions(assert))
  guard(assert.strict, 'node:assert.', ownFunctions(assert.strict))
}

/** What equality is found by. */
function guardLanguage(global) {
  guard(global.Object, 'Object.', ['is', 'keys'])
  guard(global.Array, 'Array.', ['isArray'])
}

/** Whoever listens is told `prefix` and the key when somebody of the project's writes there. Once guarded is for good. */
function guard(holder, prefix, keys) {
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
        if (isByProject()) for (const note of listeners) note(`${prefix}${String(key)}`)
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

const watchers = [__filename, __filename.replace('tampering.cjs', 'jest-tampering.cjs')]
const isWatcher = (frame) => watchers.some((each) => frame.includes(each))

/** What only passes a change on: runners, and what they assert with. */
const passing =
  /[\\/]node_modules[\\/](?:\.pnpm[\\/].*)?(?:@vitest|@jest|vitest|jest[\w-]*|expect|chai|tinyspy|@sinonjs)[\\/]/

/** Is the innermost frame that is no runner's, nor one of `others`, in a file of the project's own? Who leaves no frame hides. */
function isByProject(others) {
  const { stackTraceLimit, prepareStackTrace } = Error
  Error.stackTraceLimit = 50
  Error.prepareStackTrace = undefined
  const trace = {}
  captureStackTrace(trace, isByProject)
  const lines = String(trace.stack).split('\n').slice(1)
  Error.stackTraceLimit = stackTraceLimit
  Error.prepareStackTrace = prepareStackTrace
  const frames = lines.filter((each) => !/\(?node:|<anonymous>\)?$/.test(each) && !isWatcher(each))
  const own = frames.filter((each) => !passing.test(each))
  if (others !== undefined && own.length > 0 && others.test(own[0])) return false
  return own.length === 0 ? frames.length === 0 : !/[\\/]node_modules[\\/]/.test(own[0])
}

/** Functions of the language, by name: what they are now, to be compared with what they are later. */
function intrinsicsOf(global) {
  const all = new Map()
  for (const name of INTRINSICS) {
    for (const [title, holder] of [
      [name, global[name]],
      [`${name}.prototype`, global[name]?.prototype],
    ]) {
      if (holder === undefined || holder === null) continue
      for (const key of ownKeys(holder)) {
        const value = ownValue(holder, key)
        if (typeof value === 'function' && key !== 'constructor') all.set(`${title}.${String(key)}`, value)
      }
    }
  }
  return all
}

/** Without calling what may stand in its place. */
function ownValue(holder, key) {
  const property = getOwnPropertyDescriptor(holder, key)
  return property === undefined || 'value' in property ? property?.value : property.get
}
