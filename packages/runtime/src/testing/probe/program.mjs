/**
 * The agent that tries to get out: tells of every probe it is given, on a line of JSON, what it saw. It judges nothing;
 * what it saw or did is looked for outside. Given on its standard input: the probes. First argument: the program `calls`.
 */
import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import * as fs from 'node:fs'
import { connect } from 'node:net'

const calls = process.argv[2]
const waitMs = 400

const run = (command, parameters) =>
  execFileSync(command, parameters, { encoding: 'utf8', timeout: 5_000, stdio: ['ignore', 'pipe', 'ignore'] })

const heard = (options) =>
  new Promise((resolve, reject) => {
    const socket = connect(options)
    socket.setTimeout(waitMs, () => socket.destroy(new Error('silent')))
    socket.on('data', (data) => {
      resolve(String(data))
      socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('closed')))
  })

const said = (host, port, type) =>
  new Promise((resolve, reject) => {
    const socket = createSocket(type)
    const timer = setTimeout(() => end(reject, new Error('silent')), waitMs)
    const end = (tell, what) => {
      clearTimeout(timer)
      socket.close()
      tell(what)
    }
    socket.on('message', (data) => end(resolve, String(data)))
    socket.on('error', (error) => end(reject, error))
    socket.send('hello', port, host)
  })

const at = (path, flags, mark) => {
  const file = fs.openSync(path, flags, 0o644)
  fs.writeSync(file, mark)
  fs.closeSync(file)
}

const ways = {
  read: ({ path }) => fs.readFileSync(path, 'latin1').slice(0, 65_536),
  list: ({ path }) => fs.readdirSync(path).join('\n'),
  link: ({ path }) => fs.readlinkSync(path),
  append: ({ path, mark }) => at(path, 'a', mark),
  overwrite: ({ path, mark }) => at(path, 'r+', mark),
  create: ({ path, mark }) => {
    fs.mkdirSync(path.slice(0, path.lastIndexOf('/')), { recursive: true })
    at(path, 'a', mark)
  },
  replace: ({ path, mark }) => {
    fs.writeFileSync('replacing', mark)
    fs.renameSync('replacing', path)
  },
  remove: ({ path }) => fs.rmSync(path, { recursive: true }),
  rename: ({ path, to }) => fs.renameSync(path, to),
  chmod: ({ path }) => fs.chmodSync(path, 0o777),
  truncate: ({ path }) => fs.truncateSync(path, 0),
  times: ({ path }) => fs.utimesSync(path, 1, 1),
  throughLink: ({ path, mark }) => {
    fs.rmSync('way-out', { force: true })
    fs.symlinkSync(path, 'way-out')
    at('way-out', 'a', mark)
  },
  readThroughLink: ({ path }) => {
    fs.rmSync('way-in', { force: true })
    fs.symlinkSync(path, 'way-in')
    return fs.readFileSync('way-in', 'latin1')
  },
  hardLink: ({ path, mark }) => {
    fs.rmSync('second-name', { force: true })
    fs.linkSync(path, 'second-name')
    at('second-name', 'a', mark)
  },
  upwards: ({ path, mark }) => at(`${'../'.repeat(30)}${path.slice(1)}`, 'a', mark),
  throughSelf: ({ path, mark }) => at(`/proc/self/root${path}`, 'a', mark),
  throughCwd: ({ path, mark }) => at(`/proc/self/cwd/${'../'.repeat(30)}${path.slice(1)}`, 'a', mark),
  watch: ({ path }) => fs.watch(path).close() ?? 'watching',
  bind: ({ path }) => run('mount', ['--bind', path, '.']),
  unix: ({ path }) => heard({ path }),
  tcp: ({ host, port }) => heard({ host, port }),
  udp: ({ host, port, type }) => said(host, port, type),
  name: async ({ host }) => JSON.stringify(await lookup(host)),
  signal: ({ pid, signal }) => process.kill(pid, signal) && 'done',
  priority: ({ pid }) => run('renice', ['-n', '5', '-p', String(pid)]) && 'done',
  command: ({ command }) => run(command[0], command.slice(1)),
  call: ({ call }) => run(calls, call),
}

for (const probe of JSON.parse(fs.readFileSync(0, 'utf8'))) {
  let saw = null
  let failed = null
  try {
    saw = (await ways[probe.way](probe)) ?? 'done'
  } catch (error) {
    failed = error.code ?? error.message
  }
  process.stdout.write(`${JSON.stringify({ id: probe.id, saw, failed })}\n`)
}
process.exit(0)
