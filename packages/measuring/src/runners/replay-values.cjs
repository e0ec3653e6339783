/**
 * Values of recorded calls as JSON, made anew from it, and compared with it. An object that is met again is named by the number that
 * it got first, so that one object stays one. Plain JavaScript for Node 16 and newer, for the Node of the project that is tested.
 *
 * Each value is an array whose first element says what it is: `['plain', …]` an object of no class, `['made', …]` an object of a class
 * of the source, `['met', 7]` the object with the number 7, `['function', 7]`, `['promise', 7]`, `['steps', 7]` an iterator, and so on.
 */
'use strict'

const { types } = require('node:util')

const MOST_DEEP = 12
const MOST_VALUES = 5_000
const MOST_CHARACTERS = 100_000

/** Why a value is not copied. */
class NotCopied extends Error {}

module.exports = { NotCopied, isSteps, made, matches, written }

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function'
const protoOf = Object.getPrototypeOf
const tagOf = (value) => Object.prototype.toString.call(value).slice(8, -1)

/** Plain in whatever realm it was made. */
function isPlain(value) {
  const proto = protoOf(value)
  return (
    proto === null || (protoOf(proto) === null && tagOf(value) === 'Object' && Object.hasOwn(proto, 'isPrototypeOf'))
  )
}

/** An iterator or generator: an object of no class of the source whose steps are asked for by `next`. */
function isSteps(value) {
  return (
    typeof value === 'object' &&
    value !== null &&
    /(Generator|Iterator)$/.test(tagOf(value)) &&
    typeof value.next === 'function'
  )
}

const numbered = new Set([
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
])

/**
 * Writes a value. `book` numbers objects (`numberOf(object)`, `give(object)`), says which are of classes of the source
 * (`classOf(object)`, null: none), and replaces folders of this machine (`text(string)`).
 */
function written(value, book) {
  let count = 0
  const write = (each, depth) => {
    count += 1
    if (count > MOST_VALUES || depth > MOST_DEEP) throw new NotCopied('it is too large')
    switch (typeof each) {
      case 'undefined':
        return ['undefined']
      case 'number':
        return ['number', digits(each)]
      case 'bigint':
        return ['bigint', String(each)]
      case 'boolean':
        return ['value', each]
      case 'string':
        if (each.length > MOST_CHARACTERS) throw new NotCopied('it is too large')
        return ['value', book.text(each)]
      case 'symbol': {
        const key = Symbol.keyFor(each)
        if (key === undefined && !String(each.description).startsWith('Symbol.'))
          throw new NotCopied('it is a symbol of its own')
        return ['symbol', key ?? each.description, key === undefined]
      }
      default:
        return each === null ? ['value', null] : object(each, depth)
    }
  }
  const all = (list, depth) => Array.from(list, (each) => write(each, depth + 1))
  const fields = (each, depth) =>
    Object.entries(Object.getOwnPropertyDescriptors(each)).flatMap(([key, own]) => {
      if (!own.enumerable) return []
      if ('value' in own) return [[key, write(own.value, depth + 1)]]
      if (!book.reckons) throw new NotCopied('it has fields that are reckoned')
      return [[key, ['reckoned']]]
    })
  const object = (each, depth) => {
    const known = book.numberOf(each)
    if (known !== undefined) return ['met', known]
    if (typeof each === 'function') return book.callable(each)
    const of = book.classOf(each)
    if (of !== null) return ['made', book.give(each), of, shown(each, write, depth)]
    if (types.isPromise(each)) return ['promise', book.give(each)]
    if (isSteps(each)) return ['steps', book.give(each)]
    if (types.isProxy(each)) throw new NotCopied('it is a proxy')
    const tag = tagOf(each)
    if (Array.isArray(each)) return ['list', book.give(each), all(each, depth)]
    if (isPlain(each)) return ['plain', book.give(each), fields(each, depth), protoOf(each) === null]
    if (types.isNativeError(each))
      return [
        'error',
        book.give(each),
        errorOf(each, book),
        fields(each, depth).filter(([, own]) => own[0] === 'value' || own[0] === 'number'),
      ]
    if (types.isMap(each))
      return ['map', book.give(each), Array.from(each, ([key, own]) => [write(key, depth + 1), write(own, depth + 1)])]
    if (types.isSet(each)) return ['set', book.give(each), all(each, depth)]
    if (types.isDate(each)) return ['date', book.give(each), String(each.getTime())]
    if (types.isRegExp(each)) return ['pattern', book.give(each), each.source, each.flags, each.lastIndex]
    if (numbered.has(tag))
      return ['numbers', book.give(each), Buffer.isBuffer(each) ? 'Buffer' : tag, Array.from(each, digits)]
    if (tag === 'URL') return ['address', book.give(each), book.text(String(each))]
    throw new NotCopied(`it is an object of ${nameOf(each)}`)
  }
  return write(value, 0)
}

const digits = (number) => (Object.is(number, -0) ? '-0' : String(number))

/** What of an object of a class can be seen from outside, as far as that is no object. */
function shown(each, write, depth) {
  return Object.entries(Object.getOwnPropertyDescriptors(each)).flatMap(([key, own]) =>
    own.enumerable && 'value' in own && !isObject(own.value) && typeof own.value !== 'symbol'
      ? [[key, write(own.value, depth + 1)]]
      : [],
  )
}

const errorOf = ({ name, message }, book) => [String(name), book.text(String(message))]

function nameOf(each) {
  const name = each.constructor?.name
  return typeof name === 'string' && name !== '' ? `the class ${name.slice(0, 60)}` : 'an unknown class'
}

/** Makes a value anew. `book`: `at(number)` gives an object, `bind(number, object)` numbers one, `text`, `callable(written)`. */
function made(value, book) {
  const make = ([what, first, second, third]) => {
    const bound = (object) => {
      book.bind(first, object)
      return object
    }
    switch (what) {
      case 'undefined':
        return undefined
      case 'number':
        return Number(first)
      case 'bigint':
        return BigInt(first)
      case 'value':
        return typeof first === 'string' ? book.text(first) : first
      case 'symbol':
        return second ? Symbol[first.slice('Symbol.'.length)] : Symbol.for(first)
      case 'met':
        return book.at(first)
      case 'list': {
        const list = bound([])
        for (const each of second) list.push(make(each))
        return list
      }
      case 'plain': {
        const object = bound(third ? Object.create(null) : {})
        for (const [key, each] of second)
          Object.defineProperty(object, key, {
            value: make(each),
            enumerable: true,
            writable: true,
            configurable: true,
          })
        return object
      }
      case 'error': {
        const [name, message] = second
        const Kind = typeof globalThis[name] === 'function' && /Error$/.test(name) ? globalThis[name] : Error
        const error = bound(new Kind(book.text(message)))
        if (error.name !== name) error.name = name
        for (const [key, each] of third) error[key] = make(each)
        return error
      }
      case 'map': {
        const map = bound(new Map())
        for (const [key, each] of second) map.set(make(key), make(each))
        return map
      }
      case 'set': {
        const set = bound(new Set())
        for (const each of second) set.add(make(each))
        return set
      }
      case 'date':
        return bound(new Date(Number(second)))
      case 'pattern': {
        const pattern = bound(new RegExp(second, third))
        return pattern
      }
      case 'numbers': {
        const values = second.startsWith('Big') ? third.map(BigInt) : third.map(Number)
        return bound(second === 'Buffer' ? Buffer.from(values) : globalThis[second].from(values))
      }
      case 'address':
        return bound(new URL(book.text(second)))
      default:
        return book.callable(value)
    }
  }
  return make(value)
}

/** Is a value as it was written? What is met for the first time gets the number that it had. */
function matches(value, found, book) {
  const pairs = (list, others, same) =>
    list.length === others.length && list.every((each, at) => same(each, others[at]))
  const fields = (list, object) => {
    const keys = Object.keys(object)
    const isSame = (each, key) =>
      each[0] === 'reckoned' ? Object.getOwnPropertyDescriptor(object, key).get !== undefined : match(each, object[key])
    return keys.length === list.length && list.every(([key, each], at) => keys[at] === key && isSame(each, key))
  }
  const match = ([what, first, second, third, fourth], each) => {
    const bind = () => {
      book.bind(first, each)
      return true
    }
    switch (what) {
      case 'undefined':
        return each === undefined
      case 'number':
        return typeof each === 'number' && Object.is(each, Number(first))
      case 'bigint':
        return typeof each === 'bigint' && String(each) === first
      case 'value':
        return typeof first === 'string' ? typeof each === 'string' && book.asWritten(each) === first : each === first
      case 'symbol':
        return typeof each === 'symbol' && (second ? each.description === first : Symbol.keyFor(each) === first)
      case 'met':
        return book.at(first) === each
      default:
        return isObject(each) && bind() && object([what, first, second, third, fourth], each)
    }
  }
  const object = ([what, , second, third, fourth], each) => {
    switch (what) {
      case 'made':
        return (each.constructor?.name ?? '') === second && third.every(([key, own]) => match(own, each[key]))
      case 'function':
        return typeof each === 'function'
      case 'promise':
        return types.isPromise(each)
      case 'steps':
        return typeof each.next === 'function'
      case 'list':
        return Array.isArray(each) && pairs(second, each, match)
      case 'plain':
        return isPlain(each) && (protoOf(each) === null) === third && fields(second, each)
      case 'error':
        return (
          types.isNativeError(each) &&
          each.name === second[0] &&
          book.asWritten(String(each.message)) === second[1] &&
          third.every(([key, own]) => match(own, each[key]))
        )
      case 'map':
        return (
          types.isMap(each) &&
          pairs(second, [...each], ([key, own], [otherKey, other]) => match(key, otherKey) && match(own, other))
        )
      case 'set':
        return types.isSet(each) && pairs(second, [...each], match)
      case 'date':
        return types.isDate(each) && Object.is(each.getTime(), Number(second))
      case 'pattern':
        return types.isRegExp(each) && each.source === second && each.flags === third && each.lastIndex === fourth
      case 'numbers':
        return (
          (Buffer.isBuffer(each) ? 'Buffer' : tagOf(each)) === second &&
          pairs(third, Array.from(each, digits), (one, other) => one === other)
        )
      case 'address':
        return tagOf(each) === 'URL' && book.asWritten(String(each)) === second
      default:
        return false
    }
  }
  return match(value, found)
}
