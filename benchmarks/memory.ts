/** The memory of the release bundle, against the public memory server of MCP: the same graphs, the same official client. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { memoryPeer } from '../scripts/install-agents.ts'
import { makeRepository, type Repository } from '../test/kit/repository.ts'
import { type Figure, type Goal, inTurn, median, ms, type Scale } from './measure.ts'
import { releaseIn, runNode } from './repository.ts'

const perEntity = 5
/** Entities of the three graphs; figures are named after these, whatever the scale. */
const entities: readonly number[] = [100, 10_000, 50_000]

type Doing = 'add' | 'open' | 'search'
/** Milliseconds of each call, ours and theirs. */
type Taken = Readonly<Record<Doing, { readonly ours: number; readonly theirs: number }>>

/** Ratios at 10,000 and at 50,000 entities. */
const goals: Readonly<Record<Doing, readonly [number, number]>> = {
  add: [1 / 15, 1 / 80],
  open: [1 / 15, 1 / 80],
  search: [1 / 10, 1 / 40],
}

const named: Readonly<Record<Doing, string>> = {
  add: 'an observation added',
  open: 'an entity opened',
  search: 'a search that finds one entity',
}

const all: readonly Doing[] = ['add', 'open', 'search']

export async function* memory(folder: string, scale: Scale): AsyncGenerator<Figure> {
  const sizes = scale({ whole: entities, short: [100, 200, 300] })
  const times = scale({ whole: 40, short: 2 })
  const sigma = join(releaseIn(folder), 'bin', 'sigma.js')
  const taken: Taken[] = []
  for (const size of sizes) {
    using repository = makeRepository({ 'README.md': 'A project.\n' }, undefined, folder)
    taken.push(await measured(repository, sigma, size, times))
  }
  const [small, middle, large] = taken
  if (small === undefined || middle === undefined || large === undefined) throw new Error('There are three sizes.')
  for (const [at, each] of [middle, large].entries())
    for (const doing of all) {
      const { ours, theirs } = each[doing]
      yield {
        name: `${named[doing]} among ${count(entities[at + 1])} entities, against the public memory server of MCP`,
        value: ours / theirs,
        goal: most(goals[doing][at] ?? 0),
        detail: `${ms(ours)}${doing === 'add' ? ', flushed,' : ''} against ${ms(theirs)}${doing === 'add' ? ', not flushed' : ''}; ${perEntity} observations an entity, by the official client, ${inARow} calls in a row`,
      }
    }
  for (const doing of ['add', 'open'] as const)
    yield {
      name: `${named[doing]} among ${count(entities[2])} entities, against the same among ${count(entities[0])}`,
      value: large[doing].ours / small[doing].ours,
      goal: most(2),
      detail: `${ms(large[doing].ours)} against ${ms(small[doing].ours)}; the public memory server ${Math.round(large[doing].theirs / small[doing].theirs)} times`,
    }
}

const most = (value: number): Goal => ({ kind: 'at most', value })
const count = (size = 0): string => size.toLocaleString('en')

async function measured(repository: Repository, sigma: string, size: number, times: number): Promise<Taken> {
  const peerFile = join(repository.home, 'peer', 'memory.jsonl')
  mkdirSync(join(repository.home, 'peer'))
  const lines = Array.from({ length: size }, (_, at) => JSON.stringify(entity(at)))
  writeFileSync(peerFile, lines.join('\n'))
  runNode(repository, [sigma, 'memory', 'import', peerFile])
  const [ours, theirs] = await Promise.all([
    connected(repository, [sigma, 'mcp']),
    connected(repository, [memoryPeer], { MEMORY_FILE_PATH: peerFile }),
  ])
  let round = 0
  const some = (): number => {
    round += 1
    return (round * 7919) % size
  }
  const works = (client: Client) => ({
    add: repeated(() => call(client, 'add_observations', { observations: [addition(`entity ${some()}`)] })),
    open: repeated(() => call(client, 'open_nodes', { names: [`entity ${some()}`] })),
    search: repeated(() => call(client, 'search_nodes', { query: wordOf(some()) })),
  })
  const [own, peer] = [works(ours), works(theirs)]
  const both = [own.add, peer.add, own.open, peer.open, own.search, peer.search]
  for (const { work } of both) await work()
  for (const { taken } of both) taken.length = 0
  await inTurn(times, Object.fromEntries(both.map(({ work }, at) => [`${at}`, work])))
  await Promise.all([ours.close(), theirs.close()])
  const pair = (doing: Doing) => ({ ours: median(own[doing].taken), theirs: median(peer[doing].taken) })
  return { add: pair('add'), open: pair('open'), search: pair('search') }
}

/** Calls of one server before the other has its turn: what the other one did to the machine's caches falls on the first alone. */
const inARow = 5

/** Milliseconds of each call are kept. */
function repeated(work: () => Promise<void>) {
  const taken: number[] = []
  return {
    taken,
    work: async (): Promise<void> => {
      for (let at = 0; at < inARow; at += 1) {
        const began = performance.now()
        await work()
        taken.push(performance.now() - began)
      }
    },
  }
}

const addition = (entityName: string) => ({ entityName, contents: [randomUUID()] })

/** A word that stands in one entity alone. */
const wordOf = (at: number): string => `mark-${(at * 2_654_435_761) % 4_294_967_296}-${at}`

const entity = (at: number) => ({
  ...{ type: 'entity', name: `entity ${at}`, entityType: 'module' },
  observations: Array.from({ length: perEntity }, (_, n) =>
    n === 2
      ? `It has the mark ${wordOf(at)} and is one of many`
      : `Observation ${n} says some words of entity ${at}, and no more`,
  ),
})

async function connected(
  { path, env }: Repository,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1' })
  const own = { ...env, ...more }
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [...args], cwd: path, env: own, stderr: 'ignore' }),
  )
  return client
}

async function call(client: Client, name: string, given: object): Promise<void> {
  const { isError, content } = await client.callTool({ name, arguments: { ...given } }, { timeout: 120_000 })
  if (isError === true) throw new Error(`${name}: ${JSON.stringify(content).slice(0, 300)}`)
}
