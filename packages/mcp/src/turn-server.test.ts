import { once } from 'node:events'
import { connect } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type Report, reportOf } from './report.ts'
import { openTurnServer, type TurnServer, type TurnServerSpec } from './turn-server.ts'

const codes = ['RC', 'ME', 'TO', 'EX', 'BL']

interface Desk {
  /** Opens a turn; its token is its name. */
  open(attempt: string, bounds?: Bounds): Promise<Opened>
  /** The ask is closed: its token is genuine, and worth nothing. */
  close(attempt: string): void
  readonly log: readonly string[]
  /** How often a token was looked at. */
  looks(): number
}

type Bounds = Partial<Pick<TurnServerSpec, 'requestMs' | 'answerMs' | 'tools'>>

interface Opened extends TurnServer, Pick<Report, 'taken'> {}

/** Turns whose tokens are `run.attempt`. */
function desk(): Desk {
  const asks = new Set<string>()
  const log: string[] = []
  let looks = 0
  const issued = (token: string) => {
    const [run = '', attempt = ''] = token.split('.')
    return run === 'auth-1' ? { run, attempt, role: 'qa', workspace: 'C1' } : null
  }
  const claims = (token: string) => {
    looks += 1
    return asks.has(token) ? issued(token) : null
  }
  return {
    log,
    looks: () => looks,
    open: async (attempt, bounds = {}) => {
      asks.add(`auth-1.${attempt}`)
      const { tool, taken } = reportOf(codes)
      const server = await openTurnServer({
        run: 'auth-1',
        attempt,
        tools: [tool],
        capabilities: { claims, issued },
        refused: ({ status, rule }, token) => log.push(`${status} ${rule} ${token?.attempt ?? 'nobody'}`),
        ...bounds,
      })
      return { ...server, taken }
    },
    close: (attempt) => void asks.delete(`auth-1.${attempt}`),
  }
}

type Generation = 'legacy' | { readonly pin: string }

async function clientOf(url: string, token: string, mode: Generation): Promise<Client> {
  const client = new Client({ name: 'an agent', version: '1' }, { versionNegotiation: { mode } })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
  return client
}

const call = (client: Client, given: Record<string, unknown>, name = 'report') =>
  client.callTool({ name, arguments: given })

test.each<[string, Generation]>([
  ['begins with a handshake', 'legacy'],
  ['says in each request what it speaks', { pin: '2026-07-28' }],
])('the official client that %s lists the tool of its turn, and what it reports is the answer', async (_how, mode) => {
  const at = desk()
  await using turn = await at.open('red-3')
  const client = await clientOf(turn.url, 'auth-1.red-3', mode)
  const { tools } = await client.listTools()
  expect(tools).toMatchObject([
    { name: 'report', inputSchema: { properties: { code: { type: 'string' } }, required: ['code', 'message'] } },
  ])
  expect(turn.taken()).toBeNull()
  const illegal = await call(client, { code: 'GC', message: 'x' })
  expect(illegal).toMatchObject({ isError: true })
  expect(JSON.stringify(illegal)).toContain('Call report again, the code being one of RC ME TO EX BL.')
  expect(turn.taken()).toBeNull()
  const taken = await call(client, { code: '→RC', message: 'three tests', data: { tests: 3 } })
  expect(JSON.stringify(taken)).toContain('End your turn now')
  expect(turn.taken()).toEqual({ code: 'RC', message: 'three tests', data: { tests: 3 } })
  const same = await call(client, { code: 'RC', message: 'three tests', data: { tests: 3 } })
  expect(same).toMatchObject({ isError: false })
  const other = await call(client, { code: 'EX', message: 'no' })
  expect(other).toMatchObject({ isError: true })
  expect(JSON.stringify(other)).toContain('has answered RC already')
  expect(turn.taken()?.code).toBe('RC')
  expect(JSON.stringify(await call(client, {}, 'memory'))).toContain('There is: report.')
  await client.close()
  expect(at.log).toEqual([])
})

test('the tool is the same whatever is legal in a turn, so that a cache of what comes behind it holds', () => {
  proves('SIG-35')
  const [red, review] = [codes, ['APPROVED', 'NEEDS_CHANGE']].map((legal) => JSON.stringify(reportOf(legal).tool))
  expect(review).toBe(red)
  expect(red).not.toContain('RC')
  expect(reportOf(['APPROVED']).tool.call({ code: 'RC', message: 'x' }, { client: null })).toMatchObject({
    isError: true,
    text: expect.stringContaining('the code being one of APPROVED'),
  })
})

const body = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'report', arguments: { code: 'RC', message: 'done' } },
})
const head = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const post = (url: string, headers: Record<string, string>, text: string = body): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { ...head, ...headers }, body: text })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('a plain request with the token of an open turn is answered in one piece, without any handshake', async () => {
  const at = desk()
  await using turn = await at.open('red-3')
  const answer = await post(turn.url, bearer('auth-1.red-3'))
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(await answer.json()).toMatchObject({ id: 1, result: { isError: false } })
  expect(turn.taken()).toEqual({ code: 'RC', message: 'done' })
})

test('nothing but the token of a turn that is open opens it; each refusal is told', async () => {
  proves('T3', 'T4', 'T24', 'T38')
  const at = desk()
  await using own = await at.open('red-3')
  const gone = await at.open('red-2')
  at.close('red-2')
  // It has answered, and what it left is being measured.
  const ending = await at.open('green-9')
  for (const over of [gone, ending]) await over[Symbol.asyncDispose]()
  const tokens = {
    none: '',
    forged: 'auth-2.red-3',
    'an old one': 'auth-1.red-2',
    'of a turn that has answered': 'auth-1.green-9',
  }
  const asked = ['initialize', 'ping', 'tools/list', 'tools/call']
  for (const [name, token] of Object.entries(tokens))
    for (const method of asked) {
      const text = body.replace('tools/call', method)
      const answer = await post(own.url, token === '' ? {} : bearer(token), text)
      expect(answer.status, `${method} with ${name} token`).toBe(401)
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  expect((await post(own.url, { authorization: 'Basic YTpi' })).status).toBe(401)
  expect(at.log.filter((_line, index) => index % asked.length === 0)).toEqual([
    '401 no-token nobody',
    '401 turn-over nobody',
    '401 turn-over red-2',
    '401 other-turn green-9',
    '401 no-token nobody',
  ])
  for (const over of [gone, ending]) await expect(post(over.url, bearer('auth-1.red-2'))).rejects.toThrow()
  expect([own.taken(), gone.taken(), ending.taken()]).toEqual([null, null, null])
})

test('of two turns each reports for itself alone', async () => {
  proves('T3', 'T24')
  const at = desk()
  await using one = await at.open('red-3')
  await using other = await at.open('red-4')
  expect((await post(other.url, bearer('auth-1.red-4'))).status).toBe(200)
  expect([one.taken(), other.taken()]).toEqual([null, { code: 'RC', message: 'done' }])
  expect((await post(one.url, bearer('auth-1.red-4'))).status).toBe(401)
  expect(one.taken()).toBeNull()
  expect(at.log).toEqual(['401 other-turn red-4'])
})

test('no page of a browser is let in, nor whoever was led here by another name', async () => {
  const at = desk()
  await using turn = await at.open('red-3')
  const token = bearer('auth-1.red-3')
  const { port, pathname } = new URL(turn.url)
  expect((await post(turn.url, { ...token, origin: `http://127.0.0.1:${port}` })).status).toBe(403)
  expect((await fetch(turn.url, { method: 'OPTIONS', headers: { ...token, origin: 'null' } })).status).toBe(403)
  expect(
    await raw(
      port,
      `POST ${pathname} HTTP/1.1\r\nHost: evil.example:${port}\r\nAuthorization: ${token.authorization}\r\n`,
    ),
  ).toMatch(/^HTTP\/1.1 403 /)
  expect((await fetch(turn.url, { headers: token })).status).toBe(405)
  expect((await post(`${turn.url}/other`, token)).status).toBe(404)
  expect(turn.taken()).toBeNull()
})

test('what is too large, or no JSON that is read strictly, is refused before it is looked at', async () => {
  proves('T25', 'SIG-35')
  const at = desk()
  await using turn = await at.open('red-3')
  const token = bearer('auth-1.red-3')
  expect((await post(turn.url, token, 'x'.repeat(300_000))).status).toBe(413)
  for (const text of ['', '{', '[]', '"x"', body.replace('"id"', '"id":2,"id"'), '{"a":'.repeat(90)])
    expect((await post(turn.url, token, text)).status, text).toBe(400)
  expect(turn.taken()).toBeNull()
})

test('a request that is still open when its turn ends is cut off', async () => {
  const at = desk()
  const turn = await at.open('red-3')
  const { port, pathname } = new URL(turn.url)
  const slow = raw(
    port,
    `POST ${pathname} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer auth-1.red-3\r\nContent-Length: 9\r\n`,
  )
  await expect.poll(at.looks).toBe(1)
  await turn[Symbol.asyncDispose]()
  expect(await slow).toBe('')
})

test('who does not bring a whole request in its time, head or body, is cut off, and so is one that is not answered', async () => {
  proves('T25')
  const at = desk()
  await using turn = await at.open('red-3', { requestMs: 200 })
  const { port, pathname } = new URL(turn.url)
  const begun = `POST ${pathname} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer auth-1.red-3`
  expect(await unfinished(port, begun)).toMatch(/^HTTP\/1.1 408 /)
  expect(await unfinished(port, `${begun}\r\nContent-Length: 9\r\n\r\n{`)).not.toContain('200')
  expect(turn.taken()).toBeNull()
  const { tool } = reportOf(codes)
  const never = { ...tool, call: () => new Promise<never>(() => undefined) }
  await using other = await at.open('red-4', { answerMs: 200, tools: [never] })
  await expect(post(other.url, bearer('auth-1.red-4'))).rejects.toThrow('fetch failed')
})

test('a report that began in its turn and comes whole only after it changes nothing', async () => {
  proves('T38')
  const at = desk()
  await using turn = await at.open('red-3')
  const { port, pathname } = new URL(turn.url)
  const headers = `Authorization: Bearer auth-1.red-3\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8')
  socket.write(`POST ${pathname} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers}\r\n\r\n${body.slice(0, 20)}`)
  await expect.poll(at.looks).toBe(1)
  at.close('red-3')
  socket.write(body.slice(20))
  const [answer] = await once(socket, 'data')
  expect(answer).toMatch(/^HTTP\/1.1 401 /)
  expect([turn.taken(), at.log]).toEqual([null, ['401 turn-over red-3']])
  socket.destroy()
})

test('who keeps the server of one turn busy keeps nobody out but themselves', async () => {
  const at = desk()
  await using one = await at.open('red-3')
  await using other = await at.open('red-4')
  const { port } = new URL(one.url)
  const idle = Array.from({ length: 100 }, () => connect(Number(port), '127.0.0.1').on('error', () => undefined))
  await expect.poll(() => idle.filter((socket) => !socket.connecting).length).toBe(100)
  await expect.poll(() => idle.filter((socket) => !socket.destroyed).length).toBe(32)
  expect((await post(other.url, bearer('auth-1.red-4'))).status).toBe(200)
  for (const socket of idle) socket.destroy()
  await expect.poll(async () => (await post(one.url, bearer('auth-1.red-3')).catch(() => null))?.status).toBe(200)
})

/** What comes back until the server ends it; no more is sent. */
function unfinished(port: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.setEncoding('utf8').on('data', (part) => {
      answer += String(part)
    })
    socket.on('error', () => undefined).on('close', () => resolve(answer))
  })
}

/** What comes back until the end. */
function raw(port: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(`${text}\r\n`))
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('data', (part) => {
      answer += String(part)
      socket.end()
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}
