#!/usr/bin/env node
/**
 * Starts sigma. Plain JavaScript, so that any Node from 18 on can read it: under Node 24 or newer it goes on in this
 * process, else under the Node that is installed beside Sigma. The PATH stays the user's.
 */
import { existsSync } from 'node:fs'
import module from 'node:module'
import { constants, homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const needed = 24
const pinnedNode = () => fileURLToPath(new URL('../../../node_modules/node/bin/node', import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= needed) {
  module.enableCompileCache?.(compileCache())
  await import('../src/main.ts')
} else if (existsSync(pinnedNode())) {
  const { spawn } = await import('node:child_process')
  handOver(spawn, [pinnedNode(), fileURLToPath(import.meta.url), ...process.argv.slice(2)])
} else {
  process.stderr.write(
    `error: Sigma needs Node ${needed} or newer; this is ${process.version}.\nhint: nvm install ${needed}\n`,
  )
  process.exitCode = 1
}

/** Compiled code is kept where only this user writes, not in the temporary folder, which is everybody's. */
function compileCache() {
  const configured = process.env.XDG_CACHE_HOME ?? ''
  return join(isAbsolute(configured) ? configured : join(homedir(), '.cache'), 'sigma', 'compile')
}

/** Where a process can't be replaced by another, a child takes over: streams, signals and the way it ends are its own. */
function handOver(spawn, [program, ...args]) {
  if (typeof process.execve === 'function') process.execve(program, [program, ...args])
  const child = spawn(program, args, { stdio: 'inherit' })
  // A terminal sends its interrupt to the whole group, so the child has it already.
  const atTerminal = process.stdin.isTTY === true
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !atTerminal) child.kill(signal)
    })
  }
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
