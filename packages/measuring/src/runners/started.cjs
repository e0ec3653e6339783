/** Notes whether the tested code starts processes or threads: only those leave coverage behind that the tests did not. */
'use strict'

const childProcess = require('node:child_process')
const { syncBuiltinESMExports } = require('node:module')

const { apply, defineProperty } = Reflect
const started = { processes: 0, workers: 0 }
let isWatching = false

module.exports = { started, watchStarts }

function watchStarts() {
  if (isWatching) return
  isWatching = true
  const { prototype } = childProcess.ChildProcess
  noting(prototype, 'spawn')
  for (const name of ['spawnSync', 'execSync', 'execFileSync']) noting(childProcess, name)
  syncBuiltinESMExports()
  process.on('worker', () => {
    started.workers += 1
  })
}

function noting(holder, name) {
  const start = holder[name]
  const noted = {
    [name](...parameters) {
      started.processes += 1
      return apply(start, this, parameters)
    },
  }
  defineProperty(holder, name, { value: noted[name], writable: true, configurable: true, enumerable: true })
}
