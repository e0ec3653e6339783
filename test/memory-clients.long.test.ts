/** The memory as many clients of MCP have it at once: real processes and the official client. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { counted, inTier } from '@sigma/engine/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { call, observing, ours, whole } from './kit/memory-clients.ts'
import { makeRepository, type Repository } from './kit/repository.ts'
import { launcher, sigma } from './kit/sigma.ts'

let project: Repository
beforeEach(() => {
  project = makeRepository({ 'README.md': 'A project.\n' })
})
afterEach(() => project[Symbol.dispose]())

/** What every client added, one after the other or so many at once, and what is there of it, in its order. */
async function crowd(servers: number, adds: number, atOnce: number): Promise<void> {
  const all = await Promise.all(Array.from({ length: servers }, () => ours(project)))
  const [first] = all
  if (first === undefined) throw new Error('There is a client.')
  const entities = Array.from({ length: 20 }, (_, at) => ({ name: `e${at}`, entityType: 't', observations: [] }))
  await call(first, 'create_entities', { entities })
  await Promise.all(
    all.map(async (client, who) => {
      for (let at = 0; at < adds; at += atOnce) {
        const some = Array.from({ length: Math.min(atOnce, adds - at) }, (_, more) => at + more)
        const answers = await Promise.all(some.map((n) => observing(client, `e${n % 20}`, `client ${who} add ${n}`)))
        for (const { isError } of answers) expect(isError).toBe(false)
      }
    }),
  )
  const graph = await whole(first, 'read_graph')
  const texts = graph.entities.flatMap(({ observations }) => observations)
  expect(texts).toHaveLength(servers * adds)
  expect(new Set(texts).size).toBe(servers * adds)
  for (const { observations } of graph.entities)
    for (let who = 0; who < servers; who += 1) {
      const own = observations.flatMap((text) =>
        text.startsWith(`client ${who} `) ? [Number(text.split(' ').at(-1))] : [],
      )
      expect(own).toEqual(own.toSorted((a, b) => a - b))
    }
}

test('8 servers, each asked 50 times, keep all that they acknowledged', () => crowd(8, 50, 1))

test('16 clients, each with many calls, a hundred of them at once, lose nothing', { timeout: 900_000 }, async () => {
  const calls = inTier({ fast: 0, long: 100, verify: 1_000 })
  await crowd(16, calls, 100)
  counted('calls of 16 clients', 16 * calls)
})

/** A line of the server, as soon as it is there. */
function linesOf(child: ChildProcess): (line: string) => void {
  child.stdin?.on('error', () => undefined)
  return (line) => void child.stdin?.write(`${line}\n`)
}

test('a server whose file is removed begins another one, and what it answers is there', async () => {
  const client = await ours(project)
  const entity = (name: string) => ({ entities: [{ name, entityType: 't', observations: [] }] })
  await call(client, 'create_entities', entity('before'))
  for (const end of ['', '-wal', '-shm']) rmSync(join(project.path, '.sigma', `memory.db${end}`), { force: true })
  await sigma(project, 'memory', 'add', 'between', 'It is new.')
  expect((await call(client, 'create_entities', entity('after'))).isError).toBe(false)
  const { entities } = await whole(client, 'read_graph')
  expect(entities.map(({ name }) => name)).toEqual(['between', 'after'])
  expect((await sigma(project, 'memory', 'show', 'after')).exit).toBe(0)
})

const kills = inTier({ fast: 0, long: 20, verify: 200 })

test('servers killed while they are asked lose nothing that they acknowledged', { timeout: 900_000 }, async () => {
  const acknowledged: string[] = []
  const asked = new Set<string>()
  await sigma(project, 'memory', 'add', 'e', 'begins')
  const killOne = async (round: number): Promise<void> => {
    const child = spawn(process.execPath, [launcher, 'mcp'], {
      ...{ cwd: project.path, env: { ...project.env } },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    const send = linesOf(child)
    const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'k', version: '1' } }
    send(JSON.stringify({ jsonrpc: '2.0', id: 'hello', method: 'initialize', params: hello }))
    let next = 0
    const more = (): void => {
      const text = `round ${round} add ${next}`
      next += 1
      asked.add(text)
      const params = { name: 'add_observations', arguments: { observations: [{ entityName: 'e', contents: [text] }] } }
      send(JSON.stringify({ jsonrpc: '2.0', id: text, method: 'tools/call', params }))
    }
    // Killed at another moment each time: after so many answers, and a little later.
    const [wanted, later] = [1 + (round % 9), (round % 5) / 2]
    let answers = 0
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { id, result } = z.object({ id: z.string(), result: z.unknown() }).parse(JSON.parse(line))
      if (id !== 'hello') acknowledged.push(id)
      expect(result).toBeDefined()
      for (let at = 0; at < 3; at += 1) more()
      answers += 1
      if (answers === wanted) setTimeout(() => child.kill('SIGKILL'), later)
    })
    await once(child, 'close')
  }
  for (let round = 0; round < kills; round += 4) await Promise.all([0, 1, 2, 3].map((more) => killOne(round + more)))
  const { stdout } = await sigma(project, 'memory', 'show', 'e', '--json')
  const shown = z.object({ observations: z.array(z.object({ text: z.string() })) }).parse(JSON.parse(stdout))
  const kept = new Set(shown.observations.map(({ text }) => text))
  expect(acknowledged.length).toBeGreaterThan(kills)
  expect(acknowledged.filter((text) => !kept.has(text))).toEqual([])
  counted('servers killed', kills)
  expect([...kept].filter((text) => text !== 'begins' && !asked.has(text))).toEqual([])
})

test('a graph of 50,000 entities is read to its end, and the connection lives', { timeout: 600_000 }, async () => {
  const file = join(mkdtempSync(join(project.home, 'graph-')), 'memory.jsonl')
  const line = (at: number): string =>
    JSON.stringify({
      type: 'entity',
      name: `entity ${at}`,
      entityType: 't',
      observations: [0, 1, 2, 3, 4].map((n) => `observation ${n} of entity ${at}, with some more words`),
    })
  writeFileSync(file, Array.from({ length: 50_000 }, (_, at) => line(at)).join('\n'))
  const imported = await sigma(project, 'memory', 'import', file)
  expect(imported.stdout, imported.stderr).toContain('50000 new entities, 250000 observations')
  const client = await ours(project)
  expect((await whole(client, 'read_graph')).entities).toHaveLength(50_000)
  expect((await whole(client, 'search_nodes', { query: 'ENTITY 4999' })).entities).toHaveLength(11)
  const { contents } = await client.readResource({ uri: 'memory://knowledge-graph' })
  expect(contents).toMatchObject([{ text: expect.stringContaining('nextCursor') }])
  const exported = await sigma(project, 'memory', 'export')
  expect(exported.stdout.trimEnd().split('\n')).toHaveLength(50_000)
})
