/** Plants what probes look for: a home with secrets, a repository with a store, sockets, ports, a process; each answers with the canary. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { createSocket, type SocketType } from 'node:dgram'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type ListenOptions, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { below, cacheFiles, type Ground, repositoryFiles, secrets, startFiles, storeFiles } from './list.ts'

export interface Planted extends AsyncDisposable {
  readonly ground: Ground
  readonly folder: string
  /** The probing program, and the one that makes calls for it, in a folder of their own. */
  readonly program: string
  readonly calls: string
  /** The state of all that may not change outside of the workspace, by path. */
  readonly state: () => Readonly<Record<string, string>>
}

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

export async function plantGround(): Promise<Planted> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-probe-')))
  const canary = `canary${crypto.randomUUID().slice(0, 8)}`
  const [home, repository, cache] = [join(folder, 'home'), join(folder, 'home/repository'), join(folder, 'cache')]
  const workspace = join(cache, 'r/C1')
  const plant = (path: string): void => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${canary}\n`)
  }
  for (const path of below(home, [...secrets, ...startFiles])) plant(path)
  for (const path of below(repository, [...storeFiles, ...repositoryFiles])) plant(path)
  for (const path of below(cache, cacheFiles)) plant(path)
  const present = ['package.json', 'tsconfig.json', '.github/workflows/ci.yml']
  for (const path of below(workspace, [...present, 'src/index.js'])) plant(path)
  const names = [
    ...['docker.sock', 'podman.sock', 'bus', 'agent.sock', 'S.gpg-agent'],
    ...['X0', 'wayland-0', 'pulse', 'dbus', 'host.sock'],
  ]
  const sockets = Object.fromEntries(names.map((name) => [name, join(folder, 's', name)]))
  mkdirSync(join(folder, 's'))
  const abstract = ['X11', 'dbus', 'probe'].map((name) => `${name}-${canary}`)
  const paths = [...Object.values(sockets), ...abstract.map((name) => `\0${name}`)]
  const servers = await Promise.all(paths.map((path) => listening({ path }, canary)))
  const tcp = await listening({ host: '127.0.0.1', port: 0 }, canary)
  const tcp6 = await listening({ host: '::1', port: 0 }, canary).catch(() => tcp)
  const udp = await answering('udp4', '127.0.0.1', canary)
  const udp6 = await answering('udp6', '::1', canary).catch(() => udp)
  const process = await decoy()
  const calls = join(folder, 'tools/calls')
  mkdirSync(dirname(calls))
  execFileSync('gcc', ['-O1', '-w', '-o', calls, here('./calls.c')])
  const ipc = 1 + Math.floor(Math.random() * 0x7ffffffe)
  execFileSync(calls, ['make_shared', String(ipc)])
  const program = join(folder, 'tools/program.mjs')
  writeFileSync(program, readFileSync(here('./program.mjs')))
  const ground: Ground = {
    ...{ canary, home, repository, cache, workspace, present, sockets, abstract, ipc },
    absent: ['.mcp.json', '.envrc', '.npmrc', '.gitconfig', '.bashrc', '.profile', '.zshrc', '.gitmodules'],
    ports: { tcp: portOf(tcp), tcp6: portOf(tcp6), udp: udp.port, udp6: udp6.port },
    pid: process.pid ?? 0,
  }
  return {
    ...{ ground, folder, program, calls },
    state: () => Object.fromEntries([home, ...below(cache, ['r/C2', 'checks', 'other'])].flatMap(stateOf)),
    [Symbol.asyncDispose]: async () => {
      for (const server of new Set([...servers, tcp, tcp6])) server.close()
      for (const { close } of new Set([udp, udp6])) close()
      process.kill('SIGKILL')
      execFileSync(calls, ['remove_shared', String(ipc)])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function listening(where: ListenOptions, canary: string): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => {}).end(`${canary}\n`))
  await once(server.unref().listen(where), 'listening')
  return server
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function answering(
  type: SocketType,
  host: string,
  canary: string,
): Promise<{ readonly port: number; close(): void }> {
  const socket = createSocket(type).unref()
  socket.on('message', (_, from) => socket.send(canary, from.port, from.address))
  await once(socket.bind(0, host), 'listening')
  return { port: socket.address().port, close: () => socket.close() }
}

/** A process of the user's, to be looked into and signalled; what ptrace needs of it is allowed to any of the same user. */
async function decoy(): Promise<ChildProcess> {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' })
  await once(child, 'spawn')
  return child
}

function stateOf(folder: string): readonly (readonly [path: string, state: string])[] {
  const paths = below(folder, readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  return paths.map((path) => {
    const stat = statSync(path)
    return [path, `${stat.mode} ${stat.isDirectory() ? '' : hash('sha256', readFileSync(path))}`]
  })
}
