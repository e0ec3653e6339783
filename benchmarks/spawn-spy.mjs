// Preloaded into a sigma that is measured: notes when each program it starts begins and ends, one JSON line each.
import childProcess from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { spawn } = childProcess
childProcess.spawn = (...args) => {
  const from = Date.now()
  const child = spawn(...args)
  child.on('exit', () => {
    appendFileSync(process.env.SPAWN_SPY, `${JSON.stringify({ program: String(args[0]), from, to: Date.now() })}\n`)
  })
  return child
}
syncBuiltinESMExports()
