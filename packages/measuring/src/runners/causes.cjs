/**
 * What an error says of itself, and of why it was thrown: its causes, and of an `AggregateError` its errors. Plain
 * JavaScript for Node 16 and newer, because it runs beside the tests.
 */
'use strict'

const DEPTH = 5
const MOST = 20
const MESSAGE = 2000
const STACK = 6000

module.exports = { described }

/** An error, or whatever else was thrown, with its causes; `framesOf` takes out of a stack what counts. */
function described(error, framesOf) {
  if (isObject(error)) return { ...causeOf(error, framesOf), causes: causesOf(error), unwanted: unwantedOf(error) }
  return { name: 'Error', code: null, message: String(error).slice(0, MESSAGE), stack: '', causes: [] }
}

/** The stack of the error that an assertion met where it wanted none, or another one. */
function unwantedOf({ actual, matcherResult }) {
  const met = [actual, isObject(matcherResult) ? matcherResult.actual : null].find(isObject)
  return met === undefined || typeof met.stack !== 'string' ? '' : stackOf(met).slice(0, STACK)
}

const isObject = (value) => typeof value === 'object' && value !== null

/**
 * From the outside in, each once. `quoted`: read out of a message of fast-check's, where no error of its own is there. Frames
 * there stand behind what anybody may have said, so they prove nothing.
 */
function causesOf(error) {
  const found = []
  const seen = new Set([error])
  let level = [error]
  for (let depth = 0; depth < DEPTH && level.length > 0; depth += 1) {
    const inner = []
    for (const each of level) {
      for (const cause of within(each)) {
        if (seen.has(cause) || found.length >= MOST) continue
        seen.add(cause)
        inner.push(cause)
        found.push(cause)
      }
    }
    level = inner
  }
  if (found.length > 0) return found.map((each) => causeOf(each))
  const quoted = quotedIn(error)
  return quoted === null ? [] : [quoted]
}

function within(error) {
  const errors = Array.isArray(error.errors) ? error.errors.slice(0, MOST) : []
  return [error.cause, ...errors].filter(isObject)
}

function causeOf(error, framesOf = (stack) => stack) {
  return {
    name: 'matcherResult' in error ? 'JestAssertionError' : String(error.name || 'Error'),
    code: error.code === undefined || error.code === null ? null : String(error.code),
    message: messageOf(error).slice(0, MESSAGE),
    stack: framesOf(stackOf(error)).slice(0, STACK),
    quoted: false,
  }
}

const messageOf = ({ message }) => String(message ?? '')

/** Without the message, in which anybody can write what looks like frames. */
function stackOf(error) {
  const [stack, message] = [String(error.stack || ''), messageOf(error)]
  const at = message === '' ? -1 : stack.indexOf(message)
  return at < 0 ? stack : stack.slice(at + message.length)
}

const isFrame = (line) => /^\s+at /.test(line)

/** fast-check before version 4 keeps no cause, and writes it into the message of the error that it throws itself. */
function quotedIn(error) {
  const lines = messageOf(error)
    .slice(0, 10 * STACK)
    .split('\n')
  if (!/^Property failed after \d+ tests?$/.test(lines[0])) return null
  const top = stackOf(error).split('\n').find(isFrame)
  if (top === undefined || !/[\\/]node_modules[\\/]fast-check[\\/]/.test(top)) return null
  const at = lines.findIndex((line) => /^Got \w*error: /i.test(line))
  if (at < 0) return null
  const [, name, message] = /^Got (\w*error): (.*)$/i.exec(lines[at])
  const rest = lines.slice(at + 1)
  const end = rest.findIndex((line) => !isFrame(line))
  const frames = (end < 0 ? rest : rest.slice(0, end)).join('\n')
  return { name, code: null, message: message.slice(0, MESSAGE), stack: frames.slice(0, STACK), quoted: true }
}
