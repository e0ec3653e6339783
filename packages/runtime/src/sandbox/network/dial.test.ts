import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { dial, type Ways } from './dial.ts'
import { type Target, targetOf, textOf } from './hosts.ts'
import { dialThrough, upstreamFor, upstreamOf } from './upstream.ts'

const ways = (opened: readonly string[], addresses: readonly string[] = []): Ways => ({
  opened: new Set(opened),
  upstream: null,
  resolve: async () => addresses,
})

const to = (host: string, port = 443): Target => ({ host, port })

test.for([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.9.9',
  '192.168.1.1',
  '169.254.169.254',
  '100.100.100.200',
  '0.0.0.0',
  '::1',
  '::',
  'fd00::1',
  'fe80::1',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'no address',
])('a name that leads to %s is refused, although it is opened', async (address) => {
  expect(await dial(to('api.example.com'), ways(['api.example.com:443'], [address]))).toEqual({
    kind: 'private',
    address,
  })
})

test('what is not opened is not even looked up', async () => {
  const resolve = () => Promise.reject(new Error('looked up'))
  const opened = new Set(['api.example.com:443'])
  for (const target of [to('api.example.com', 80), to('example.com'), to('api.example.com.evil.net'), to('1.1.1.1')])
    expect(await dial(target, { opened, upstream: null, resolve })).toEqual({ kind: 'unopened' })
})

test('a private address is reached by a name only where the address is opened too, and localhost is this machine alone', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const kind = async (name: string, opened: readonly string[], address: string) => {
    const dialled = await dial(to(name, port), ways(opened, [address]))
    if (dialled.kind === 'connected') dialled.socket.destroy()
    return dialled.kind
  }
  expect(await kind('db.firm', [`db.firm:${port}`, `127.0.0.1:${port}`], '127.0.0.1')).toBe('connected')
  expect(await kind('localhost', [`localhost:${port}`], '127.0.0.1')).toBe('connected')
  expect(await kind('localhost', [`localhost:${port}`], '93.184.216.34')).toBe('private')
  server.close()
})

test('every target has one text, and what only some programs take for an address is none', () => {
  const texts = ['API.Example.com.:443', '[0:0:0:0:0:0:0:1]:80', '127.0.0.1:8080', 'localhost:1']
  expect(texts.map((text) => textOf(targetOf(text) ?? to('nothing')))).toEqual([
    'api.example.com:443',
    '[::1]:80',
    '127.0.0.1:8080',
    'localhost:1',
  ])
  const none = [
    '127.1:80',
    '0x7f.0.0.1:80',
    '2130706433:80',
    'a:0',
    'a:65536',
    'a',
    ':80',
    'a b:80',
    'u@a:80',
    '*.a:80',
    'a/b:80',
    '[a]:1',
    'http://a:80',
  ]
  for (const text of none) expect(targetOf(text), text).toBeNull()
})

test('where the machine needs a proxy itself, the same way is taken, but for what it reaches directly', () => {
  const upstream = upstreamOf({ HTTPS_PROXY: 'proxy.firm:3128', NO_PROXY: 'firm, .local' })
  expect(upstream?.url.host).toBe('proxy.firm:3128')
  const goes = ['api.example.com', 'db.firm', 'firm', 'x.local', 'localhost', '127.0.0.1'].filter(
    (host) => upstreamFor(upstream, to(host)) !== null,
  )
  expect(goes).toEqual(['api.example.com'])
  expect(upstreamOf({})).toBeNull()
  expect(upstreamOf({ https_proxy: 'socks5://x' })).toBeNull()
})

test.each([
  ['a tunnel', 'HTTP/1.1 200 OK\r\n\r\nhello', 'hello'],
  ['a refusal', 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n', 'answers 407'],
  ['nothing that is HTTP', 'hello\r\n\r\n', 'broke off'],
  ['an end', null, 'broke off'],
  ['silence', '', 'does not answer'],
])('where the machine needs a proxy, %s of it is what it is', async (_, answer, expected) => {
  let asked = ''
  const proxy = createServer((socket) =>
    socket
      .on('error', () => {})
      .on('data', (bytes) => {
        asked += bytes
        if (answer === null) socket.end()
        else socket.write(answer)
      }),
  )
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  const upstream = { url: new URL(`http://me:secret%21@127.0.0.1:${port}`), direct: [] }
  const dialled = dialThrough(upstream, to('api.example.com'), 200)
  const seen = dialled.then(
    async (socket) => `${(await once(socket, 'data'))[0]}`,
    ({ message }: Error) => message,
  )
  expect(await seen).toContain(expected)
  expect(asked.toLowerCase()).toBe(
    'connect api.example.com:443 http/1.1\r\nhost: api.example.com:443\r\nproxy-authorization: basic bwu6c2vjcmv0iq==\r\n\r\n',
  )
  await dialled.then((socket) => socket.destroy()).catch(() => {})
  proxy.close()
})
