/**
 * Has Node take what it compiled of installed programs from a folder that tests cannot write, and hides from them that it does.
 * What is not there is compiled as ever. Plain JavaScript for Node 16 and newer, because it runs under the Node of the project
 * that is tested.
 */
'use strict'

const { enableCompileCache } = require('node:module')

module.exports = { begin }

const DISABLED = 'NODE_DISABLE_COMPILE_CACHE'

/** `preload` is the file that `--require` named to get here; absent: none did. */
function begin(folder, preload) {
  const { execArgv } = process
  const at = execArgv.findIndex((each) => each === preload || each === `--require=${preload}`)
  if (at >= 0) execArgv.splice(execArgv[at] === preload ? at - 1 : at, execArgv[at] === preload ? 2 : 1)
  if (enableCompileCache === undefined) return
  // Vitest turns it off where coverage is counted, for what is taken from there is counted less exactly: no file of the project is.
  const { [DISABLED]: disabled } = process.env
  delete process.env[DISABLED]
  enableCompileCache(folder)
  if (disabled !== undefined) process.env[DISABLED] = disabled
}
