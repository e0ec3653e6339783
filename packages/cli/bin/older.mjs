/** What an older Node than Sigma needs does: it hands over to the one that is installed beside Sigma. The PATH stays the user's. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const pinnedNode = fileURLToPath(new URL('../../../node_modules/node/bin/node', import.meta.url))

/** `program`: the launcher that is to be started. */
export function handOver(needed, program = 'sigma.js') {
  const launcher = fileURLToPath(new URL(program, import.meta.url))
  if (existsSync(pinnedNode)) become(pinnedNode, [launcher, ...process.argv.slice(2)])
  else {
    process.stderr.write(
      `error: Sigma needs Node ${needed} or newer; this is ${process.version}.\nhint: nvm install ${needed}\n`,
    )
    process.exitCode = 1
  }
}

/** Where a process can't be replaced by another, a child takes over: streams, signals and the way it ends are its own. */
function become(program, args) {
  if (typeof process.execve === 'function') process.execve(program, [program, ...args])
  const child = spawn(program, args, { stdio: 'inherit' })
  // What a terminal or a supervisor sends to the whole group the child gets twice, and takes for one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`error: ${program} could not be started (${error.message}).\nhint: npm rebuild node\n`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
    // Only a signal that this process can't die of gets here.
    setTimeout(() => process.exit(128 + (constants.signals[signal] ?? 0)), 100)
  })
}
