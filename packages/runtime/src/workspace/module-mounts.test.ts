/** Installed packages as npm, pnpm and Yarn lay them, shown where they lie to programs that are really confined. */
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Confinement } from '@sigma/engine'
import { isHere, needs } from '@sigma/engine/needs'
import { inTier } from '@sigma/engine/testing'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createProcesses, type OwnedProcesses } from '../process/processes.ts'
import { detectSandbox } from '../sandbox/detect.ts'
import { workspaceConfinement } from '../sandbox/workspace.ts'
import { type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'
import { install, layouts, twoPackages } from '../testing/installations.ts'
import type { WorkspaceStore } from './workspaces.ts'

const { PATH = '' } = process.env
const limits = { processes: null, memoryBytes: null, diskBytes: null }
const confining = { hosts: [], limits }
let processes: OwnedProcesses

beforeAll(async () => {
  const { launch } = await detectSandbox({ mode: 'required', environment: { PATH }, installation: [], hidden: [] })
  if (launch !== null) processes = createProcesses({ owner: import.meta.filename, sandbox: { launch } })
  else if (isHere('bubblewrap')) throw new Error('There is no sandbox here.')
})
beforeEach(() => needs('bubblewrap'))

function installed(layout = 'npm'): TemporaryRepository {
  const repository = temporaryRepository(twoPackages)
  install(repository.root, layout)
  return repository
}

const opened = async (repository: TemporaryRepository): Promise<WorkspaceStore> =>
  (await temporaryWorkspaces(repository, { confined: true, confining })).workspaces

interface Inside {
  readonly path: string
  readonly confined?: Confinement | undefined
}

/** What a program prints there, under what it is confined to. */
async function said({ path, confined }: Inside, command: readonly string[]): Promise<string> {
  const bounds = { limitMs: 30_000, maxOutputBytes: 64 * 1024, graceMs: 300 }
  const { stdout, stderr } = await processes.run({ command, cwd: path, env: { PATH }, confined, ...bounds })
  return stdout.trim() === '' ? stderr.trim() : stdout.trim()
}
const node = (inside: Inside, program: string): Promise<string> => said(inside, ['node', '-e', program])

async function agentIn(workspaces: WorkspaceStore, repository: TemporaryRepository): Promise<Inside> {
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare(place)
  const own = await workspaceConfinement(path, join(repository.outside, 'cache'), [])
  return { path, confined: { ...own, reads: [...workspaces.installed()], ...confining } }
}

const deps = (repository: TemporaryRepository): readonly string[] =>
  readdirSync(join(repository.outside, 'cache'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\/deps\//.test(`/${path}`),
  )

for (const layout of Object.keys(layouts).slice(0, inTier({ fast: 2, long: 5, verify: 5 })))
  test(`${layout}: gates and agents find what is installed, and the packages of their own commit; nothing is copied`, async () => {
    using repository = installed(layout)
    const workspaces = await opened(repository)
    repository.write('packages/core/index.js', 'module.exports = "not committed"\n')
    const agent = await agentIn(workspaces, repository)
    await using gate = await workspaces.open({ commit: repository.head })
    for (const inside of [gate, agent]) {
      expect(await node(inside, `console.log(require('./packages/web'))`)).toBe('dep+inner committed core')
      expect(
        await said(inside, [
          'sh',
          '-c',
          `f=$(ls node_modules/.bin/core packages/web/node_modules/.bin/core 2>/dev/null | head -n1); head -c2 $f | grep -q '#!' && sh $f || node $f`,
        ]),
      ).toBe('cli committed core')
      expect(realpathSync(join(inside.path, 'node_modules/dep'))).toContain(join(repository.root, 'node_modules'))
    }
    expect(deps(repository)).toEqual([])
  })

async function nameIn(workspaces: WorkspaceStore, { head }: TemporaryRepository): Promise<string> {
  await using gate = await workspaces.open({ commit: head })
  return gate.installed ?? ''
}

const attempts = ['dep/index.js', 'dep/new.js', '.package-lock.json', '.vite/x', 'new/index.js']
/** Above the packages, where nothing of the person's is shown: under /tmp a sandbox may keep a file of its own there. */
const above = '../package.json'

test('neither a test nor an agent can write to what a person installed, by whatever name', async () => {
  using repository = installed()
  mkdirSync(join(repository.root, 'node_modules/.vite'))
  const workspaces = await opened(repository)
  const before = repository.fingerprint()
  const agent = await agentIn(workspaces, repository)
  await using gate = await workspaces.open({ commit: repository.head })
  const program = `
    const fs = require('node:fs'), path = require('node:path')
    const top = path.dirname(fs.realpathSync('node_modules/dep'))
    const ways = [(f) => fs.writeFileSync(f, 'poison'), (f) => fs.rmSync(f, { recursive: true }), (f) => fs.renameSync(f, f + '2'),
      (f) => { fs.chmodSync(f, 0o777); fs.appendFileSync(f, 'poison') }, (f) => fs.utimesSync(f, 1, 1), (f) => fs.linkSync(f, 'own'), (f) => fs.symlinkSync('/', f)]
    const done = []
    for (const name of ${JSON.stringify([...attempts, above])}) for (const way of ways)
      try { way(path.join(top, name)); if (name !== '${above}') done.push(name + ' ' + way) } catch {}
    console.log(JSON.stringify(done))`
  for (const inside of [gate, agent]) expect(await node(inside, program)).toBe('[]')
  expect(repository.fingerprint()).toBe(before)
})

test('an agent that needs other packages has them in its workspace alone, and caches of tools are written there', async () => {
  using repository = installed()
  const workspaces = await opened(repository)
  const agent = await agentIn(workspaces, repository)
  const patch = `cp -rL node_modules/dep d && rm node_modules/dep && mv d node_modules/dep && echo 'module.exports = "mine"' >node_modules/dep/index.js`
  const cache = 'mkdir -p node_modules/.vite-temp && touch node_modules/.vite-temp/x && mkdir -p node_modules/extra'
  await said(agent, ['sh', '-c', `${patch} && ${cache}`])
  expect(await node(agent, `console.log(require('dep'))`)).toBe('mine')
  expect(existsSync(join(agent.path, 'node_modules/.vite-temp/x'))).toBe(true)
  expect(existsSync(join(repository.root, 'node_modules/.vite-temp'))).toBe(false)
  await using gate = await workspaces.open({ commit: repository.head })
  expect(await node(gate, `console.log(require('dep'))`)).toBe('dep+inner')
  expect(await agentIn(workspaces, repository)).toMatchObject({ path: agent.path })
  expect(await node(agent, `console.log(require('dep'))`)).toBe('dep+inner')
})

test('who works without a sandbox has a copy', async () => {
  using repository = installed()
  const workspaces = await opened(repository)
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [], keep: 'ada' }
  const { path } = await workspaces.prepare(place)
  appendFileSync(join(path, 'node_modules/dep/index.js'), '\nmodule.exports = "patched"')
  expect(readFileSync(join(repository.root, 'node_modules/dep/index.js'), 'utf8')).not.toContain('patched')
})

type Change = (modules: string) => void
const changes: Readonly<Record<string, Change>> = {
  'a package is replaced': (modules) => {
    cpSync(join(modules, 'dep'), join(modules, '.dep-new'), { recursive: true })
    rmSync(join(modules, 'dep'), { recursive: true })
    cpSync(join(modules, '.dep-new'), join(modules, 'dep'), { recursive: true })
    rmSync(join(modules, '.dep-new'), { recursive: true })
  },
  'a file is written in its place': (modules) => appendFileSync(join(modules, 'inner/index.js'), ' // mine'),
  'all of it goes': (modules) => rmSync(modules, { recursive: true }),
  'a package is added': (modules) => mkdirSync(join(modules, 'other')),
  'a package goes': (modules) => rmSync(join(modules, 'inner'), { recursive: true }),
  'a program becomes executable': (modules) => chmodSync(join(modules, 'dep/index.js'), 0o755),
  'the ledger says that something is installed': (modules) =>
    writeFileSync(join(modules, '.package-lock.json'), '{ "lockfileVersion": 3, "packages": {} }'),
}

for (const [what, change] of Object.entries(changes).slice(0, inTier({ fast: 3, long: 7, verify: 7 })))
  test(`while tests run, ${what}: their result is refused, and the next check is of what is there then`, async () => {
    using repository = installed()
    const modules = join(repository.root, 'node_modules')
    const workspaces = await opened(repository)
    const before = await nameIn(workspaces, repository)
    const checking = async (during: Change): Promise<string> => {
      await using gate = await workspaces.open({ commit: repository.head })
      during(modules)
      return await node(gate, `console.log(require('dep'))`)
    }
    await expect(checking(change)).rejects.toMatchObject({ code: 'dependencies-changed' })
    if (!existsSync(modules)) install(repository.root, 'npm')
    const now = await checking(() => undefined)
    expect(now).toMatch(what === 'a package goes' ? /Cannot find module 'inner'/ : /^dep\+inner$/)
    expect(await nameIn(workspaces, repository)).not.toBe(before)
  })

test('what is written in each check by a tool of the person’s is copied at last, so that no run goes on for ever', async () => {
  using repository = installed()
  const workspaces = await opened(repository)
  const checking = async (text: string): Promise<string> => {
    await using gate = await workspaces.open({ commit: repository.head })
    appendFileSync(join(repository.root, 'node_modules/inner/index.js'), ` // ${text}`)
    return await node(gate, `console.log(require('dep'))`)
  }
  for (const text of ['one', 'two'])
    await expect(checking(text)).rejects.toMatchObject({ code: 'dependencies-changed' })
  expect(await checking('three')).toBe('dep+inner')
  expect(deps(repository)).not.toEqual([])
})

test('what says nothing of packages is no change: caches and notes of tools, other names of files', async () => {
  using repository = installed()
  const modules = join(repository.root, 'node_modules')
  const workspaces = await opened(repository)
  const before = await nameIn(workspaces, repository)
  {
    await using _ = await workspaces.open({ commit: repository.head })
    mkdirSync(join(modules, '.vite'))
    writeFileSync(join(modules, '.vite/results.json'), '{}')
    writeFileSync(join(modules, '.pnpm-workspace-state-v1.json'), '{}')
    cpSync(join(modules, 'inner/index.js'), join(repository.outside, 'x'))
    linkSync(join(modules, 'inner/index.js'), join(repository.outside, 'another name'))
    expect(lstatSync(join(modules, 'inner/index.js')).nlink).toBe(2)
  }
  expect(await nameIn(workspaces, repository)).toBe(before)
})

test('an installation that goes on is waited for', async () => {
  using repository = installed()
  const modules = join(repository.root, 'node_modules')
  const workspaces = await opened(repository)
  await (await workspaces.open({ commit: repository.head }))[Symbol.asyncDispose]()
  rmSync(modules, { recursive: true })
  const opening = workspaces.open({ commit: repository.head })
  for (let at = 0; at < 5; at += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    mkdirSync(join(modules, `dep${at}`), { recursive: true })
    writeFileSync(join(modules, `dep${at}/index.js`), 'module.exports = 1')
  }
  await using gate = await opening
  expect(await node(gate, `console.log([0, 1, 2, 3, 4].map((at) => require('dep' + at)).join(''))`)).toBe('11111')
})

test('a package that is linked from elsewhere is copied with all others, for no program is shown that place', async () => {
  using repository = installed()
  const elsewhere = join(repository.outside, 'elsewhere')
  mkdirSync(elsewhere)
  writeFileSync(join(elsewhere, 'index.js'), 'module.exports = "elsewhere"')
  symlinkSync(elsewhere, join(repository.root, 'node_modules/elsewhere'))
  const workspaces = await opened(repository)
  await using gate = await workspaces.open({ commit: repository.head })
  expect(await node(gate, `console.log(require('elsewhere'), require('dep'))`)).toBe('elsewhere dep+inner')
  expect(deps(repository)).not.toEqual([])
})

test('a committed link in the place of node_modules shows nobody what it leads to', async () => {
  using repository = temporaryRepository({ 'package.json': '{}\n' })
  const secret = join(repository.outside, 'secret')
  mkdirSync(secret)
  writeFileSync(join(secret, 'key'), 'secret')
  symlinkSync(secret, join(repository.root, 'node_modules'))
  const commit = repository.commit('A link')
  const workspaces = await opened(repository)
  await using gate = await workspaces.open({ commit })
  expect(await said(gate, ['cat', 'node_modules/key'])).toContain('No such file')
})
