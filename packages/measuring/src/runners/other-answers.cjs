/** Answers that are others, of the same type. Plain JavaScript for Node 16 and newer. */
'use strict'

const { types } = require('node:util')
const { isOpen } = require('./replay-wrapping.cjs')

module.exports = { other }

/**
 * Something else of the same type, and whether it is: of what is no value nothing else is known. `seed` 0: always
 * the same; `isOwn`: is an object of a class of the source? `drawn`: a text, and a number below zero, that no test can know before.
 */
function other(value, how, depth = 0) {
  const { seed, drawn } = how
  switch (typeof value) {
    case 'number':
      if (seed === 0) return [value === drawn.number ? drawn.number - 1 : drawn.number, true]
      return [Number.isNaN(value) ? 0 : value < 0 ? -value + seed : -value - seed, true]
    case 'bigint':
      return [-value - BigInt(seed + 1), true]
    case 'boolean':
      return [seed === 0 ? false : !value, seed !== 0 || value]
    case 'string':
      if (seed === 0) return [value === drawn.text ? `${drawn.text}s` : drawn.text, true]
      return [`${value.replace(/[a-z0-9]/gi, (each) => turned(each, seed))}${drawn.text}`, true]
    case 'undefined':
      return [{}, true]
    case 'object':
      return value === null ? [{}, true] : depth > 4 ? [value, false] : object(value, how, depth + 1)
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

function object(value, how, depth) {
  const { seed } = how
  if (types.isDate(value)) return [new Date(value.getTime() + 86_400_000 * (seed + 1)), true]
  if (types.isMap(value))
    return [
      new Map(
        [...list([...value.values()], how, depth)].map((each, at) => [[...value.keys()][at] ?? how.drawn.text, each]),
      ),
      true,
    ]
  if (types.isSet(value)) return [new Set(list([...value], how, depth)), true]
  if (types.isTypedArray(value)) {
    if (value.length === 0) return [value, false]
    const copy = value.slice()
    copy[0] = typeof copy[0] === 'bigint' ? copy[0] + 1n : copy[0] + 1
    return [copy, true]
  }
  if (types.isNativeError(value)) return [failure(value, how, depth), true]
  if (Array.isArray(value)) return [list(value, how, depth), true]
  if (isOpen(value)) return fields(value, how, depth)
  return how.isOwn(value) ? shown(value, how) : [value, false]
}

/** Changes all that an error says: its message, its own fields and its cause. The class of the error and its stack stay. */
function failure(error, how, depth) {
  for (const name of new Set(['message', ...Object.keys(error), ...(Object.hasOwn(error, 'cause') ? ['cause'] : [])])) {
    const own = Object.getOwnPropertyDescriptor(error, name)
    if (own !== undefined && !('value' in own && own.writable)) continue
    // A cause with a changed message would still be the object that a test compares it with.
    error[name] = types.isNativeError(error[name]) ? new Error(how.drawn.text) : other(error[name], how, depth)[0]
  }
  return error
}

/** One more of the same kind, for a test may ask how many there are. */
function list(values, how, depth) {
  const others = values.map((each) => other(each, how, depth)[0])
  return [...others, others[0] ?? how.drawn.text]
}

/** What an iterator gives is another, not whether it is over; any other object has one more field, for a test may ask which there are. */
function fields(value, how, depth) {
  const names = Object.keys(value)
  const isStep = names.length === 2 && 'done' in value && 'value' in value
  if (isStep && value.done === true) return [value, false]
  if (names.length === 0) return [{ [how.drawn.text]: 1 }, true]
  let isOther = false
  const entries = names.flatMap((name) => {
    const own = Object.getOwnPropertyDescriptor(value, name)
    if (!('value' in own) || typeof own.value === 'function' || (isStep && name === 'done')) return [[name, own]]
    const [changed, isChanged] = other(own.value, how, depth)
    isOther ||= isChanged
    return [[name, { ...own, value: changed }]]
  })
  if (isOther && !isStep) entries.push([how.drawn.text, { ...plainField, value: firstOf(entries) ?? how.drawn.text }])
  return isOther ? [Object.create(Object.getPrototypeOf(value), Object.fromEntries(entries)), true] : [value, false]
}

const plainField = { configurable: true, enumerable: true, writable: true }
const firstOf = (entries) => entries.find(([, own]) => 'value' in own && typeof own.value !== 'function')?.[1].value

/** An object of a class of the source stays what it is: what can be seen of it is another. */
function shown(value, how) {
  let isOther = false
  for (const name of Object.keys(value)) {
    const own = Object.getOwnPropertyDescriptor(value, name)
    if (!('value' in own) || !own.writable || !/^(string|number|boolean|bigint)$/.test(typeof own.value)) continue
    value[name] = other(own.value, how)[0]
    isOther = true
  }
  return [value, isOther]
}
