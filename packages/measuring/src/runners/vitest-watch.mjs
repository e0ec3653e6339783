/**
 * The runner that vitest runs the tests of a file with, in the worker: its own, watched. At the end of each file it writes
 * down, signed, which tests really came to their end without an error, and what was changed of that which judges them.
 * Tested code could tell the main process everything else that a worker tells it. Plain JavaScript for Node 20 and newer.
 */
import { appendFileSync } from 'node:fs'
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import ownJson from './own-json.cjs'
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import registering from './registering.cjs'
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import signedLines from './signed-lines.cjs'
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import standing from './standing-in.cjs'
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import starts from './started.cjs'
// biome-ignore lint/correctness/noUnresolvedImports: a CommonJS module, whose only export Node sees whole is the default
import tampering from './tampering.cjs'
import { beginReaching, takeReached } from './vitest-reached.mjs'

const { jsonOf } = ownJson
/** Its own: what is imported can be changed from outside. */
const append = appendFileSync
const { isReplaced, listenToAdded, tellAdded, watchExpect, watchRegistered } = registering
const { standIn, watchAsked, watchReceived } = standing
const { changedIntrinsics, guard, guardAssertions, guardLanguage, intrinsicsOf, listen, ownFunctions } = tampering
/** Methods that all collections share can be changed from outside as well. */
const withOwnMethods = (Shared) => {
  class Own extends Shared {}
  for (const name of ['add', 'set', 'has', 'get', 'delete', 'forEach'])
    if (name in Shared.prototype) Object.defineProperty(Own.prototype, name, { value: Shared.prototype[name] })
  return Own
}
const [OwnSet, OwnMap] = [withOwnMethods(Set), withOwnMethods(Map)]
/** Other packages bring matchers of these names. */
const brought = ['toBeOneOf', 'toSatisfy', 'toHaveBeenCalledBefore', 'toHaveBeenCalledAfter']

/** Whoever calls these is found by counting frames. */
const inline = /Inline/

/** `Runner` is vitest's own, `functionOf` says what it runs as a test. */
export function watched(Runner, functionOf) {
  return class extends Runner {
    #tell
    #changed = new OwnSet()
    #known = null
    #added = new OwnMap()
    #setUp = new OwnSet()
    #stop = null
    #stopAdded = null
    #defined = new OwnMap()
    #thrown = new OwnSet()
    #passed = new OwnSet()
    #profiles = []
    #isReaching = false

    constructor(...parameters) {
      super(...parameters)
      const { providedContext } = this.workerState
      const { account, key, counts, reaching } = providedContext.sigma
      this.#isReaching = reaching !== null
      if (this.#isReaching) beginReaching(reaching, this.workerState)
      this.#tell = teller(account, key)
      delete providedContext.sigma
      globalThis[Symbol.for('sigma.vitest.counted')] = (profile) => this.#profiles.push(profile)
      if (counts) starts.watchStarts()
    }

    importFile(file, source) {
      if (source === 'collect') this.#begin()
      else this.#setUp.add(file)
      this.#listenToAdded()
      return super.importFile(file, source)
    }

    async onBeforeRunFiles(files) {
      for (const test of files.flatMap(testsIn)) this.#defined.set(test, { run: functionOf(test), fails: test.fails })
      // Source that is called later finds those guarded too that the test file brought.
      const matchers = matchersOfNow()
      if (matchers !== null) guard(matchers, 'the matcher ', ownFunctions(matchers), tellAdded)
      await super.onBeforeRunFiles?.(files)
    }

    async runTask(test) {
      this.#thrown.delete(test)
      this.#passed.delete(test)
      const run = functionOf(test)
      const defined = this.#defined.get(test)
      if (defined !== undefined && (defined.run !== run || defined.fails !== test.fails))
        this.#changed.add('the functions of tests')
      try {
        await run()
        this.#passed.add(test)
      } catch (error) {
        this.#thrown.add(test)
        throw error
      } finally {
        this.#compare()
      }
    }

    /** Coverage has been taken just before, once. */
    async onAfterRunFiles(files) {
      this.#compare()
      const profiles = this.#profiles.splice(0)
      const counted = { profiles: profiles.length === 1 ? profiles : [], started: starts.started }
      const reached = this.#isReaching ? takeReached(this.workerState) : null
      for (const file of files) {
        const tests = testsIn(file).filter((test) => this.#hasPassed(test))
        const names = tests.map(namesOf)
        this.#tell({
          file: file.filepath,
          project: file.projectName ?? '',
          passed: names,
          changed: listOf(this.#changed),
          added: listOf(this.#added),
          ...counted,
          reached,
        })
      }
      this.#stop?.()
      this.#stopAdded?.()
      this.#stopAdded = null
      await super.onAfterRunFiles?.(files)
    }

    /** A test that is to fail passes by an error. */
    #hasPassed(test) {
      if (test.result?.state !== 'pass') return false
      const isSeen = test.fails ? this.#thrown.has(test) || this.#passed.has(test) : this.#passed.has(test)
      if (!isSeen) this.#changed.add('the outcome of tests')
      return isSeen
    }

    /** After what the project sets up itself, before the first line of the test file. */
    #begin() {
      guardLanguage(globalThis)
      guardAssertions()
      const matchers = matchersOfNow()
      if (matchers !== null) {
        const tell = () => this.#changed.add(standIn)
        watchReceived(matchers, receivedBy, tell, inline)
        const own = ownFunctions(matchers).filter((name) => !brought.includes(name))
        guard(matchers, 'the matcher ', own, undefined, watchAsked(inline, receivedBy, tell))
        guard(matchers, 'the matcher ', brought, tellAdded)
      }
      guard(globalThis, '', ['expect', 'test', 'it', 'describe'])
      this.#stop?.()
      this.#stop = listen((what) => this.#changed.add(what))
      this.#known = intrinsicsOf(globalThis)
    }

    /** From the set-up on, which source can be loaded by. */
    #listenToAdded() {
      this.#stopAdded ??= listenToAdded((what, file) => {
        const path = file.replace(/^file:\/\//, '')
        if (!this.#setUp.has(path)) this.#added.set(`${what} ${file}`, { what, file })
      })
      watchRegistered(globalThis)
      watchExpect(globalThis[Symbol.for('expect-global')])
    }

    #compare() {
      if (this.#known === null) return
      if (isReplaced(globalThis) && matchersOfNow() !== null) this.#changed.add('what matchers and testers are kept in')
      changedIntrinsics(globalThis, this.#known, (what) => this.#changed.add(what))
    }
  }
}

/** By no iterator. */
function listOf(collection) {
  const all = []
  collection.forEach((each) => {
    all[all.length] = each
  })
  return all
}

/** All that is asserted with is in the prototype of what `expect` gives back. */
function matchersOfNow() {
  const expect = globalThis[Symbol.for('expect-global')]
  return expect === undefined ? null : Object.getPrototypeOf(expect(null))
}

/** The value that chai keeps in an assertion. */
const receivedBy = (assertion) => assertion?.__flags?.object

/** Each line is signed with the place of its own that it has in the run: its file and project. */
function teller(account, key) {
  const sign = signedLines.signerOf(key)
  return (value) => {
    const json = jsonOf(value)
    append(account, `${sign(json)} ${json}\n`)
  }
}

const testsIn = (suite) => suite.tasks.flatMap((task) => (task.type === 'suite' ? testsIn(task) : [task]))

function namesOf(test) {
  const names = []
  for (let at = test; at !== undefined && at !== test.file; at = at.suite) names.unshift(at.name)
  return names
}
