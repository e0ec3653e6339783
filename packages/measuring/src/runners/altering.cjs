/**
 * Has source whose text says so (`replay/recorded-source.ts`) answer tests something else of the same type, in place of noting what
 * it answers. Says in a signed line `{ kind: 'altered' }` that something was another. Plain JavaScript for Node 16 and newer.
 */
'use strict'

const { AsyncLocalStorage } = require('node:async_hooks')
const { types } = require('node:util')
const { telling } = require('./mutant-account.cjs')
const { isOpen, wrapping } = require('./replay-wrapping.cjs')

module.exports = { altering, other }

/**
 * `how`: `each` call answers something of its own, or all the `same`. `idle` are calls, as `keyOf` names them, that answer nothing:
 * they are not made, by `undefined` or `promise` for what comes in place of the answer.
 */
function altering({ account, key, how, idle }) {
  const tell = telling(account, key)
  const where = new AsyncLocalStorage()
  let count = 0
  let isTold = false
  const note = () => {
    if (!isTold) tell({ kind: 'altered' })
    isTold = true
  }
  const altered = (answer) => {
    count += 1
    const [value, isOther] = other(answer, how === 'each' ? count : 0)
    if (isOther) note()
    return value
  }
  function called(what, args, run) {
    if (where.getStore() === 'source') return run(args)
    const instead = idle[keyOf(what())]
    if (instead !== undefined) {
      note()
      return instead === 'promise' ? Promise.resolve() : undefined
    }
    let answer
    try {
      answer = where.run('source', () => run(args))
    } catch {
      note()
      return undefined
    }
    if (!types.isPromise(answer)) return altered(wraps.handedOut(answer, 0))
    return answer.then(
      (value) => altered(wraps.handedOut(value, 0)),
      () => void note(),
    )
  }
  const wraps = wrapping({ numberOf: () => 0, called, asking: (_number, _args, run) => run() })
  return {
    of: (file) => ({
      known: wraps.known,
      one: (name, value) => wraps.exported(file, name, value),
      all: (value) => wraps.exportedAll(file, value),
    }),
  }
}

/** The same name for all calls of a function, or of a method on whatever object. */
const keyOf = (what) => (Array.isArray(what) ? (what[0] === 'on' ? `on ${String(what[2])}` : what.join(' ')) : '')

/** Of many kinds of characters, for a test may say what there is none of. */
const OTHER_TEXT = ' Other 7!'

/** Something else of the same type, and whether it is: of what is no value nothing else is known. `seed` 0: always the same. */
function other(value, seed, depth = 0) {
  switch (typeof value) {
    case 'number':
      if (seed === 0) return value === -7 ? [-8, true] : [-7, true]
      return [Number.isNaN(value) ? 0 : value < 0 ? -value + seed : -value - seed, true]
    case 'bigint':
      return [-value - BigInt(seed + 1), true]
    case 'boolean':
      return [seed === 0 ? false : !value, seed !== 0 || value]
    case 'string':
      if (seed === 0) return [value === OTHER_TEXT ? 'others' : OTHER_TEXT, true]
      return [`${value.replace(/[a-z0-9]/gi, (each) => turned(each, seed))}${OTHER_TEXT}`, true]
    case 'undefined':
      return [{}, true]
    case 'object':
      return value === null ? [{}, true] : depth > 4 ? [value, false] : object(value, seed, depth + 1)
    default:
      return [value, false]
  }
}

/** Another letter, of the same case, or another digit. */
function turned(each, seed) {
  const [first, count] = /\d/.test(each) ? ['0', 10] : [each >= 'a' ? 'a' : 'A', 26]
  const from = first.charCodeAt(0)
  return String.fromCharCode(from + ((each.charCodeAt(0) - from + 1 + (seed % (count - 1))) % count))
}

function object(value, seed, depth) {
  if (types.isDate(value)) return [new Date(value.getTime() + 86_400_000 * (seed + 1)), true]
  if (types.isMap(value))
    return [
      new Map(
        [...list([...value.values()], seed, depth)].map((each, at) => [[...value.keys()][at] ?? OTHER_TEXT, each]),
      ),
      true,
    ]
  if (types.isSet(value)) return [new Set(list([...value], seed, depth)), true]
  if (types.isTypedArray(value)) {
    if (value.length === 0) return [value, false]
    const copy = value.slice()
    copy[0] = typeof copy[0] === 'bigint' ? copy[0] + 1n : copy[0] + 1
    return [copy, true]
  }
  if (types.isNativeError(value)) {
    value.message = other(value.message, seed)[0]
    return [value, true]
  }
  if (Array.isArray(value)) return [list(value, seed, depth), true]
  if (isOpen(value)) return fields(value, seed, depth)
  return shown(value, seed)
}

/** One more of the same kind, for a test may ask how many there are. */
function list(values, seed, depth) {
  const others = values.map((each) => other(each, seed, depth)[0])
  return [...others, others[0] ?? OTHER_TEXT]
}

/** What an iterator gives is another, not whether it is over. */
function fields(value, seed, depth) {
  const names = Object.keys(value)
  const isStep = names.length === 2 && 'done' in value && 'value' in value
  if (isStep && value.done === true) return [value, false]
  if (names.length === 0) return [{ [OTHER_TEXT]: 1 }, true]
  let isOther = false
  const entries = names.flatMap((name) => {
    const own = Object.getOwnPropertyDescriptor(value, name)
    if (!('value' in own) || typeof own.value === 'function' || (isStep && name === 'done')) return [[name, own]]
    const [changed, isChanged] = other(own.value, seed, depth)
    isOther ||= isChanged
    return [[name, { ...own, value: changed }]]
  })
  return isOther ? [Object.create(Object.getPrototypeOf(value), Object.fromEntries(entries)), true] : [value, false]
}

/** An object of a class stays what it is: what can be seen of it is another. */
function shown(value, seed) {
  let isOther = false
  for (const name of Object.keys(value)) {
    const own = Object.getOwnPropertyDescriptor(value, name)
    if (!('value' in own) || !own.writable || !/^(string|number|boolean|bigint)$/.test(typeof own.value)) continue
    value[name] = other(own.value, seed)[0]
    isOther = true
  }
  return [value, isOther]
}
