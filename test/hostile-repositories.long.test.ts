import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Blobs, type Checkouts, memoryBlobs } from '@sigma/engine'
import { needs } from '@sigma/engine/needs'
import { inTier } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { createGates } from '@sigma/protocols/tdd/gates'
import { createProcesses, createWorkspaces, type Detected, detectSandbox, usableRepository } from '@sigma/runtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HostileRepository, hostileRepositories } from './hostile/repositories.ts'
import { install } from './kit/installed.ts'
import { git, makeRepository, type Repository } from './kit/repository.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const attack = join(root, 'test/hostile/attack.cjs')
/** A home with a secret, and folders that are not the repository's; in one of them a socket to connect to. */
const home = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-home-')))
const elsewhere = realpathSync(mkdtempSync('/var/tmp/sigma-canary-'))
const secrets = [join(home, '.ssh/id_canary'), join(elsewhere, 'secret')]
const socket = join(home, 'canary.sock')
const outside = [home, elsewhere, '/tmp']
/** What is left where something could be written; nobody else's in the folder that everybody shares. */
const canary = `canary-${process.pid}`
let connections = 0
const servers: readonly Server[] = [0, 1].map(() =>
  createServer((each) => {
    connections += 1
    each.end()
  }),
)
const environment = { PATH: process.env['PATH'] ?? '', HOME: home, CANARY_SECRET: 'canary' }
let port = 0

beforeAll(async () => {
  for (const secret of secrets) {
    mkdirSync(dirname(secret), { recursive: true })
    writeFileSync(secret, 'the canary')
  }
  const [onPort, onSocket] = servers
  await new Promise<void>((done) => onPort?.listen(0, '127.0.0.1', done))
  await new Promise<void>((done) => onSocket?.listen(socket, done))
  const address = onPort?.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(() => {
  for (const server of servers) server.close()
  for (const folder of [home, elsewhere]) rmSync(folder, { recursive: true, force: true })
  clear()
})

const canaries = (): readonly string[] =>
  outside
    .flatMap((folder) => [canary, `${canary}-later`].map((name) => join(folder, name)))
    .filter((file) => existsSync(file))
const clear = (): void => {
  for (const file of canaries()) rmSync(file)
}

/** What the attack is told to try, and the words by which a repository's files load it. */
function arm(folder: string): void {
  cpSync(attack, join(folder, 'attack.cjs'))
  writeFileSync(join(folder, 'attack-itself.cjs'), `require('./attack.cjs').attack('itself')\n`)
  writeFileSync(join(folder, 'targets.json'), JSON.stringify({ secrets, outside, canary, port, socket }))
}

function repositoryOf({ files, runner, links = {} }: HostileRepository): Repository {
  const from = mkdtempSync(join(tmpdir(), 'sigma-armed-'))
  try {
    arm(from)
    const plain = { 'package.json': '{"type":"module"}', 'test/plain.test.js': `import 'node:test'\n`, ...files }
    const own = Object.entries(runner === undefined ? plain : files).map(([path, text]) => {
      const up = /^#!|^\{|^\$|^node-options|^NODE_OPTIONS|^node -e/.test(text)
        ? '.'
        : posix.relative(posix.dirname(path), '.') || '.'
      return [path, text.replaceAll('ATTACK-itself', './attack-itself.cjs').replaceAll('ATTACK', `${up}/attack.cjs`)]
    })
    for (const [path, target] of Object.entries(links)) {
      mkdirSync(join(from, dirname(path)), { recursive: true })
      symlinkSync(target === 'SECRET' ? (secrets[0] ?? '') : target, join(from, path))
    }
    const repository = makeRepository(Object.fromEntries(own), from)
    if (runner !== undefined) install(repository.path, runner)
    return repository
  } finally {
    rmSync(from, { recursive: true })
  }
}

/** What the attacks told of themselves, by the name of what ran them. */
type Records = Map<
  string,
  { readonly read: readonly string[]; readonly wrote: readonly string[]; readonly connected: boolean }
>

/** The checkouts, looked at before they go. */
function watched(checkouts: Checkouts, records: Records): Checkouts {
  return {
    ...checkouts,
    open: async (spec) => {
      const checkout = await checkouts.open(spec)
      return {
        ...checkout,
        [Symbol.asyncDispose]: async () => {
          collect(checkout.path, records)
          await checkout[Symbol.asyncDispose]()
        },
      }
    },
  }
}

function collect(folder: string, records: Records): void {
  for (const name of readdirSync(folder)) {
    const [, own] = /^ran-(.+)\.json$/.exec(name) ?? []
    if (own !== undefined) records.set(own, JSON.parse(readFileSync(join(folder, name), 'utf8')))
  }
}

/** Has a gate measure the repository, as after a turn. */
async function measured(hostile: HostileRepository, { standing, launch }: Detected, blobs: Blobs): Promise<Records> {
  using repository = repositoryOf(hostile)
  const processes = createProcesses({
    owner: repository.path,
    sandbox: standing.confined && launch !== null ? { launch } : undefined,
  })
  const checkouts = createWorkspaces({
    repository: await usableRepository(repository.path, environment.PATH),
    dataFolder: join(repository.path, '.sigma'),
    cacheFolder: join(repository.home, 'cache'),
    blobs,
    processes,
    environment,
    setup: null,
    confining: { hosts: [], limits: { processes: null, memoryBytes: null, diskBytes: null } },
  })
  const records: Records = new Map()
  const gates = createGates({ processes, checkouts: watched(checkouts, records), blobs })
  const project = {
    runner: hostile.runner ?? 'node:test',
    folder: '',
    tests: ['test/**'],
    source: ['src/**'],
    guarded: [],
    coverage: { lines: 0, functions: 0, branches: 0, statements: 0 },
    checkLimitMs: 60_000,
  }
  const commit = git(repository, 'rev-parse', 'HEAD')
  const check = {
    kind: 'check',
    id: 'c',
    at: { step: 'c' },
    gate: 'combined',
    commit,
    parameters: { project, cycles: [] },
  } as const
  await gates.check(check, AbortSignal.timeout(90_000))
  return records
}

test('without a sandbox the attack reaches all that it tries', async () => {
  using repository = repositoryOf({ name: 'control', files: {}, runs: [] })
  spawnSync(process.execPath, ['attack-itself.cjs'], { cwd: repository.path, env: environment })
  await sleep(500)
  const records: Records = new Map()
  collect(repository.path, records)
  expect(records.get('itself')).toMatchObject({ wrote: outside, connected: true })
  expect(records.get('itself')?.read.length).toBeGreaterThanOrEqual(3 * secrets.length + 1)
  expect([canaries().length, connections]).toEqual([2 * outside.length, 2])
  clear()
  connections = 0
})

test('of 30 hostile repositories none reaches a secret, a folder outside or a port, whatever of it a gate has to run', {
  timeout: 720_000,
}, async () => {
  needs('bubblewrap')
  proves('T10')
  const blobs = memoryBlobs()
  const kept: string[] = []
  const keeping: Blobs = {
    ...blobs,
    put: (content) => {
      kept.push(String(content))
      return blobs.put(content)
    },
  }
  const sandbox = await detectSandbox({
    mode: 'required',
    environment,
    installation: [join(root, 'packages'), join(root, 'node_modules')],
    hidden: [],
  })
  expect(sandbox.standing).toMatchObject({ confined: true })
  const few = hostileRepositories.filter(({ inLongTier = false }) => !inLongTier)
  const queue = [...inTier({ fast: few, long: hostileRepositories, verify: hostileRepositories })]
  expect(queue.length).toBeGreaterThanOrEqual(30)
  const work = async (): Promise<void> => {
    for (let hostile = queue.pop(); hostile !== undefined; hostile = queue.pop()) {
      const records = await measured(hostile, sandbox, keeping)
      const nothing = { read: [], wrote: [], connected: false }
      const inSandbox = Object.fromEntries(
        [...records].map(([own, { wrote, ...record }]) => [
          own,
          { ...record, wrote: wrote.filter((folder) => folder !== '/tmp') },
        ]),
      )
      expect(inSandbox, hostile.name).toEqual(Object.fromEntries(hostile.runs.map((own) => [own, nothing])))
    }
  }
  await Promise.all([work(), work(), work()])
  await sleep(500)
  expect([canaries(), connections]).toEqual([[], 0])
  expect(kept.join('\n')).not.toContain('the canary')
})
