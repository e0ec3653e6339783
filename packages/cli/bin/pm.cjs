#!/usr/bin/env node
/**
 * Starts pm. What the host of the project can carry out it is asked by a line, see `line.cjs`; everything else is the
 * whole program's, under Node 24 or newer.
 */
const { ask, holderHere, newKey } = require('./line.cjs')

const needed = 24
const { argv, env, versions } = process
const words = argv.slice(2)

const way = words.length === 0 ? null : wayToHost()
if (way === null) void whole()
else {
  const { socket, ...who } = way
  const asked = { program: 'pm', words: keyless(words), key: keyIn(words) ?? newKey(), ...who }
  ask({ socket, command: 'pm', op: 'line', asked, patienceMs: null }, whole)
}

/** Where the host listens, and who asks; null: nowhere, or nothing that is to be trusted. */
function wayToHost() {
  const { SIGMA_SOCKET: socket, SIGMA_TOKEN: token } = env
  if (socket !== undefined && token !== undefined) return { socket, token, by: 'agent' }
  const { SIGMA_PROCESS, XDG_SESSION_ID = '', SIGMA_USER, USER, LOGNAME } = env
  // As `markIn` of the engine has it.
  const within = SIGMA_PROCESS || /\.[0-9a-f]{8}-[0-9a-f-]{27}$/.test(XDG_SESSION_ID)
  const by = SIGMA_USER || USER || LOGNAME
  if (within || !by) return null
  const holder = holderHere()
  // One that stands by plays no rooms.
  return holder === null || holder.mode === 'standby' ? null : { socket: holder.socket, token: null, by }
}

function keyIn(all) {
  const at = all.indexOf('--key')
  return at < 0 ? null : (all[at + 1] ?? null)
}

function keyless(all) {
  const at = all.indexOf('--key')
  return at < 0 ? all : [...all.slice(0, at), ...all.slice(at + 2)]
}

async function whole() {
  if (Number(versions.node.split('.')[0]) >= needed) {
    process.getBuiltinModule('node:module').enableCompileCache(compileCache())
    await import('../src/main.ts')
  } else {
    const { handOver } = await import('./older.mjs')
    handOver(needed, 'pm.cjs')
  }
}

/** Compiled code is kept where only this user writes, not in the temporary folder, which is everybody's. */
function compileCache() {
  const { isAbsolute, join } = process.getBuiltinModule('node:path')
  const configured = env.XDG_CACHE_HOME ?? ''
  const home = () => process.getBuiltinModule('node:os').homedir()
  return join(isAbsolute(configured) ? configured : join(home(), '.cache'), 'sigma', 'compile')
}
