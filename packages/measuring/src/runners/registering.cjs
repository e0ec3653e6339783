/**
 * Sees who registers with `expect` what decides about equality, matchers or snapshots. Tests, set-up files and packages
 * may; whether a file is one that may is not known here, so each is told with the file. Plain JavaScript for Node 16 and newer.
 */
'use strict'

const { guard, writer } = require('./tampering.cjs')

const MATCHERS = Symbol.for('$$jest-matchers-object')
const { apply, defineProperty, deleteProperty, getOwnPropertyDescriptor, set, setPrototypeOf } = Reflect
const title = String

/** Each can be asked for anything, and agrees; of a name that `expect.extend` may define again there is none. */
const BUILT_IN = ['any', 'anything', 'objectContaining', 'arrayContaining', 'stringContaining', 'stringMatching']
const REGISTERING = ['extend', 'addEqualityTesters', 'addSnapshotSerializer']

module.exports = { isReplaced, listenToAdded, tellAdded, watchExpect, watchRegistered }

let listener = null

/** `note` is told of what, and by which file, empty for one that hides; gives back how to stop. */
function listenToAdded(note) {
  listener = note
  return () => {
    if (listener === note) listener = null
  }
}

function tellAdded(what) {
  if (listener === null) return
  const file = writer()
  if (file !== null) listener(what, file)
}

const seen = new WeakSet()

/** Watches the matchers and the testers that `global` has, each once. */
function watchRegistered(global) {
  const property = getOwnPropertyDescriptor(global, MATCHERS)
  if (property === undefined) return
  // jest keeps them in an object; vitest makes one for each who asks, and goes past it to the testers themselves.
  if ('value' in property) return void (seen.has(property.value) || watchHeld(property.value))
  if (seen.has(property.get) || !property.configurable) return
  const held = watchHeld({ ...apply(property.get, global, []) })
  const get = () => {
    const { state } = apply(property.get, global, [])
    return { ...held, state }
  }
  seen.add(get)
  defineProperty(global, MATCHERS, { ...property, get })
}

/** True: the matchers were replaced after `watchRegistered`. */
function isReplaced(global) {
  const property = getOwnPropertyDescriptor(global, MATCHERS)
  return property === undefined || !(seen.has(property.get) || seen.has(property.value))
}

function watchHeld(held) {
  held.matchers = watched(held.matchers, (key) => `the matcher ${title(key)}`)
  held.customEqualityTesters = watched(held.customEqualityTesters, () => 'the equality testers')
  guard(held, 'the list of ', ['matchers', 'customEqualityTesters'])
  seen.add(held)
  return held
}

/** A proxy that tells of each write, and writes to `target` itself, where its own guards are. */
function watched(target, nameOf) {
  return new Proxy(target, {
    set(_target, key, value) {
      tellAdded(nameOf(key))
      return set(target, key, value)
    },
    defineProperty(_target, key, property) {
      tellAdded(nameOf(key))
      return defineProperty(target, key, property)
    },
    deleteProperty(_target, key) {
      tellAdded(nameOf(key))
      return deleteProperty(target, key)
    },
    setPrototypeOf(_target, prototype) {
      tellAdded(nameOf('prototype'))
      return setPrototypeOf(target, prototype)
    },
  })
}

/** Serializers are kept where nobody can look: who adds one is seen on the way. */
function watchExpect(expect) {
  if (typeof expect !== 'function' || seen.has(expect)) return
  seen.add(expect)
  const { addSnapshotSerializer: add } = expect
  if (typeof add === 'function') {
    expect.addSnapshotSerializer = (...serializers) => {
      tellAdded('the snapshot serializers')
      return apply(add, expect, serializers)
    }
  }
  guard(expect, 'expect.', [...BUILT_IN, ...REGISTERING, 'not'], tellAdded)
  if (expect.not) guard(expect.not, 'expect.not.', BUILT_IN, tellAdded)
}
