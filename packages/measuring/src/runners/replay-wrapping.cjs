/**
 * Wraps what goes between tests and source: functions and objects that source hands out, so that calls of them are noted, and
 * functions that tests hand in. Objects stay the objects that they are; what is called on them is wrapped where it lies. Plain
 * JavaScript for Node 16 and newer.
 */
'use strict'

const { types } = require('node:util')
const { NotCopied, isSteps } = require('./replay-values.cjs')

const { apply, construct, defineProperty, getOwnPropertyDescriptor, ownKeys } = Reflect

module.exports = { isOpen, wrapping }

/**
 * `called(what, args, run)` makes a call that tests may make, `what` gives what is called, or why nobody can tell;
 * `asking(number, args, run)` makes one of a function of tests; `numberOf` gives the number of an object.
 */
function wrapping({ numberOf, called, asking }) {
  const [wrapped, raw, homes] = [new WeakMap(), new WeakMap(), new WeakMap()]
  const classes = new WeakSet()

  /** The name of an object's class, where source defines it; null: it does not. */
  function classOf(object) {
    const own = Object.getPrototypeOf(object)?.constructor
    if (classes.has(own)) return own.name
    for (let proto = Object.getPrototypeOf(object); proto !== null; proto = Object.getPrototypeOf(proto))
      if (classes.has(proto.constructor)) throw new NotCopied('a class of the tests extends one of the source')
    return null
  }

  /** Is it made of a class that source defines, and of none that extends one? */
  const isOfSource = (object) => classes.has(Object.getPrototypeOf(object)?.constructor)

  /** The same with functions of tests wrapped. */
  function takenIn(value, depth) {
    if (typeof value === 'function') {
      if (numberOf(value) !== undefined && !wrapped.has(value)) return raw.get(value) ?? value
      if (homes.has(value) || raw.has(value) || classes.has(value)) return value
      return once(
        value,
        (own) =>
          new Proxy(own, {
            apply: (target, self, args) =>
              asking(
                () => numberOf(wrapped.get(own)),
                args,
                () => apply(target, self, args),
              ),
          }),
      )
    }
    if (depth < 3 && isOpen(value))
      for (const name of Object.keys(value)) replace(value, name, (own) => takenIn(own, depth + 1))
    return value
  }

  function once(own, wrap) {
    const known = wrapped.get(own)
    if (known !== undefined) return known
    const made = wrap(own)
    wrapped.set(own, made)
    raw.set(made, own)
    return made
  }

  /** The same with functions of source wrapped that tests may call. */
  function handedOut(value, depth) {
    if (typeof value === 'function') return callable(value)
    if (typeof value !== 'object' || value === null || depth > 3 || types.isProxy(value)) return value
    if (isSteps(value)) {
      for (const name of ['next', 'return', 'throw']) stepped(value, name)
      return value
    }
    const own = isOfSource(value)
    if (!own && !isOpen(value)) return value
    const object = Object.isFrozen(value) && !own ? thawed(value) : value
    for (const name of ownKeys(object)) {
      replace(object, name, (each) =>
        typeof each === 'function' ? method(object, name, each) : own ? each : handedOut(each, depth + 1),
      )
      reckoned(object, name)
    }
    if (object !== value) Object.freeze(object)
    return object
  }

  function thawed(value) {
    if (!ownKeys(value).some((name) => typeof getOwnPropertyDescriptor(value, name).value === 'function')) return value
    return once(value, () =>
      Object.create(
        Object.getPrototypeOf(value),
        Object.fromEntries(
          ownKeys(value).map((name) => [
            name,
            {
              ...getOwnPropertyDescriptor(value, name),
              configurable: true,
              ...('value' in getOwnPropertyDescriptor(value, name) && { writable: true }),
            },
          ]),
        ),
      ),
    )
  }

  function stepped(steps, name) {
    const own = steps[name]
    if (typeof own !== 'function' || raw.has(own)) return
    const proxy = new Proxy(own, {
      apply: (target, self, args) =>
        called(
          () => on(steps, name),
          args,
          (real) => apply(target, self, real),
        ),
    })
    raw.set(proxy, own)
    defineProperty(steps, name, { value: proxy, enumerable: false, writable: true, configurable: true })
  }

  const callable = (own) =>
    raw.has(own) || homes.has(own) || classes.has(own)
      ? own
      : once(own, () => {
          const proxy = new Proxy(own, {
            apply: (target, self, args) =>
              called(
                () => (numberOf(proxy) !== undefined ? ['function', numberOf(proxy)] : 'nobody saw where it came from'),
                args,
                (real) => apply(target, self, real),
              ),
          })
          return proxy
        })

  const on = (object, name, how = 'call') => {
    const number = numberOf(object)
    return number === undefined
      ? 'nobody saw where its object came from'
      : ['on', number, typeof name === 'symbol' ? [name.description] : name, how]
  }

  const method = (object, name, own) =>
    raw.has(own) || classes.has(own)
      ? own
      : once(
          own,
          () =>
            new Proxy(own, {
              apply: (target, self, args) =>
                called(
                  () => on(self ?? object, name),
                  args,
                  (real) => apply(target, self, real),
                ),
            }),
        )

  function reckoned(object, name) {
    const own = getOwnPropertyDescriptor(object, name)
    if (own?.get === undefined || !own.configurable || raw.has(own.get)) return
    const get = new Proxy(own.get, {
      apply: (target, self) =>
        called(
          () => on(self, name, 'get'),
          [],
          () => apply(target, self, []),
        ),
    })
    raw.set(get, own.get)
    defineProperty(object, name, { ...own, get })
  }

  /** A class that source defines: what is called on what is made of it. */
  function known(own) {
    classes.add(own)
    for (const name of ownKeys(own.prototype)) {
      if (name === 'constructor') continue
      replace(own.prototype, name, (each) => (typeof each === 'function' ? method(null, name, each) : each))
      reckoned(own.prototype, name)
    }
    for (const name of ownKeys(own))
      replace(own, name, (each) =>
        typeof each !== 'function' || classes.has(each) || name === 'prototype'
          ? each
          : new Proxy(each, {
              apply: (target, self, args) => {
                const home = homes.get(raw.get(self) ?? self)
                return called(
                  () => (home === undefined ? 'its class is not exported' : ['export', ...home, name]),
                  args,
                  (real) => apply(target, raw.get(self) ?? self, real),
                )
              },
            }),
      )
  }

  /** What a file exports under a name, as tests are to have it. */
  function exported(file, name, value) {
    if (typeof value === 'function') {
      if (homes.has(value)) return wrapped.get(value) ?? value
      homes.set(value, [file, name])
      const proxy = once(
        value,
        () =>
          new Proxy(
            value,
            handlerOf(value, () => ['export', file, name]),
          ),
      )
      homes.set(proxy, [file, name])
      return proxy
    }
    if (isOpen(value) && !Object.isFrozen(value))
      for (const each of Object.keys(value))
        replace(value, each, (own) =>
          typeof own !== 'function' || raw.has(own) || classes.has(own) || homes.has(own)
            ? own
            : once(
                own,
                () =>
                  new Proxy(own, {
                    apply: (target, self, args) =>
                      called(
                        () => ['export', file, name, each],
                        args,
                        (real) => apply(target, self, real),
                      ),
                  }),
              ),
        )
    return value
  }

  function handlerOf(value, what) {
    return {
      apply: (target, self, args) => called(what, args, (real) => apply(target, self, real)),
      construct: (target, args, made) => {
        const isOwn = raw.get(made) === value || made === value
        return called(
          () => (isOwn ? [...what(), 'new'] : 'a class of the tests extends it'),
          args,
          (real) => construct(target, real, isOwn ? target : made),
        )
      },
    }
  }

  /** The same of what a file without `export` gives. */
  function exportedAll(file, value) {
    if (typeof value === 'function') return exported(file, '', value)
    if (isOpen(value)) for (const name of Object.keys(value)) replace(value, name, (own) => exported(file, name, own))
    return value
  }

  return { classOf, exported, exportedAll, handedOut, isOfSource, known, takenIn }
}

/** A list, or an object of no class. */
function isOpen(value) {
  if (typeof value !== 'object' || value === null || types.isProxy(value)) return false
  if (Array.isArray(value)) return true
  const proto = Object.getPrototypeOf(value)
  return proto === null || (Object.getPrototypeOf(proto) === null && Object.hasOwn(proto, 'isPrototypeOf'))
}

function replace(object, name, wrap) {
  const own = getOwnPropertyDescriptor(object, name)
  if (own === undefined || !('value' in own) || !own.writable) return
  const value = wrap(own.value)
  if (value !== own.value) object[name] = value
}
