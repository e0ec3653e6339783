import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Ways } from './dial.ts'
import { sweep } from './folder.ts'
import { openProxy, type Refusal, type WayOut } from './proxy.ts'

let folder = ''
let proxy: WayOut
let port = 0
const refusals: Refusal[] = []
const accepted = new Set<Socket>()
const server = createServer((socket) => {
  accepted.add(socket)
  socket.resume()
  socket.on('error', () => socket.destroy())
})

beforeEach(async () => {
  folder = mkdtempSync('/tmp/sigma-proxy-')
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  const ways: Ways = { opened: new Set([`127.0.0.1:${port}`]), upstream: null, resolve: async () => [] }
  proxy = await openProxy(join(folder, 's'), ways, (each) => refusals.push(each))
})
afterEach(async () => {
  for (const socket of accepted) socket.destroy()
  accepted.clear()
  await proxy[Symbol.asyncDispose]()
  await new Promise<void>((resolve) => void server.close(() => resolve()))
  rmSync(folder, { recursive: true, force: true })
})

interface Spoken {
  readonly socket: Socket
  readonly said: () => string
  readonly ended: Promise<void>
}

function speak(text: string): Spoken {
  const socket = connect(proxy.socket)
  let said = ''
  socket.on('data', (chunk) => {
    said += String(chunk)
  })
  socket.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => void socket.on('close', () => resolve()))
  socket.write(text)
  return { socket, said: () => said, ended }
}

const tunnel = (): string => `CONNECT 127.0.0.1:${port} HTTP/1.1\r\nHost: x\r\n\r\n`

const malformed: Readonly<Record<string, string>> = {
  'no request': 'SSH-2.0-x\r\n\r\n',
  'a head without end': `CONNECT 127.0.0.1:1 HTTP/1.1\r\nX: ${'x'.repeat(40_000)}`,
  'a request that names no whole address': 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
  'another scheme': 'GET ftp://127.0.0.1/ HTTP/1.1\r\nHost: x\r\n\r\n',
  'a target with a user': 'CONNECT a@127.0.0.1:1 HTTP/1.1\r\nHost: x\r\n\r\n',
  'a line break in the target': 'CONNECT 127.0.0.1:1\rX HTTP/1.1\r\nHost: x\r\n\r\n',
  'two lengths': 'POST http://127.0.0.1:1/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
  'a length and pieces':
    'POST http://127.0.0.1:1/ HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
}

test.for(Object.entries(malformed))('%s gets no connection, and the next who asks properly does', async ([, text]) => {
  const bad = speak(text)
  await Promise.race([bad.ended, until(() => /^HTTP\/1\.1 (400|431|403)/.test(bad.said()))])
  expect(accepted.size).toBe(0)
  bad.socket.destroy()
  const good = speak(tunnel())
  await until(() => good.said().startsWith('HTTP/1.1 200'))
})

test('who floods it is held to a number of connections', async () => {
  const many = Array.from({ length: 300 }, () => speak(tunnel()))
  await until(() => many.filter(({ said }) => said() !== '').length >= 256)
  await delay(100)
  expect(accepted.size).toBeLessThanOrEqual(256)
  for (const { socket } of many) socket.destroy()
})

test('what is sent to who does not read is not taken', async () => {
  const deaf = speak(tunnel())
  await until(() => deaf.said() !== '')
  deaf.socket.pause()
  const [source] = accepted
  for (let sent = 0; sent < 64; sent += 1) source?.write(Buffer.alloc(1_000_000))
  await delay(300)
  expect(source?.writableLength).toBeGreaterThan(20_000_000)
  deaf.socket.destroy()
})

test('it ends with its turn: nothing is connected any more on either side, and nobody can connect', async () => {
  const open = speak(tunnel())
  await until(() => open.said() !== '')
  const [outer] = accepted
  await proxy[Symbol.asyncDispose]()
  await open.ended
  await until(() => outer?.readableEnded === true || outer?.destroyed === true)
  const late = speak(tunnel())
  await late.ended
  expect(late.said()).toBe('')
})

test('folders of processes that were killed go, and no others', () => {
  const dead = spawnSync('true').pid
  const names = [`sigma-net-${dead}-a`, `sigma-net-${process.pid}-b`, 'sigma-net-c', 'other']
  for (const name of names) mkdirSync(join(folder, name))
  sweep(folder)
  expect(names.filter((name) => existsSync(join(folder, name)))).toEqual(names.slice(1))
})

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(5)
}
