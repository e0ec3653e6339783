import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { refused } from './admission.ts'
import { openLoopback } from './loopback.ts'

const body = '{"a":1}'

/** Everything that comes back for two requests in one piece. */
async function sentTwice(url: string, method: string, more: string): Promise<string> {
  const { port, pathname } = new URL(url)
  const head = [`${method} ${pathname} HTTP/1.1`, `Host: 127.0.0.1:${port}`, `Content-Length: ${body.length}`]
  const request = `${head.join('\r\n')}\r\n${more}\r\n${body}`
  const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8')
  socket.write(request + request)
  let told = ''
  socket.on('data', (part) => {
    told += String(part)
  })
  await once(socket, 'close')
  return told
}

test('a connection carries one request, whatever comes of it, so that none is lost on one that is being closed', async () => {
  let answered = 0
  await using server = await openLoopback({
    connections: 8,
    bodyBytes: 100,
    origins: ['http://page'],
    admit: ({ method }) => (method === 'POST' ? null : refused(405, 'method', 'no')),
    answer: async () => {
      answered += 1
      return new Response('{}', { headers: { connection: 'keep-alive' } })
    },
  })
  const tried: readonly (readonly [status: number, method: string, more: string, taken: number])[] = [
    [200, 'POST', '', 1],
    [405, 'GET', '', 0],
    [204, 'OPTIONS', 'Origin: http://page\r\n', 0],
    [417, 'POST', 'Expect: more\r\n', 0],
  ]
  for (const [status, method, more, taken] of tried) {
    const before = answered
    const told = await sentTwice(server.url, method, more)
    expect(told).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(told.slice(0, told.indexOf('\r\n\r\n')).toLowerCase()).toContain('connection: close')
    expect(answered - before).toBe(taken)
  }
})
