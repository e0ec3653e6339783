/**
 * Makes recorded calls again (`replay-recorder.cjs`), one after another as they came, and says of each whether the same came back.
 * Plain JavaScript for Node 16 and newer.
 */
'use strict'

const { AsyncLocalStorage } = require('node:async_hooks')
const { inspect } = require('node:util')
const { contents } = require('./replay-contents.cjs')
const { made, matches } = require('./replay-values.cjs')

module.exports = { again }

const WAIT_MS = 3_000
/** So long is waited, after the last call, for callbacks that are asked later, as by a timer. */
const LATE_MS = 200
const { setTimeout: after } = globalThis

/**
 * `root`: where the source lies, `inputs`: where files lie that calls name. `modules`: by file, `{ exports }`, or `{ failed: { error } }`; `begins` is told of each call before it is made. Gives `{ at, same, found }` of each call that was made, where `found` is what
 * came back in words, and `{ at, why }` of each that was not.
 */
async function again({ events, modules, root, inputs, begins = () => undefined }) {
  const bound = new Map()
  const [results, answers, asked, settled] = [new Map(), new Map(), new Map(), new Map()]
  for (const each of events) {
    if (each.event === 'answered' || each.event === 'threw') answers.set(each.at, each)
    if (each.event === 'settled') settled.set(each.number, each)
    if (each.event === 'asked') asked.set(each.number, [...(asked.get(each.number) ?? []), each])
  }
  /** The call in which source is at work, also later. */
  const where = new AsyncLocalStorage()
  /** By the number of a callback, the call that it was given to. */
  const owners = new Map()
  /** What each call was given. */
  const handed = new Map()
  let making = 0
  let stage = 'calling'
  const differs = (at, found) => {
    const known = results.get(at)
    if (known?.same !== false) results.set(at, { at, same: false, found })
  }
  const book = {
    at: (number) => {
      if (!bound.has(number)) throw new Missing()
      return bound.get(number)
    },
    bind: (number, object) => void bound.set(number, object),
    text: (value) => value.split('<root>').join(root).split('<inputs>').join(inputs),
    // Source that was loaded anew has a number at the end of its address.
    asWritten: (value) =>
      value
        .split(inputs)
        .join('<inputs>')
        .split(root)
        .join('<root>')
        .replace(/[?]once=\d+/g, ''),
    callable: ([what, number]) => {
      if (what === 'callback') return callback(number)
      if (what === 'promise') return promised(number)
      throw new Missing()
    },
  }
  const isSame = (value, found) => {
    try {
      return matches(value, found, book)
    } catch {
      return false
    }
  }
  function promised(number) {
    const own = settled.get(number)
    if (own === undefined || own.unknown !== undefined) throw new Missing()
    const promise = own.fails ? Promise.reject(made(own.value, book)) : Promise.resolve(made(own.value, book))
    promise.catch(() => undefined)
    bound.set(number, promise)
    return promise
  }
  function callback(number) {
    owners.set(number, making)
    const own = (...args) => {
      const now = where.getStore() ?? owners.get(number)
      const next = asked.get(number)?.shift()
      if (next === undefined) {
        // What goes on for ever, as an interval, is not ended by anybody any more.
        if (stage === 'calling') differs(now, 'it asks a callback once more')
        return undefined
      }
      for (const [place, one] of next.asked.entries())
        if (one.value !== undefined && !isSame(one.value, args[place]))
          differs(now, `it gives a callback ${said(args[place])}`)
      if (next.unknown !== undefined) return undefined
      const answer = made(next.value, book)
      if (next.fails) throw answer
      return answer
    }
    bound.set(number, own)
    return own
  }
  const keyOf = (name) =>
    Array.isArray(name) ? (name[0].startsWith('Symbol.') ? Symbol[name[0].slice(7)] : Symbol(name[0])) : name

  /** Gives what makes the call. */
  function target([kind, first, second, third, fourth]) {
    if (kind === 'function') {
      const own = book.at(first)
      return (args) => own(...args)
    }
    if (kind === 'on') {
      const [object, name] = [book.at(first), keyOf(second)]
      return third === 'get' ? () => object[name] : (args) => object[name](...args)
    }
    const module = modules[first]
    if (module === undefined) throw new Missing()
    if (module.failed !== undefined)
      return () => {
        throw module.failed.error
      }
    const home = second === '' ? module.exports : module.exports[second]
    if (third === 'new') return (args) => new home(...args)
    if (third === undefined) return (args) => home(...args)
    return fourth === 'new' ? (args) => new home[third](...args) : (args) => home[third](...args)
  }

  for (const each of events) {
    if (each.event === 'called') {
      if (each.unknown !== undefined) {
        results.set(each.at, { at: each.at, why: each.unknown })
        continue
      }
      let run
      let args
      making = each.at
      try {
        run = target(each.what)
        args = each.given.map((one) => made(one, book))
      } catch {
        results.set(each.at, { at: each.at, why: 'it follows a call that was not made again' })
        continue
      }
      handed.set(each.at, args)
      begins(each.at)
      const answer = answers.get(each.at)
      try {
        const found = where.run(each.at, () => run(args))
        if (typeof found?.then === 'function') found.then(undefined, () => undefined)
        if (answer?.event === 'threw') differs(each.at, said(found))
        else judge(each.at, answer, found)
      } catch (error) {
        if (answer?.event === 'threw') judge(each.at, answer, error)
        else differs(each.at, `an error: ${said(error)}`)
      }
    } else if (each.event === 'changed' && handed.has(each.at)) {
      const given = handed.get(each.at)[each.place]
      if (contents(given, book.asWritten) !== each.now) differs(each.at, `it leaves ${said(given)}`)
    } else if (each.event === 'settled' && bound.has(each.number) && each.at > 0) {
      const { fails = false, value } = await outcomeOf(bound.get(each.number))
      if (fails !== (each.fails ?? false)) differs(each.at, `${fails ? 'an error: ' : ''}${said(value)}`)
      else judge(each.at, each, value)
    }
  }
  stage = 'waiting'
  const left = () => [...owners].filter(([number]) => asked.get(number)?.length > 0)
  for (const end = Date.now() + LATE_MS; left().length > 0 && Date.now() < end; )
    await new Promise((resolve) => after(resolve, 5))
  for (const [, at] of left()) differs(at, 'it asks a callback less often')
  return [...results.values()]

  function judge(at, answer, found) {
    if (answer === undefined || answer.unknown !== undefined) {
      if (!results.has(at))
        results.set(at, {
          at,
          why: answer === undefined ? 'it never answered' : `its answer is not compared: ${answer.unknown}`,
        })
    } else if (!isSame(answer.value, found)) differs(at, said(found))
    else if (!results.has(at)) results.set(at, { at, same: true })
  }
}

class Missing extends Error {}

function said(value) {
  try {
    return inspect(value, { depth: 3, breakLength: Infinity }).slice(0, 200)
  } catch {
    return 'something else'
  }
}

async function outcomeOf(promise) {
  let timer
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve({ value: 'nothing in three seconds' }), WAIT_MS)
  })
  const own = promise.then(
    (value) => ({ value }),
    (value) => ({ fails: true, value }),
  )
  const outcome = await Promise.race([own, late])
  clearTimeout(timer)
  return outcome
}
