/**
 * JSON that nobody has a say in: `JSON.stringify` asks all that is an object for its `toJSON`, which the tested code can give
 * to every object there is. Plain JavaScript for Node 16 and newer.
 */
'use strict'

const { stringify } = JSON
const { isArray } = Array
const { ownKeys } = Reflect

module.exports = { jsonOf }

function jsonOf(value) {
  if (typeof value !== 'object' || value === null) return isWritten(value) ? stringify(value) : 'null'
  let text = ''
  if (isArray(value)) {
    for (let at = 0; at < value.length; at += 1) text += `${at === 0 ? '' : ','}${jsonOf(value[at])}`
    return `[${text}]`
  }
  const keys = ownKeys(value)
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at]
    const own = typeof key === 'string' ? value[key] : undefined
    if (isWritten(own)) text += `${text === '' ? '' : ','}${stringify(key)}:${jsonOf(own)}`
  }
  return `{${text}}`
}

const isWritten = (value) => value !== undefined && typeof value !== 'function' && typeof value !== 'symbol'
