import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { SigmaError } from '../errors.ts'
import { addressOf } from './address.ts'
import { ConnectionLost, connect } from './connection.ts'
import { handler, type Operation } from './operation.ts'
import { listenAt, mostGuests, type SessionServer } from './server.ts'

const echo: Operation<string, string> = { name: 'echo', asked: z.string(), answer: z.string() }
const fail: Operation<null, null> = { name: 'fail', asked: z.null(), answer: z.null() }
const flood: Operation<null, null> = { name: 'flood', asked: z.null(), answer: z.null() }
const activity = {
  run: 'r',
  id: 'i',
  kind: 'ask',
  attempt: 'a',
  at: { step: 'red' },
  player: null,
  stage: 'acts' as const,
  text: 'x'.repeat(9_000),
  sinceAt: '2026-11-21T10:15:00.000Z',
  seenAt: '2026-11-21T10:15:00.000Z',
}
const wait: Operation<null, string> = { name: 'wait', asked: z.null(), answer: z.string() }
const over = Promise.withResolvers<string>()
const handlers = [
  handler(wait, () => over.promise),
  handler(echo, (text) => text),
  handler(fail, () => {
    throw new SigmaError('told', 'This is refused.', { hint: 'sigma status' })
  }),
  handler(flood, (_, { show }) => {
    for (let shown = 0; shown < 10_000; shown += 1) show(activity)
    return null
  }),
]
const greeting = { pid: 1, epoch: 2, command: 'sigma tdd auth', configuration: 'c' }

let root = ''
let address = ''
let server: SessionServer
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-server-')))
  address = addressOf(join(root, '.sigma'), { runtimeFolder: root, temporaryFolder: root }) ?? ''
  server = await listenAt(address, greeting, handlers)
})
afterEach(async () => {
  await server.close()
  rmSync(root, { recursive: true })
})

const guestOf = (show: () => void = () => undefined) =>
  connect({ address, command: 'sigma test', show }, new AbortController().signal)

/** Whatever was done to it: it greets, and answers. */
async function isWell(): Promise<boolean> {
  const guest = await guestOf()
  const answer = await guest.perform(echo, 'well')
  guest.close()
  return guest.greeting.pid === 1 && answer === 'well'
}

function raw(): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = createConnection(address, () => resolve(socket))
    socket.on('error', () => undefined)
  })
}

/** What the server says to these bytes until it ends the connection, or for a moment. */
async function answerTo(bytes: string | Uint8Array): Promise<string> {
  const socket = await raw()
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk.toString()
  })
  socket.write(bytes)
  await Promise.race([
    new Promise((resolve) => socket.once('close', resolve)),
    new Promise((resolve) => setTimeout(resolve, 300)),
  ])
  socket.destroy()
  return said
}

test('the socket and its folder are the user’s alone', () => {
  expect(statSync(address).mode & 0o777).toBe(0o600)
  expect(statSync(join(address, '..')).mode & 0o777).toBe(0o700)
})

test('answers come back to who asked, and a failure arrives as it was', async () => {
  const guest = await guestOf()
  const words = ['one', 'two', 'ünïcødé 😀', 'x'.repeat(1_000_000)]
  expect(await Promise.all(words.map((word) => guest.perform(echo, word)))).toEqual(words)
  const refused = { name: 'SigmaError', code: 'told', message: 'This is refused.', hint: 'sigma status' }
  await expect(guest.perform(fail, null)).rejects.toMatchObject(refused)
  await expect(guest.perform({ ...echo, name: 'unknown' }, 'x')).rejects.toMatchObject({ code: 'session-malformed' })
  guest.close()
  await expect(guest.perform(echo, 'gone')).rejects.toThrow(ConnectionLost)
})

test.each([
  ['no JSON', 'hello\n', 'it is no JSON'],
  ['no greeting', '{"v":2,"id":1,"op":"echo","args":"x"}\n', 'a greeting comes first'],
  ['another version', '{"v":9,"id":1,"op":"hello"}\n', 'is another version of Sigma'],
  ['no form', '{"v":2,"id":-1,"op":7}\n', 'it has not the form of one'],
  ['what it does not take', '{"v":2,"id":1,"op":"hello","args":{"command":"x","more":1}}\n', 'session-malformed'],
  ['too long a greeting', `${'x'.repeat(10_000)}`, 'a line is too long'],
  ['deep', `${'['.repeat(4_000)}\n`, 'it is no JSON'],
])('a guest that sends %s is told why, and the others do not notice', async (_, bytes, why) => {
  proves('SIG-35')
  expect(await answerTo(bytes)).toContain(why)
  expect(await isWell()).toBe(true)
})

test('whatever bytes come in, in whatever pieces, the next guest is served', async () => {
  const hello = '{"v":2,"id":0,"op":"hello","args":{"command":"x"}}\n'
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json().map((text) => Buffer.from(`${text}\n`)),
    fc
      .constantFrom(hello, hello.slice(0, 20), '\n', '{"v":2,"id":1,"op":"echo","args":"x"}\n')
      .map((text) => Buffer.from(text)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
      const socket = await raw()
      for (const each of pieces) if (socket.writable) socket.write(each)
      socket.destroySoon()
      await new Promise((resolve) => socket.once('close', resolve))
    }),
    { numRuns: 200 },
  )
  expect(await isWell()).toBe(true)
})

test('a line longer than any request ends the connection of who sends it', async () => {
  const socket = await raw()
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write('{"v":2,"id":0,"op":"hello","args":{"command":"x"}}\n')
  socket.write('x'.repeat(5_000_000))
  socket.resume()
  await closed
  expect(await isWell()).toBe(true)
})

test('a long line may come in one go with the greeting, and a greeting that is too long may not', async () => {
  const hello = '{"v":2,"id":0,"op":"hello","args":{"command":"x"}}\n'
  const long = 'é'.repeat(10_000)
  const socket = await raw()
  const told = new Promise<string>((resolve) => {
    let all = ''
    socket.setEncoding('utf8').on('data', (part: string) => {
      all += part
      if (all.split('\n').length > 2) resolve(all)
    })
  })
  socket.write(`${hello}{"v":2,"id":1,"op":"echo","args":"${long}"}\n`)
  expect(await told).toContain(`"id":1,"value":"${long}"`)
  socket.destroy()
  const other = await raw()
  const closed = new Promise((resolve) => other.once('close', resolve))
  other.write(`${hello.replace('"x"', `"${'x'.repeat(9_000)}"`)}`)
  other.resume()
  await closed
  expect(await isWell()).toBe(true)
})

test('a guest that does not read what it asked for is shown less, and is dropped in the end', async () => {
  const socket = await raw()
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.pause()
  socket.write('{"v":2,"id":0,"op":"hello","args":{"command":"x"}}\n{"v":2,"id":1,"op":"flood","args":null}\n')
  const word = JSON.stringify('x'.repeat(1_000_000))
  for (let id = 2; id < 40; id += 1) socket.write(`{"v":2,"id":${id},"op":"echo","args":${word}}\n`)
  expect(await isWell()).toBe(true)
  await closed
  expect(await isWell()).toBe(true)
})

test('many guests at once are all served', async () => {
  const guests = await Promise.all(Array.from({ length: 200 }, () => guestOf()))
  const answers = await Promise.all(guests.map((guest, index) => guest.perform(echo, `${index}`)))
  expect(answers).toEqual(guests.map((_, index) => `${index}`))
  for (const guest of guests) guest.close()
})

test('a guest of a server that has as many as it serves waits until one goes', async () => {
  const guests = await Promise.all(Array.from({ length: mostGuests }, () => guestOf()))
  let isIn = false
  const waiting = Promise.all(Array.from({ length: 20 }, () => guestOf())).finally(() => {
    isIn = true
  })
  expect(await answerTo('{"v":2,"id":0,"op":"hello","args":{"command":"x"}}\n')).toContain('"code":"host-full"')
  expect(isIn).toBe(false)
  for (const guest of guests.splice(0, 20)) guest.close()
  const late = await waiting
  expect(await Promise.all(late.map((guest) => guest.perform(echo, 'well')))).toEqual(late.map(() => 'well'))
  for (const guest of [...guests, ...late]) guest.close()
})

test('a guest that waits for a server that is full leaves when it is told to', async () => {
  const guests = await Promise.all(Array.from({ length: mostGuests }, () => guestOf()))
  const leaving = new AbortController()
  const waiting = connect({ address, command: 'sigma test', show: () => undefined }, leaving.signal)
  setTimeout(() => leaving.abort(), 100)
  await expect(waiting).rejects.toThrow(ConnectionLost)
  for (const guest of guests) guest.close()
  expect(await isWell()).toBe(true)
})

test('a server that closes tells its guests, gives what was answered, and takes the socket away', async () => {
  const guest = await guestOf()
  const waiting = guest.perform(wait, null)
  await guest.perform(echo, 'What was asked before this has come.')
  over.resolve('at last')
  await server.close()
  expect([await waiting, guest.isLost()]).toEqual(['at last', true])
  expect(() => readFileSync(address)).toThrow('ENOENT')
  await expect(guestOf()).rejects.toThrow(ConnectionLost)
})
