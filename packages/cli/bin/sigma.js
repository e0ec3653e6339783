#!/usr/bin/env node
/**
 * Starts sigma. Plain JavaScript, so that any Node from 18 on can read it: under Node 24 or newer it goes on in this
 * process, else under the Node that is installed beside Sigma. Commands of step protocols ask the host that an earlier one
 * left behind, see `line.cjs`; so this is CommonJS as well.
 */
const needed = 24
const { argv, env, execArgv, execPath, versions } = process

const isNew = Number(versions.node.split('.')[0]) >= needed
const way = isNew && ['step', 'complete', 'dispatch'].includes(argv[2]) ? wayToStandby() : null
if (way === null) void whole()
else way()

/** How the host is asked that stands by in this project; null: none does. */
function wayToStandby() {
  // What is loaded into this process first is to see what the whole program does.
  if (env.SIGMA_PROCESS || execArgv.length > 0) return null
  const { ask, holderHere, newKey } = require('./line.cjs')
  const holder = holderHere()
  if (holder?.mode !== 'standby') return null
  const { ino, ctimeMs } = process.getBuiltinModule('node:fs').statSync(__filename)
  const program = [execPath, __filename, `${ino} ${ctimeMs}`]
  const asked = { words: argv.slice(2), key: newKey(), cwd: process.cwd(), env: { ...env }, program }
  return () => ask({ socket: holder.socket, command: 'sigma', op: 'standby-line', asked, patienceMs: 5_000 }, whole)
}

async function whole() {
  if (isNew) {
    // Asked for, not imported: an import of `node:fs` loads all that it could give, which is felt at each start.
    process.getBuiltinModule('node:module').enableCompileCache(compileCache())
    await import('../src/main.ts')
  } else {
    const { handOver } = await import('./older.mjs')
    handOver(needed)
  }
}

/** Compiled code is kept where only this user writes, not in the temporary folder, which is everybody's. */
function compileCache() {
  const { isAbsolute, join } = process.getBuiltinModule('node:path')
  const configured = env.XDG_CACHE_HOME ?? ''
  const home = () => process.getBuiltinModule('node:os').homedir()
  return join(isAbsolute(configured) ? configured : join(home(), '.cache'), 'sigma', 'compile')
}
