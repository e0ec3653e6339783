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

/** Gives a function that says what is another now than it was at first, or null. */
function world() {
  const looks = [
    ['the environment is set', environment()],
    ['the arguments of the process are set', () => process.argv.join('\0')],
    ['the folder that the process works in is set', () => process.cwd()],
    ['there are global names that were not there', () => Object.getOwnPropertyNames(globalThis).length],
    ...offered('the time, or another global, is set', globalThis, words(GLOBALS)),
    ...offered('the time is set', Date, ['now']),
    ...offered('the time is set', performance, ['now']),
    ...offered('chance is set', Math, ['random']),
    ...offered('something of the process is set', process, words(PROCESS)),
    ...['stdout', 'stderr'].flatMap((name) =>
      offered('what a stream of the process says of itself is set', process[name], ['isTTY', 'columns', 'rows']),
    ),
    ...words(MODULES).flatMap((name) => {
      const own = require(name)
      return offered(`what \`${name}\` does is set`, own, Object.keys(own))
    }),
  ].map(([what, look]) => [what, look, look()])
  return () => looks.find(([, look, first]) => look() !== first)?.[0] ?? null
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
const offered = (what, owner, names) =>
  names.map((name) => {
    const own = Object.getOwnPropertyDescriptor(owner, name)
    return [
      what,
      own?.get === undefined
        ? () => owner[name]
        : () => Object.getOwnPropertyDescriptor(owner, name)?.get ?? owner[name],
    ]
  })
