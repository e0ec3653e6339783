/**
 * Sees what a matcher is given to compare that would decide by itself: matchers ask whatever has a function
 * `asymmetricMatch` whether it equals, also when it is what tested code gave back, and believe it. Plain JavaScript for
 * Node 16 and newer.
 */
'use strict'

const { apply, defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect
/** Its own: what all objects share can be changed from outside. */
const { bind, call } = Function.prototype
const own = (method) => apply(bind, call, [method])
const [has, add] = [WeakSet.prototype.has, WeakSet.prototype.add].map(own)
const [eachOfSet, eachOfMap] = [Set.prototype.forEach, Map.prototype.forEach].map(own)
const matches = own(RegExp.prototype.exec)
const { isMap, isProxy, isSet } = require('node:util').types
const { isView } = ArrayBuffer
/** Its own: tests may stand in for the global one. */
const afterwards = queueMicrotask

/** Matchers that compare, and so ask for `asymmetricMatch`. */
const comparing = /Equal|Match|Contain|Property|With$|OneOf/
/** More is compared by hand. */
const mostLookedAt = 50_000

/** How it is told of, among what was changed of that which judges. */
const standIn = 'what it gave to matchers to compare, which answers for itself by asymmetricMatch'

module.exports = { standIn, watchAsked, watchReceived }

/**
 * Has each comparing matcher of `holder` tell when it is given such a thing; before anything guards them. `receivedOf` is
 * given what a matcher is called on and with. Not of those named as `apart`.
 */
function watchReceived(holder, receivedOf, tell, apart = /^$/) {
  for (const name of ownKeys(holder)) {
    const property = getOwnPropertyDescriptor(holder, name)
    const { value: matcher, writable } = property
    if (typeof name !== 'string' || typeof matcher !== 'function' || !writable) continue
    if (matches(comparing, name) === null || matches(apart, name) !== null) continue
    const watched = function (...given) {
      const received = receivedOf(this, given)
      if (standsIn(received, false)) tell()
      const result = apply(matcher, this, given)
      if (standsIn(received, true)) tell()
      return result
    }
    for (const key of ownKeys(matcher)) {
      const copied = getOwnPropertyDescriptor(matcher, key)
      if (getOwnPropertyDescriptor(watched, key)?.configurable !== false) defineProperty(watched, key, copied)
    }
    defineProperty(holder, name, { ...property, value: watched })
  }
}

/**
 * The same for matchers named as `names`, when they are asked for: vitest counts frames to find where an inline snapshot stands, so
 * nothing may call it in between. What getters give is looked at when the matcher is over.
 */
function watchAsked(names, receivedOf, tell) {
  return (asserting, name) => {
    if (typeof name !== 'string' || matches(names, name) === null) return
    const received = receivedOf(asserting, [])
    if (standsIn(received, false)) tell()
    afterwards(() => {
      if (standsIn(received, true)) tell()
    })
  }
}

/** Is it, or is in it, what decides by itself? What getters give is looked at only after they were asked anyway. */
function standsIn(received, alsoGetters) {
  const left = [received]
  const seen = new WeakSet()
  for (let count = 0; left.length > 0 && count < mostLookedAt; count += 1) {
    const value = left[left.length - 1]
    left.length -= 1
    if (value === null || (typeof value !== 'object' && typeof value !== 'function') || has(seen, value)) continue
    add(seen, value)
    try {
      if (typeof value.asymmetricMatch === 'function') return true
      open(value, alsoGetters, (inner) => {
        left[left.length] = inner
      })
    } catch {
      // A value that cannot be read is not read by a matcher either.
    }
  }
  return false
}

function open(value, alsoGetters, put) {
  // Matchers compare the arguments of a spy in its place.
  if (typeof value === 'function') return isSpy(value) ? put(value.mock) : undefined
  if (isView(value)) return
  if (isMap(value)) {
    eachOfMap(value, (inner, key) => {
      put(inner)
      put(key)
    })
  } else if (isSet(value)) eachOfSet(value, put)
  const isHidden = isProxy(value)
  for (const key of ownKeys(value)) {
    const property = getOwnPropertyDescriptor(value, key)
    if (property === undefined) continue
    if (isHidden || (alsoGetters && property.get !== undefined && property.enumerable)) put(value[key])
    else if ('value' in property) put(property.value)
  }
}

const isSpy = ({ mock }) => typeof mock === 'object' && mock !== null
