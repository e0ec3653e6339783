/**
 * Asks the host of a project to carry out a command line, over its socket and without any of Sigma's own code: agents
 * and people say much, and wait for it each time. CommonJS, for to load a module of the other kind takes a tenth of the
 * time that the answer does.
 */
const { env, versions } = process

/** Version of the language of sessions, as `engine/session/message.ts` has it. */
const version = 2
const lineFeed = 10
/** The newest Node of which it was seen that a pipe can be used as here. */
const newestTried = 26

/** What the nearest data folder says of its host: nothing where there is none, or one that is not to be trusted. */
exports.holderHere = () => {
  const { readFileSync, existsSync } = process.getBuiltinModule('node:fs')
  for (let at = here(); ; at = at.slice(0, at.lastIndexOf('/'))) {
    if (at === '') return null
    try {
      const holder = JSON.parse(readFileSync(`${at}/.sigma/holder.json`, 'utf8'))
      return typeof holder.socket === 'string' && isOurs(holder.socket) ? holder : null
    } catch {
      // Beyond a configuration or a repository it is somebody else's.
      if (existsSync(`${at}/.git`) || existsSync(`${at}/sigma.config.json`)) return null
    }
  }
}

/** Empty: the folder is gone that this shell stands in. */
function here() {
  try {
    return process.cwd()
  } catch {
    return ''
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

/** A key that no other call has. */
exports.newKey = () => `line-${process.pid}-${process.hrtime.bigint()}-${Math.random().toString(36).slice(2)}`

/**
 * One connection, greeting and line in one go, one answer. Until the answer has begun `whole` can still take over. A host
 * that is silent for `patienceMs` is left to it as well; null: it is waited for.
 */
exports.ask = ({ socket, command, op, asked, patienceMs }, whole) => {
  const parts = []
  let over = false
  let close = () => {}
  const fall = () => {
    if (over) return
    over = true
    // An open pipe would keep the process from ending, whatever the whole program does.
    close()
    // A line that may have been taken is asked again under the same key, and takes effect once.
    env.SIGMA_CALL_KEY = asked.key
    whole()
  }
  const take = (bytes) => {
    parts.push(bytes)
    if (over || bytes.at(-1) !== lineFeed) return
    for (const line of Buffer.concat(parts).toString('utf8').trimEnd().split('\n')) {
      const reply = JSON.parse(line)
      if (reply.kind === 'activity' || (reply.kind === 'answer' && reply.id === 1)) continue
      if (reply.kind !== 'answer') return fall()
      if (reply.value.exit === null) {
        if (reply.value.returning !== undefined) env.SIGMA_STANDBY = String(reply.value.returning)
        return fall()
      }
      over = true
      return finish(reply.value)
    }
  }
  const request = (id, name, args) => `${JSON.stringify({ v: version, id, op: name, args })}\n`
  if (patienceMs !== null) setTimeout(fall, patienceMs).unref()
  close = exchange(socket, request(1, 'hello', { command }) + request(2, op, asked), take, fall)
}

/**
 * Sends a text and takes what comes back, until `fall`: nothing more will. Gives how to leave. Without `node:net`, whose
 * streams take a sixth of the time that Node needs to start: the pipe under them is enough.
 */
function exchange(socket, text, take, fall) {
  let pipe = null
  const close = () => {
    pipe?.close()
    pipe = null
  }
  if (Number(versions.node.split('.')[0]) > newestTried) {
    fall()
    return close
  }
  try {
    const { Pipe, PipeConnectWrap, constants } = process.binding('pipe_wrap')
    const { WriteWrap } = process.binding('stream_wrap')
    pipe = new Pipe(constants.SOCKET)
    const ends = () => {
      close()
      fall()
    }
    pipe.onread = (bytes) => (bytes === undefined ? ends() : take(Buffer.from(bytes)))
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
  return close
}

/** Printed whole before the process ends, whatever stands behind the streams; the result last, for agents' shells show both as one. */
function finish({ out, err, exit }) {
  const { writeSync } = process.getBuiltinModule('node:fs')
  for (const [stream, text] of [
    [2, err],
    [1, out],
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
