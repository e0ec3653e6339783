/**
 * Runs inside a sandbox without a network, before the program and above it: gives it a proxy on loopback, and the opened
 * ports of the machine's own loopback, by the one socket that leads out. Ends as the program ends, and all with it.
 *
 *     node bridge.mjs <socket> <JSON of [{ host, port }] to forward> <descriptors> <program> …
 */
import { spawn } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { constants } from 'node:os'

const [socket = '', forwarded = '[]', descriptors = '3', program = '', ...parameters] = process.argv.slice(1)

/** One direction may end before the other; what breaks ends both. */
function join(one, other) {
  one.pipe(other)
  other.pipe(one)
  for (const [from, to] of [
    [one, other],
    [other, one],
  ]) {
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
  }
}

function listen(address, port, accept) {
  return new Promise((resolve) => {
    const server = createServer({ allowHalfOpen: true }, accept)
    // A port that the sandbox cannot give is missed by whoever needs it, and says so then.
    server.on('error', () => resolve(null))
    server.listen(port, address, () => resolve(server.address().port))
  })
}

const outside = () => connect({ path: socket, allowHalfOpen: true })

function forward(target) {
  return (inner) => {
    const outer = outside()
    const give = () => inner.destroy()
    inner.on('error', () => outer.destroy())
    outer.on('error', give)
    outer.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`)
    let head = Buffer.alloc(0)
    const read = (chunk) => {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      outer.off('data', read)
      outer.pause()
      if (!head.subarray(0, 13).toString('latin1').startsWith('HTTP/1.1 200')) return give()
      const rest = head.subarray(end + 4)
      if (rest.length > 0) outer.unshift(rest)
      join(inner, outer)
    }
    outer.on('data', read)
  }
}

const port = await listen('127.0.0.1', 0, (inner) => join(inner, outside()))
for (const { host, port } of JSON.parse(forwarded)) {
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`
  for (const address of host === 'localhost' ? ['127.0.0.1', '::1'] : [host])
    await listen(address, port, forward(target))
}

const proxy = `http://127.0.0.1:${port}`
const own = 'localhost,127.0.0.1,::1'
const env = { ...process.env, NODE_USE_ENV_PROXY: '1' }
for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'GRPC_PROXY']) {
  env[name] = proxy
  env[name.toLowerCase()] = proxy
}
env.NO_PROXY = own
env.no_proxy = own

// Its end is the program's to choose: it gets the same signals, being of the same group.
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']
for (const signal of signals) process.on(signal, () => {})
const child = spawn(program, parameters, { env, stdio: Array(Number(descriptors)).fill('inherit') })
child.on('error', (error) => {
  process.stderr.write(`${program}: ${error.message}\n`)
  process.exit(error.code === 'ENOENT' ? 127 : 126)
})
child.on('exit', (code, signal) => {
  if (signal !== null) {
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
    // As PID 1 it would not be ended by that.
    process.exit(128 + constants.signals[signal])
  }
  process.exit(code ?? 1)
})
