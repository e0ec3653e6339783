#!/usr/bin/env node
/**
 * Starts pm. What the host of the project can carry out it is asked by a line over its socket, without any of Sigma's own
 * code: agents and people say much, and wait for it each time. Everything else is the whole program's, under Node 24 or
 * newer. CommonJS, for to load a module of the other kind takes a tenth of the time that the answer does.
 */
const needed = 24
const { argv, env, versions } = process
const words = argv.slice(2)

/** Version of the language of sessions, as `engine/session/message.ts` has it. */
const version = 2
const lineFeed = 10
/** The newest Node of which it was seen that a pipe can be used as here. */
const newestTried = 26

const way = words.length === 0 ? null : wayToHost()
if (way === null) void whole()
else ask(way)

/** Where the host listens, and who asks; null: nowhere, or nothing that is to be trusted. */
function wayToHost() {
  const { SIGMA_SOCKET: socket, SIGMA_TOKEN: token } = env
  if (socket !== undefined && token !== undefined) return { socket, token, by: 'agent' }
  const { SIGMA_PROCESS: within, SIGMA_USER, USER, LOGNAME } = env
  const by = SIGMA_USER || USER || LOGNAME
  if (within || !by) return null
  const holder = holderNote()
  return holder !== null && isOurs(holder) ? { socket: holder, token: null, by } : null
}

/** The socket that the nearest data folder names. */
function holderNote() {
  const { readFileSync, existsSync } = process.getBuiltinModule('node:fs')
  for (let at = process.cwd(); ; at = at.slice(0, at.lastIndexOf('/'))) {
    if (at === '') return null
    try {
      const { socket } = JSON.parse(readFileSync(`${at}/.sigma/holder.json`, 'utf8'))
      return typeof socket === 'string' ? socket : null
    } catch {
      // Beyond a configuration or a repository it is somebody else's.
      if (existsSync(`${at}/.git`) || existsSync(`${at}/sigma.config.json`)) return null
    }
  }
}

/** A socket of this user's, in a folder that nobody else can enter. */
function isOurs(socket) {
  const { lstatSync } = process.getBuiltinModule('node:fs')
  const uid = process.getuid?.()
  const [found, folder] = [socket, socket.slice(0, socket.lastIndexOf('/'))].map((path) =>
    lstatSync(path, { throwIfNoEntry: false }),
  )
  return (
    found?.isSocket() === true &&
    found.uid === uid &&
    folder?.isDirectory() === true &&
    folder.uid === uid &&
    (folder.mode & 0o077) === 0
  )
}

/** One connection, greeting and line in one go, one answer. Until the answer has begun the whole program can still take over. */
function ask({ socket, token, by }) {
  const key = `line-${process.pid}-${process.hrtime.bigint()}-${Math.random().toString(36).slice(2)}`
  const asked = { program: 'pm', words: keyless(words), key: keyIn(words) ?? key, token, by }
  const parts = []
  let over = false
  const fall = () => {
    if (over) return
    over = true
    // A line that may have been taken is asked again under the same key, and takes effect once.
    env.SIGMA_CALL_KEY = asked.key
    void whole()
  }
  const take = (bytes, close) => {
    parts.push(bytes)
    if (over || bytes.at(-1) !== lineFeed) return
    for (const line of Buffer.concat(parts).toString('utf8').trimEnd().split('\n')) {
      const reply = JSON.parse(line)
      if (reply.kind === 'activity' || (reply.kind === 'answer' && reply.id === 1)) continue
      if (reply.kind !== 'answer' || reply.value.exit === null) {
        // An open pipe would keep the process from ending, whatever the whole program does.
        close()
        return fall()
      }
      over = true
      return finish(reply.value)
    }
  }
  const request = (id, op, args) => `${JSON.stringify({ v: version, id, op, args })}\n`
  exchange(socket, request(1, 'hello', { command: 'pm' }) + request(2, 'line', asked), take, fall)
}

/**
 * Sends a text and takes what comes back, until `fall`: nothing more will. Without `node:net`, whose streams take a sixth of
 * the time that Node needs to start: the pipe under them is enough.
 */
function exchange(socket, text, take, fall) {
  if (Number(versions.node.split('.')[0]) > newestTried) return fall()
  try {
    const { Pipe, PipeConnectWrap, constants } = process.binding('pipe_wrap')
    const { WriteWrap } = process.binding('stream_wrap')
    const pipe = new Pipe(constants.SOCKET)
    const ends = () => {
      pipe.close()
      fall()
    }
    pipe.onread = (bytes) => (bytes === undefined ? ends() : take(Buffer.from(bytes), () => pipe.close()))
    const opening = new PipeConnectWrap()
    opening.oncomplete = (failure) => {
      if (failure !== 0) return ends()
      const writing = new WriteWrap()
      writing.handle = pipe
      writing.oncomplete = (broken) => broken !== 0 && ends()
      pipe.readStart()
      if (pipe.writeUtf8String(writing, text) !== 0) ends()
    }
    if (pipe.connect(opening, socket) !== 0) ends()
  } catch {
    fall()
  }
}

/** Printed whole before the process ends, whatever stands behind the streams. */
function finish({ out, err, exit }) {
  const { writeSync } = process.getBuiltinModule('node:fs')
  for (const [stream, text] of [
    [1, out],
    [2, err],
  ]) {
    let left = Buffer.from(text)
    while (left.length > 0) {
      try {
        left = left.subarray(writeSync(stream, left))
      } catch (error) {
        if (error.code !== 'EAGAIN') break
      }
    }
  }
  // Nobody listens to the end of this process: to tell everybody of it would take longer.
  if (typeof process.reallyExit === 'function') process.reallyExit(exit)
  process.exit(exit)
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
    const { handOver } = await import('./older.js')
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
