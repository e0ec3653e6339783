/**
 * Has source whose text says so (`replay/recorded-source.ts`) answer tests something else of the same type, in place of noting what
 * it answers. Says in signed lines `{ kind: 'altered' }` that something was another, and `{ kind: 'sample', … }` what calls answer. Plain JavaScript for Node 16 and newer.
 */
'use strict'

const { AsyncLocalStorage } = require('node:async_hooks')
const { types } = require('node:util')
const { telling } = require('./mutant-account.cjs')
const { other } = require('./other-answers.cjs')
const { NotCopied, made, written } = require('./replay-values.cjs')
const { isOpen, wrapping } = require('./replay-wrapping.cjs')

module.exports = { altering }

/**
 * `how`: calls answer something else, and what was equal stays equal (`others`), all of them the `same`, or each what it answers
 * `usually`. `gone` are calls, by `keyOf`, that are not made: each with what it answered once, and whether that was promised.
 * Something else of that type is given in place of the call, or just that where calls answer `usually`. `values` are names of what
 * the source offers beside functions, in place of which there is something else. `drawn`: as in `other-answers.cjs`.
 */
function altering({ account, key, how, gone, values, drawn }) {
  const tell = telling(account, key)
  const where = new AsyncLocalStorage()
  const sampled = new Map()
  const isUsual = how === 'usually'
  let isTold = false
  const note = () => {
    if (!isTold) tell({ kind: 'altered' })
    isTold = true
  }
  const altered = (answer) => (isUsual ? answer : another(answer, how === 'others' ? -drawn.number : 0))
  const another = (value, seed = -drawn.number) => {
    const [instead, isOther] = other(value, { seed, isOwn, drawn })
    if (isOther) note()
    return instead
  }
  /** What a call answered, the first time that it answered anything; `on`: what it was called on. */
  const sample = (name, answer, on, promised) => {
    const known = sampled.get(name)
    if (known !== undefined && (known !== 'undefined' || answer === undefined)) return
    const value = isOwn(answer) ? [answer === on ? 'itself' : 'own'] : sampleOf(answer)
    sampled.set(name, value[0])
    tell({ kind: 'sample', key: name, promised, value })
  }
  /** Another object of the same class: nothing else can be given in place of one whose class the source defines. */
  const anotherOwn = (own) => {
    note()
    return Object.create(Object.getPrototypeOf(own), Object.getOwnPropertyDescriptors(own))
  }
  /** No error where there was one, unless answers are usual. */
  const failed = (error) => {
    if (isUsual) throw error
    note()
    return undefined
  }
  /** The answer that is given in place of a call that is not made. */
  function given([kind, ...rest], on) {
    if (kind === 'itself') return isUsual ? on : anotherOwn(on)
    const real = made([kind, ...rest], plainBook)
    note()
    return real === undefined ? undefined : altered(real)
  }
  function called(what, args, run) {
    if (where.getStore() === 'source') return run(args)
    const place = what()
    const name = keyOf(place)
    const on = place[0] === 'on' ? place[1] : undefined
    const instead = Object.hasOwn(gone, name) ? gone[name] : undefined
    if (instead !== undefined && instead.value[0] !== 'own') {
      const answer = given(instead.value, on)
      return instead.promised ? Promise.resolve(answer) : answer
    }
    const handed = (answer, promised) => {
      sample(name, answer, on, promised)
      const value = altered(wraps.handedOut(answer, 0))
      return instead !== undefined && isOwn(value) ? anotherOwn(value) : value
    }
    let answer
    try {
      answer = where.run('source', () => run(args))
    } catch (error) {
      return failed(error)
    }
    if (!types.isPromise(answer)) return handed(answer, false)
    return answer.then((value) => handed(value, true), failed)
  }
  const isOwn = (object) =>
    typeof object === 'object' && object !== null && !types.isProxy(object) && wraps.isOfSource(object)
  const offered = (name, value) => (values.includes(name) && typeof value !== 'function' ? another(value) : value)
  const allOffered = (all) => {
    if (isOpen(all))
      for (const name of Object.keys(all)) if (values.includes(name)) all[name] = offered(name, all[name])
    return all
  }
  const wraps = wrapping({ numberOf: (object) => object, called, asking: (_number, _args, run) => run() })
  return {
    of: (file) => ({
      known: wraps.known,
      one: (name, value) => wraps.exported(file, name, offered(name, value)),
      all: (value) => wraps.exportedAll(file, allOffered(value)),
    }),
  }
}

const plainBook = { text: (value) => value, bind: () => undefined }

/** Values alone: of functions, objects of classes and steps of iterators nothing can be given in their place. */
function sampleOf(answer) {
  if (typeof answer === 'object' && answer !== null && 'done' in answer && 'value' in answer) return ['unknown']
  let count = 0
  const refuse = () => {
    throw new NotCopied('it is no value')
  }
  try {
    return written(answer, {
      ...{ numberOf: () => undefined, give: () => ++count, text: (value) => value, reckons: false },
      ...{ classOf: () => null, callable: refuse },
    })
  } catch {
    return ['unknown']
  }
}

/** The same name for all calls of a function, or of a method on whatever object. */
function keyOf(what) {
  if (!Array.isArray(what) || what[0] === 'function') return 'function'
  return what[0] === 'on' ? `on ${String(what[2])}` : what.join(' ')
}
