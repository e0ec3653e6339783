import { spawn } from 'node:child_process'
import { createServer as createHttp, type Server } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { needs } from '@sigma/engine/needs'
import { beforeEach, expect, test } from 'vitest'
import { openNetwork } from './open-network.ts'
import type { Refusal } from './proxy.ts'

interface Ended {
  readonly exit: number | null
  readonly stdout: string
  readonly stderr: string
}

beforeEach(() => needs('bubblewrap'))

/** Runs a program of Node in a sandbox that has these ways out and no others. */
async function inside(hosts: readonly string[], program: string, refusals: Refusal[] = []): Promise<Ended> {
  await using network = await openNetwork({ hosts, environment: {}, refused: (each) => refusals.push(each) })
  const within = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-all', '--die-with-parent']
  const node = [process.execPath, '--input-type=module', '-e', program]
  const child = spawn('bwrap', [...within, '--', ...network.around(node, 3)], {
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk)
  })
  const exit = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { exit, stdout, stderr }
}

async function serving(server: Server): Promise<{ readonly port: number } & AsyncDisposable> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}

const hello = (): Server =>
  createHttp((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (chunk) => parts.push(chunk))
    request.on('end', () =>
      response.end(`${request.method} ${request.url} ${request.headers.host} ${Buffer.concat(parts)}`),
    )
  })

const get = (url: string): string =>
  `const answer = await fetch(${JSON.stringify(url)}); console.log(answer.status, await answer.text())`

test('a port of the machine that is opened answers inside on the same port, and one that is not does not', async () => {
  await using one = await serving(hello())
  await using other = await serving(hello())
  const open = await inside([`127.0.0.1:${one.port}`], get(`http://127.0.0.1:${one.port}/a?b`))
  expect(open.stdout).toBe(`200 GET /a?b 127.0.0.1:${one.port} \n`)
  const closed = await inside([`127.0.0.1:${one.port}`], get(`http://127.0.0.1:${other.port}/`))
  expect(closed).toMatchObject({ exit: 1, stdout: '' })
  expect(closed.stderr).toContain('ECONNREFUSED')
})

test('what is not opened is refused by name, whoever asks, and nothing of the net is there beside the proxy', async () => {
  const refusals: Refusal[] = []
  const told = await inside(
    [],
    `import { lookup } from 'node:dns/promises'
     import { connect } from 'node:net'
     import { createSocket } from 'node:dgram'
     const said = []
     const tried = async (what, work) => said.push(what + ' ' + (await work().then((it) => it, (e) => e.code ?? e.message)))
     await tried('fetch', async () => (await fetch('http://api.example.com/')).status)
     await tried('tls', async () => (await fetch('https://api.example.com/')).status)
     await tried('dns', () => lookup('api.example.com'))
     await tried('tcp', () => new Promise((yes, no) => connect(443, '1.1.1.1', yes).on('error', no)))
     await tried('udp', () => new Promise((yes, no) => createSocket('udp4').on('error', no).send('x', 53, '1.1.1.1', (e) => e ? no(e) : yes('sent'))))
     console.log(said.join('\\n'))
     process.exit()`,
    refusals,
  )
  expect(told.stdout.split('\n')).toEqual([
    'fetch fetch failed',
    'tls fetch failed',
    expect.stringMatching(/^dns E/),
    'tcp ENETUNREACH',
    'udp ENETUNREACH',
    '',
  ])
  expect(new Set(refusals.map(({ target, why }) => `${target} ${why}`))).toEqual(
    new Set(['api.example.com:80 unopened', 'api.example.com:443 unopened']),
  )
})

test('a request that names its whole address passes, without what is meant for the proxy alone', async () => {
  await using server = await serving(hello())
  const post = `
    import { request } from 'node:http'
    const headers = { 'proxy-authorization': 'secret', host: 'elsewhere' }
    const asked = request(process.env.HTTP_PROXY, { method: 'POST', path: 'http://localhost:${server.port}/x?y', headers }, async (answer) => {
      console.log(answer.statusCode, (await answer.toArray()).join(''))
    })
    asked.end('body')`
  expect((await inside([`localhost:${server.port}`], post)).stdout).toBe(
    `200 POST /x?y localhost:${server.port} body\n`,
  )
  expect((await inside([], post)).stdout).toMatch(/^403 Sigma's sandbox refuses localhost/)
})

test('the program ends as it would without: its exit code, its signal, what it prints', async () => {
  expect(await inside([], 'console.log(1); console.error(2); process.exit(7)')).toEqual({
    exit: 7,
    stdout: '1\n',
    stderr: '2\n',
  })
  expect((await inside([], 'process.kill(process.pid, "SIGKILL")')).exit).toBe(137)
})

test('a tunnel carries both ways, also after one side has said all it has to say', async () => {
  const server = createServer({ allowHalfOpen: true }, (socket: Socket) => {
    let length = 0
    socket.on('data', (chunk) => {
      length += chunk.length
    })
    socket.on('end', () => socket.end(String(length)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const told = await inside(
    [`127.0.0.1:${port}`],
    `import { connect } from 'node:net'
     const socket = connect({ port: ${port}, host: '127.0.0.1', allowHalfOpen: true })
     socket.on('data', (chunk) => console.log(String(chunk)))
     socket.end(Buffer.alloc(5_000_000))`,
  )
  server.close()
  expect(told.stdout).toBe('5000000\n')
})
