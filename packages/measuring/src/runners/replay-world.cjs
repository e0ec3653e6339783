/**
 * Tells whether source still runs in the world in which it began: tests set the time, the environment, or what the runtime does, and
 * what is called then cannot be made again elsewhere. Plain JavaScript for Node 16 and newer.
 */
'use strict'

module.exports = { world }

/** Timers and clocks, and what else tests put others of in place. */
const GLOBALS =
  'Date setTimeout clearTimeout setInterval clearInterval setImmediate clearImmediate queueMicrotask performance fetch crypto navigator'
const PROCESS =
  'platform arch version pid ppid title execPath exit kill abort on once emit hrtime uptime cwd chdir nextTick memoryUsage'
const MODULES =
  'fs fs/promises child_process os path crypto http https net dns dns/promises timers timers/promises util'

const words = (text) => text.split(' ')

/**
 * Gives a function that says what is another now than it was at first, or null. It looks at what `may` be set alone, by the kinds of
 * `replay/set-by-tests.ts`: source that sets something itself cannot hide behind a test that does not.
 */
function world() {
  const looks = [
    ['environment', 'the environment is set', environment()],
    ['folder', 'the folder that the process works in is set', () => process.cwd()],
    ['globals', 'there are global names that were not there', () => Object.getOwnPropertyNames(globalThis).length],
    ...offered('time', 'the time, or another global, is set', globalThis, words(GLOBALS)),
    ...offered('time', 'the time is set', Date, ['now']),
    ...offered('time', 'the time is set', performance, ['now']),
    ...offered('chance', 'chance is set', Math, ['random']),
    ...offered('process', 'something of the process is set', process, words(PROCESS)),
    ...words(MODULES).flatMap((name) => {
      const own = require(name)
      return offered('modules', `what \`${name}\` does is set`, own, Object.keys(own))
    }),
  ].map(([kind, what, look]) => ({ kind, what, look, first: look() }))
  return (may) => looks.find(({ kind, look, first }) => may.includes(kind) && look() !== first)?.what ?? null
}

/** Runners set these while they run; no test has a reason to. */
const OF_RUNNERS = /^(?:NODE_TEST_CONTEXT|NODE_V8_COVERAGE|NODE_DISABLE_COMPILE_CACHE|(?:SIGMA|VITEST|JEST)(?:_.*)?)$/

/** Gives whether all variables are as they were; they may come in another order. */
function environment() {
  const names = () => Object.keys(process.env).filter((name) => !OF_RUNNERS.test(name))
  const first = new Map(names().map((name) => [name, process.env[name]]))
  return () => {
    const now = names()
    return now.length === first.size && now.every((name) => first.get(name) === process.env[name])
  }
}

/** Looks at what these names stand for; of what is reckoned when it is asked for, at who reckons. */
const offered = (kind, what, owner, names) =>
  names.map((name) => {
    const own = Object.getOwnPropertyDescriptor(owner, name)
    const look =
      own?.get === undefined
        ? () => owner[name]
        : () => Object.getOwnPropertyDescriptor(owner, name)?.get ?? owner[name]
    return [kind, what, look]
  })
