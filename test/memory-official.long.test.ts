/** The memory beside the public memory server of MCP, and as the official tools see it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request as ask, createServer } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { mcpConformance, mcpInspector, memoryPeer } from '../scripts/install-agents.ts'
import { call, clientOf, ours } from './kit/memory-clients.ts'
import { makeRepository, type Repository } from './kit/repository.ts'
import { launcher, sigma } from './kit/sigma.ts'

let project: Repository
beforeEach(() => {
  project = makeRepository({ 'README.md': 'A project.\n' })
})
afterEach(() => project[Symbol.dispose]())

const word = fc.constantFrom('alpha', 'Beta', 'gamma delta', 'ΣΟΦΟΣ', 'İ', 'a', '', '日本語テスト', '"q"')
const entity = fc.record({ name: word, entityType: word, observations: fc.array(word, { maxLength: 3 }) })
const relation = fc.record({ from: word, to: word, relationType: word })
const unique = <Each>(of: fc.Arbitrary<Each>, key: (each: Each) => string) =>
  fc.uniqueArray(of, { maxLength: 3, selector: key })
const asking = fc.oneof(
  fc.tuple(fc.constant('create_entities'), fc.record({ entities: unique(entity, ({ name }) => name) })),
  fc.tuple(fc.constant('create_relations'), fc.record({ relations: unique(relation, (each) => JSON.stringify(each)) })),
  fc.tuple(
    fc.constant('add_observations'),
    fc.record({
      observations: unique(
        fc.record({ entityName: word, contents: fc.uniqueArray(word, { maxLength: 2 }) }),
        ({ entityName }) => entityName,
      ),
    }),
  ),
  fc.tuple(fc.constant('delete_entities'), fc.record({ entityNames: fc.array(word, { maxLength: 2 }) })),
  fc.tuple(
    fc.constant('delete_observations'),
    fc.record({
      deletions: fc.array(fc.record({ entityName: word, observations: fc.array(word, { maxLength: 2 }) }), {
        maxLength: 2,
      }),
    }),
  ),
  fc.tuple(fc.constant('delete_relations'), fc.record({ relations: fc.array(relation, { maxLength: 2 }) })),
  fc.tuple(fc.constant('search_nodes'), fc.record({ query: word })),
  fc.tuple(fc.constant('open_nodes'), fc.record({ names: fc.array(word, { maxLength: 2 }) })),
  fc.tuple(fc.constant('read_graph'), fc.constant({})),
)

test('a client that has it instead of the public memory server gets the same answers', {
  timeout: 600_000,
}, async () => {
  const file = join(project.home, 'peer.jsonl')
  const [mine, theirs] = [await ours(project), await clientOf(project, [memoryPeer], { MEMORY_FILE_PATH: file })]
  for (const [name, given] of fc.sample(asking, { numRuns: 2_000, seed: 1 })) {
    const [own, peer] = [await call(mine, name, given), await call(theirs, name, given)]
    expect(own.isError === true, JSON.stringify(given)).toBe(peer.isError === true)
    if (own.isError === true) continue
    expect(own.structuredContent, `${name} ${JSON.stringify(given)}`).toEqual(peer.structuredContent)
    expect(own.content).toEqual(peer.content)
  }
  const said = await theirs.listTools()
  const { tools } = await mine.listTools()
  expect(tools.map(({ name }) => name).toSorted()).toEqual(said.tools.map(({ name }) => name).toSorted())
})

const outputOf = async (args: readonly string[]): Promise<{ readonly exit: number | null; readonly text: string }> => {
  const child = spawn(process.execPath, args, {
    cwd: project.path,
    env: { ...project.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const parts: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => parts.push(part.toString('utf8')))
  const [exit] = await once(child, 'close')
  return { exit: z.number().nullable().parse(exit), text: parts.join('') }
}

test('the inspector of MCP lists the tools and calls one', async () => {
  const listed = await outputOf([mcpInspector, '--cli', process.execPath, launcher, 'mcp', '--method', 'tools/list'])
  expect(listed.text).toContain('"add_observations"')
  await sigma(project, 'memory', 'add', 'parser', 'It never throws.')
  const searched = await outputOf([
    mcpInspector,
    '--cli',
    process.execPath,
    launcher,
    'mcp',
    '--method',
    'tools/call',
    '--tool-name',
    'search_nodes',
    '--tool-arg',
    'query=THROWS',
  ])
  expect(searched.text).toContain('"It never throws."')
})

/** The conformance tests know no tokens: it is added for them, and the server's address put in place of the relay's own. */
async function relayTo(url: URL, token: string) {
  const server = createServer((incoming, response) => {
    const { port } = z.object({ port: z.number() }).parse(server.address())
    const own = [`127.0.0.1:${port}`, `localhost:${port}`]
    const { origin, ...rest } = incoming.headers
    const headers = {
      ...rest,
      authorization: `Bearer ${token}`,
      ...(own.includes(incoming.headers.host ?? '') && { host: url.host }),
      ...(origin !== undefined && !own.includes(origin.replace('http://', '')) && { origin }),
    }
    const passed = ask(
      { ...{ host: url.hostname, port: url.port, path: incoming.url, method: incoming.method }, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      },
    )
    passed.on('error', () => response.destroy())
    incoming.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return { url: `http://127.0.0.1:${port}/mcp`, close: () => server.close() }
}

test('the official conformance tests pass over HTTP', { timeout: 300_000 }, async () => {
  const child = spawn(process.execPath, [launcher, 'mcp', '--http'], {
    ...{ cwd: project.path, env: { ...project.env } },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [url] = await once(createInterface({ input: child.stdout }), 'line')
  const token = readFileSync(join(project.path, '.sigma/mcp-token'), 'utf8').trim()
  const relay = await relayTo(new URL(String(url)), token)
  for (const scenario of [
    ...['server-initialize', 'ping', 'tools-list', 'resources-list', 'resources-subscribe', 'resources-unsubscribe'],
    ...['prompts-list', 'dns-rebinding-protection'],
  ]) {
    const { exit, text } = await outputOf([mcpConformance, 'server', '--url', relay.url, '--scenario', scenario])
    expect(exit, text).toBe(0)
    expect(text).toMatch(/Passed: (\d+)\/\1, 0 failed/)
  }
  relay.close()
  child.kill('SIGTERM')
  expect(await once(child, 'close')).toEqual([0, null])
})
