/**
 * Notes the calls that tests make of source, where its text says so (`replay/recorded-source.ts`): what was asked with what, what came
 * back, when promises settled, and what callbacks of tests were asked and answered. Calls that source makes itself are not noted, nor
 * those that are made before a test file says that it is noted. One line an event, `{ session, event, … }`, signed as in `mutant-account.cjs`. Plain JavaScript for Node 16 and newer.
 */
'use strict'

const { AsyncLocalStorage } = require('node:async_hooks')
const { randomUUID } = require('node:crypto')
const { tmpdir } = require('node:os')
const { inspect, types } = require('node:util')
const { telling } = require('./mutant-account.cjs')
const { contents } = require('./replay-contents.cjs')
const { NotCopied, written } = require('./replay-values.cjs')
const { world } = require('./replay-world.cjs')
const { wrapping } = require('./replay-wrapping.cjs')

const MOST_EVENTS = 3_000

module.exports = { recorder }

/** `roots` are names of the checkout's folder; `account` is where lines go, and `key` signs them. */
function recorder({ roots, account, key }) {
  const tell = telling(account, key)
  const main = randomUUID()
  const set = world()
  let session = main
  /** Of the test file: why none of its calls can be made again, or null, and what its tests may set. */
  let [never, may] = [null, []]
  const where = new AsyncLocalStorage()
  const numbers = new WeakMap()
  const loaded = new Set()
  let [calls, objects, events] = [0, 0, 0]
  /** `waiting`: until a test file says that its calls are noted; `over`: the most events that are kept were noted. */
  let stage = 'waiting'

  function note(event, more) {
    if (stage !== 'noting') return
    events += 1
    tell({ session, event: events === MOST_EVENTS ? 'stopped' : event, ...more })
    if (events === MOST_EVENTS) stage = 'over'
  }
  function give(object) {
    objects += 1
    numbers.set(object, objects)
    return objects
  }
  function text(value) {
    const own = roots.reduce((all, root) => all.split(root).join('<root>'), value)
    if (own.includes(`${tmpdir()}/`)) throw new NotCopied('it names a temporary file')
    return own
  }
  const book = { numberOf: (object) => numbers.get(object), give, text, classOf: (object) => wraps.classOf(object) }
  const answers = { ...book, reckons: true, callable: (each) => ['function', give(each)] }
  const given = { ...book, reckons: false, callable: (each) => ['callback', give(each)] }

  /** `{ value }`, or `{ unknown }`: why it is not written. */
  function copied(value, own) {
    try {
      return { value: written(value, own) }
    } catch (error) {
      return { unknown: error instanceof NotCopied ? error.message : 'it cannot be looked at' }
    }
  }
  const said = (value) => {
    try {
      return inspect(value, { depth: 3, breakLength: Infinity }).slice(0, 200)
    } catch {
      return ''
    }
  }

  /** Makes a call, and notes it where a test makes it. `what` says what is called. */
  function called(what, args, run) {
    const from = where.getStore()
    if (stage === 'waiting' || from === 'source') return run(args)
    if (stage === 'over')
      return wraps.handedOut(
        where.run('source', () => run(args.map((each) => wraps.takenIn(each, 0)))),
        0,
      )
    if (from === 'callback') note('reentered', {})
    calls += 1
    const at = calls
    const own = args.map((each) => wraps.takenIn(each, 0))
    const copies = own.map((each) => copied(each, given))
    const target = what()
    const unknown =
      never ??
      set(may) ??
      (typeof target === 'string' ? target : copies.find((each) => each.unknown !== undefined)?.unknown)
    note('called', {
      at,
      words: said(own).slice(1, -1).trim(),
      ...(unknown === undefined ? { what: target, given: copies.map(({ value }) => value) } : { unknown }),
    })
    const changed = changing(own, at)
    let answer
    try {
      answer = where.run('source', () => run(own))
    } catch (error) {
      note('threw', { at, ...copied(error, answers), said: said(error) })
      changed()
      throw error
    }
    answer = wraps.handedOut(answer, 0)
    note('answered', { at, ...copied(answer, answers), said: said(answer) })
    changed()
    settling(answer, at, changed)
    return answer
  }

  /** Notes what objects that a call was given hold afterwards, where that is another than before. */
  function changing(args, at) {
    const held = args.map((each) => contents(each, text))
    return () => {
      for (const [place, each] of args.entries()) {
        const now = held[place] === null ? null : contents(each, text)
        if (now === null || now === held[place]) continue
        held[place] = now
        note('changed', { at, place, now, said: said(each) })
      }
    }
  }

  function settling(promise, at, changed = () => undefined) {
    if (!types.isPromise(promise)) return
    const number = numbers.get(promise)
    promise.then(
      (value) => {
        note('settled', { at, number, ...copied(wraps.handedOut(value, 0), answers), said: said(value) })
        changed()
      },
      (error) => {
        note('settled', { at, number, fails: true, ...copied(error, answers), said: said(error) })
        changed()
      },
    )
  }

  /** What a function of tests is asked by source, and what it answers. */
  function asking(number, args, run) {
    if (where.getStore() !== 'source') return run()
    if (stage === 'over') return where.run('callback', run)
    const asked = args.map((each) => copied(wraps.handedOut(each, 0), answers))
    const tellAnswer = (more) => note('asked', { number: number(), asked, ...more })
    let answer
    try {
      answer = where.run('callback', run)
    } catch (error) {
      tellAnswer({ fails: true, ...copied(error, given) })
      throw error
    }
    tellAnswer(copied(answer, given))
    settling(answer, 0)
    return answer
  }

  const wraps = wrapping({ numberOf: (object) => numbers.get(object), called, asking })

  function of(file) {
    // What is loaded once more is another module of the same text: nobody can tell whose calls are whose. An earlier test file of the
    // process may have loaded it for itself.
    if (loaded.has(file) && stage !== 'waiting')
      return { known: () => undefined, one: (_name, value) => value, all: (value) => value }
    loaded.add(file)
    return {
      known: wraps.known,
      one: (name, value) => wraps.exported(file, name, value),
      all: (value) => wraps.exportedAll(file, value),
    }
  }

  function begin(noted) {
    ;({ never, may } = noted)
    note('begun', { file: noted.file })
  }

  return {
    of,
    /** The calls that are made from now on are those of this test file. */
    begun: (noted) => {
      if (stage === 'waiting' || session !== main) stage = 'noting'
      session = main
      begin(noted)
    },
    /** The same of a test file whose calls are told to few: they are in a session of their own, whatever else the process runs. */
    hidden: (noted) => {
      ;[session, stage, events] = [randomUUID(), 'noting', 0]
      begin(noted)
    },
    /** The calls that are made from now on are those of a test file whose calls are told to nobody. */
    apart: () => {
      if (stage === 'noting') stage = 'waiting'
    },
  }
}
