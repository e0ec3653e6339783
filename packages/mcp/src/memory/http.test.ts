import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type Graph, openGraph } from '@sigma/memory'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openMemoryHttp } from './http.ts'

let folder: string
let graph: Graph
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigma-mcp-'))
  graph = openGraph({ folder, now: () => 0 })
})
afterEach(() => {
  graph.close()
  rmSync(folder, { recursive: true })
})

const token = 'a-token'
const http = (more: Partial<Parameters<typeof openMemoryHttp>[0]> = {}) =>
  openMemoryHttp({
    graph: () => graph,
    version: '1',
    token: () => token,
    port: undefined,
    origins: [],
    refused: () => undefined,
    ...more,
  })

test('over HTTP whoever has the token is let in', async () => {
  await using server = await http()
  const client = new Client({ name: 'far', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }))
  const entities = [{ name: 'a', entityType: 'b', observations: [] }]
  expect(await client.callTool({ name: 'create_entities', arguments: { entities } })).toMatchObject({ isError: false })
  expect(graph.known('a')).not.toBe(null)
})

test.each<[string, Record<string, string>, number, readonly string[]]>([
  ['no token', { authorization: '' }, 401, []],
  ['another token', { authorization: 'Bearer another' }, 401, []],
  ['a token in another form', { authorization: `Basic ${token}` }, 401, []],
  ['a page', { origin: 'http://evil.example' }, 403, []],
  [
    'a page of a name that begins like one that is let in',
    { origin: 'http://good.example.evil' },
    403,
    ['http://good.example'],
  ],
  [
    'a page that is let in, without a token',
    { origin: 'http://good.example', authorization: '' },
    401,
    ['http://good.example'],
  ],
])('over HTTP %s is refused, and nothing is changed', async (_who, headers, status, origins) => {
  const refusals: string[] = []
  await using server = await http({ origins, refused: ({ rule }) => refusals.push(rule) })
  const body = JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'create_entities', arguments: { entities: [{ name: 'a', entityType: 'b', observations: [] }] } },
  })
  const all = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${token}`,
    ...headers,
  }
  expect((await fetch(server.url, { method: 'POST', headers: all, body })).status).toBe(status)
  expect(refusals).toHaveLength(1)
  expect(graph.count().entities).toBe(0)
})

test('a browser that asks beforehand is let in for a page that is named, and for no other', async () => {
  const [good, evil] = ['http://localhost:5173', 'http://evil.example']
  await using server = await http({ origins: [good] })
  const ask = (origin: string) =>
    fetch(server.url, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } })
  const asked = await ask(good)
  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, good])
  expect(asked.headers.get('access-control-allow-headers')).toContain('authorization')
  const refused = await ask(evil)
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null])
  const headers = {
    origin: good,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const answer = await fetch(server.url, { method: 'POST', headers, body })
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, good])
})

test('who replaces the token shuts out whoever has the former one', async () => {
  let now = token
  await using server = await http({ token: () => now })
  const status = async (): Promise<number> => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    return (
      await fetch(server.url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      })
    ).status
  }
  expect(await status()).toBe(200)
  now = 'another'
  expect(await status()).toBe(401)
})
