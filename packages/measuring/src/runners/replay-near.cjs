/** Makes recorded calls again where tests are near, for comparison: `given` says where they lie and where results go, as for `replay-bare.mjs`. */
'use strict'

const { readFileSync } = require('node:fs')
const { telling } = require('./mutant-account.cjs')
const { again } = require('./replay-again.cjs')

module.exports = { nearby }

/** `loads`: by file, what loads it as the test file does. */
function nearby(given) {
  return async (loads) => {
    const { root, inputs, events, account, key } = JSON.parse(readFileSync(given, 'utf8'))
    const tell = telling(account, key)
    const modules = {}
    for (const [file, load] of Object.entries(loads)) {
      try {
        modules[file] = { exports: await load() }
      } catch (error) {
        modules[file] = { failed: { error } }
      }
    }
    for (const each of await again({ events, modules, root, inputs })) tell({ kind: 'result', ...each })
    tell({ kind: 'ended' })
  }
}
