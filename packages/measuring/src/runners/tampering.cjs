/**
 * Sees what tested code changes of that which assertions and tests stand on, also where it is put back before a test is
 * over: the places are guarded by accessors that nobody can take away, and which note who writes there. What a package
 * of the project's does is nobody's cheat; nor is what a place was given that it has already. Plain JavaScript for Node 16 and newer.
 */
'use strict'

const { apply, defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect
const { captureStackTrace } = Error
/** Its own: what all objects share can be changed from outside. */
const { bind, call } = Function.prototype
const own = (method) => apply(bind, call, [method])
const [includes, matches] = [String.prototype.includes, RegExp.prototype.exec].map(own)
const title = String

const INTRINSICS = ['Object', 'Array', 'Function', 'Reflect']

module.exports = {
  callerOfNow,
  changedIntrinsics,
  guard,
  guardAssertions,
  filesOfNow,
  guardLanguage,
  intrinsicsOf,
  isByProject,
  listen,
  own,
  ownFunctions,
  ownValue,
  watchNode,
  writer,
}

let listener = null

/** Tells of each place that is written to from now on, whoever was told before; gives back how to stop. */
function listen(note) {
  listener = note
  return () => {
    if (listener === note) listener = null
  }
}

/** Watches `node:assert` and `node:test`, and the functions of the language that other assertions compare with. */
function watchNode(note) {
  const tests = require('node:test')
  const { Readable } = require('node:stream')
  listen(note)
  guardAssertions()
  guard(tests, 'node:test.', ownFunctions(tests))
  guard(Readable.prototype, 'node:stream.Readable.', ['read', 'on', 'push', Symbol.asyncIterator])
  guardLanguage(globalThis)
}

function guardAssertions() {
  const assert = require('node:assert')
  guard(assert, 'node:assert.', ownFunctions(assert))
  guard(assert.strict, 'node:assert.', ownFunctions(assert.strict))
}

/** Guards the functions that equality is found by. */
function guardLanguage(global) {
  guard(global.Object, 'Object.', ['is', 'keys'])
  guard(global.Array, 'Array.', ['isArray'])
}

const tellListener = (what) => {
  if (listener !== null && isByProject()) listener(what)
}

/**
 * Tells the listener `prefix` and the key when code of the project writes there. A guard is never taken away. `asked` is called with
 * what is asked for a key, and the key.
 */
function guard(holder, prefix, keys, tell = tellListener, asked = () => {}) {
  for (const key of keys) {
    const property = getOwnPropertyDescriptor(holder, key)
    if (property === undefined || !property.configurable || !('value' in property)) continue
    let { value } = property
    defineProperty(holder, key, {
      configurable: false,
      enumerable: property.enumerable,
      get() {
        asked(this, key)
        return value
      },
      set(next) {
        // An object that inherits the property may have one of its own.
        if (this !== holder) return void defineProperty(this, key, { ...property, value: next })
        if (next === value) return undefined
        tell(`${prefix}${title(key)}`)
        value = next
        return undefined
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

/** Sigma's own programs lie beside this one, also where Sigma is installed as a package. */
const program = /\.[cm]js$/
const isWatcher = (file) => includes(file, __dirname) && matches(program, file) !== null
const ofNode = /^node:/
const installed = /[\\/]node_modules[\\/]/

/** Packages that only pass a change on: runners, and their assertions. */
const passing =
  /[\\/]node_modules[\\/](?:\.pnpm[\\/].*)?(?:@vitest|@jest|vitest|jest[\w-]*|expect|chai|tinyspy|@sinonjs)[\\/]/

/** Not as text, in which a function with a name made for it looks like a frame of a package. */
function framesOfNow() {
  const { stackTraceLimit, prepareStackTrace } = Error
  Error.stackTraceLimit = 50
  Error.prepareStackTrace = (_error, frames) => frames
  const trace = {}
  captureStackTrace(trace, framesOfNow)
  const frames = trace.stack
  Error.stackTraceLimit = stackTraceLimit
  Error.prepareStackTrace = prepareStackTrace
  return frames
}

const frame = Object.getPrototypeOf(framesOfNow()[0])
const [fileOf, isEval, functionOf] = [frame.getFileName, frame.isEval, frame.getFunctionName].map(own)

/** The files of the frames that lead here, the innermost first, without Sigma's own. */
function filesOfNow() {
  const frames = framesOfNow()
  const files = []
  for (let at = 0; at < frames.length; at += 1) {
    const file = fileOf(frames[at])
    if (typeof file === 'string' && !isWatcher(file)) files[files.length] = file
  }
  return files
}

/** The innermost frame that is of a file, and neither a package's nor Sigma's own; undefined: there is none. */
function callerOfNow() {
  const frames = framesOfNow()
  for (let at = 0; at < frames.length; at += 1) {
    const file = fileOf(frames[at])
    if (typeof file === 'string' && !isWatcher(file) && matches(installed, file) === null) return frames[at]
  }
  return undefined
}

/**
 * The file of the innermost frame that is no runner's, nor of a function named as `others`; null: a package's, or a runner's
 * alone. Empty: there is none; who leaves no frame hides. Evaluated text can name any file its own, so who evaluates it counts.
 */
function writer(others) {
  const frames = framesOfNow()
  let [isPassed, isEvaluated] = [false, false]
  for (let at = 0; at < frames.length; at += 1) {
    const file = fileOf(frames[at])
    if (isEval(frames[at])) isEvaluated = true
    else if (typeof file !== 'string' || matches(ofNode, file) !== null || isWatcher(file)) continue
    else if (matches(passing, file) !== null) isPassed = true
    else if (matches(installed, file) !== null) return null
    else return others !== undefined && matches(others, title(functionOf(frames[at]))) !== null ? null : file
  }
  return isPassed && !isEvaluated ? null : ''
}

function isByProject(others) {
  return writer(others) !== null
}

/** Functions of the language: what they are now, each with where it stands. */
function intrinsicsOf(global) {
  const all = []
  for (const name of INTRINSICS) {
    for (const isOfPrototype of [false, true]) {
      const holder = isOfPrototype ? global[name]?.prototype : global[name]
      if (holder === undefined || holder === null) continue
      for (const key of ownKeys(holder)) {
        const value = ownValue(holder, key)
        if (typeof value === 'function' && key !== 'constructor')
          all.push({
            name,
            isOfPrototype,
            key,
            value,
            title: `${name}${isOfPrototype ? '.prototype' : ''}.${String(key)}`,
          })
      }
    }
  }
  return all
}

/** Tells of those that are another function by now. */
function changedIntrinsics(global, known, tell) {
  let holder
  let before
  for (let at = 0; at < known.length; at += 1) {
    const { [at]: each } = known
    if (before === undefined || before.name !== each.name || before.isOfPrototype !== each.isOfPrototype)
      holder = each.isOfPrototype ? global[each.name]?.prototype : global[each.name]
    before = each
    if (holder === undefined || holder === null || ownValue(holder, each.key) !== each.value) tell(each.title)
  }
}

/** Without calling what may stand in its place. */
function ownValue(holder, key) {
  const property = getOwnPropertyDescriptor(holder, key)
  return property === undefined || 'value' in property ? property?.value : property.get
}
