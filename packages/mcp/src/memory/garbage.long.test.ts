/** Bytes and messages that no client sends. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { inTier } from '@sigma/engine/testing'
import { type Graph, openGraph } from '@sigma/memory'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Served, served } from '../testing/served.ts'

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

const methods = fc.constantFrom(
  'tools/call',
  'tools/list',
  'resources/read',
  'prompts/get',
  'ping',
  'initialize',
  'no/such',
  'notifications/cancelled',
  '__proto__',
)
const message = fc.oneof(
  fc.record({
    jsonrpc: fc.constantFrom('2.0', '1.0'),
    id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
    method: methods,
    params: fc.jsonValue(),
  }),
  fc.record({
    jsonrpc: fc.constant('2.0'),
    id: fc.constantFrom(1, 2, 2),
    method: fc.constant('tools/call'),
    params: fc.record({
      name: fc.constantFrom('create_entities', 'add_observations', 'delete_entities', 'read_graph', 'toString'),
      arguments: fc.jsonValue(),
    }),
  }),
  fc.record({ jsonrpc: fc.constant('2.0'), id: fc.integer(), result: fc.jsonValue() }),
  fc.jsonValue(),
)
const line = fc.oneof(
  message.map((each) => JSON.stringify(each)),
  message.map((each) => JSON.stringify(each).slice(0, -2)),
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', ' ')),
)

test('whatever comes as messages, the server goes on and the graph stays as it was', { timeout: 600_000 }, async () => {
  graph.createEntities([{ name: 'kept', entityType: 't', observations: ['yes'] }], 'me')
  const before = graph.read()
  await using server = served({ graph: () => graph, version: '1' })
  const output = readline(server)
  const lives = async (name: string): Promise<void> => {
    server.input.write(`${JSON.stringify({ jsonrpc: '2.0', id: name, method: 'tools/list' })}\n`)
    expect(await output(name)).toContain('"read_graph"')
  }
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'garbage', version: '1' } }
  server.input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 'hello', method: 'initialize', params: hello })}\n`)
  const lines = fc.sample(line, inTier({ fast: 2_000, long: 20_000, verify: 200_000 }))
  for (const [at, each] of lines.entries()) {
    server.input.write(`${each}\n`)
    if (at % 500 === 0) await lives(`probe-${at}`)
  }
  await lives('probe-last')
  expect(graph.read()).toEqual(before)
  expect(server.told.length).toBeGreaterThan(0)
})

/** Gives the answer to a request, by its id. */
function readline({ output }: Served): (id: string) => Promise<string> {
  const waiting = new Map<string, (line: string) => void>()
  createInterface({ input: output }).on('line', (text) => {
    for (const [id, resolve] of waiting) if (text.includes(`"id":"${id}"`)) resolve(text)
  })
  return (id) => new Promise((resolve) => waiting.set(id, resolve))
}
