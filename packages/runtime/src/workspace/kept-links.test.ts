/** Links of installed packages in checkouts that are used again. */
import {
  appendFileSync,
  chmodSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'
import { install, twoPackages } from '../testing/installations.ts'
import type { WorkspaceStore } from './workspaces.ts'

const limits = { processes: null, memoryBytes: null, diskBytes: null }

function installed(): TemporaryRepository {
  const repository = temporaryRepository(twoPackages)
  install(repository.root, 'npm')
  return repository
}

const opened = async (repository: TemporaryRepository): Promise<WorkspaceStore> =>
  (await temporaryWorkspaces(repository, { confined: true, confining: { hosts: [], limits } })).workspaces

type Act = (modules: string) => void

/** The links in a folder, each with what another one made in its place would not have. */
function linksIn(modules: string): Readonly<Record<string, string>> {
  const entries = readdirSync(modules, { withFileTypes: true, recursive: true })
  const links = entries
    .filter((entry) => entry.isSymbolicLink() && !entry.parentPath.startsWith(join(modules, '.sigma-way')))
    .map(({ parentPath, name }) => join(parentPath, name))
  return Object.fromEntries(
    links.map((path) => {
      const { ino, ctimeNs } = lstatSync(path, { bigint: true })
      return [path.slice(modules.length + 1), `${ino} ${ctimeNs}`]
    }),
  )
}

/** Opens a commit, sees the links of its packages, and does something there. */
async function leaving(workspaces: WorkspaceStore, commit: string, act: Act = () => undefined) {
  await using gate = await workspaces.open({ commit })
  const links = linksIn(join(gate.path, 'node_modules'))
  act(join(gate.path, 'node_modules'))
  return links
}

const requiredIn = (folder: string, name: string): unknown => createRequire(join(folder, 'a.js'))(name)

test('they stay, and what tools wrote beside them goes', async () => {
  using repository = installed()
  const workspaces = await opened(repository)
  const first = await leaving(workspaces, repository.head, (modules) => {
    mkdirSync(join(modules, '.vite-temp/deep'), { recursive: true })
    writeFileSync(join(modules, '@app/planted'), '')
  })
  expect(Object.keys(first)).toContain('@app/core')
  const isTidy: Act = (modules) => expect(readdirSync(modules)).not.toContain('.vite-temp')
  expect(await leaving(workspaces, repository.head, isTidy)).toEqual(first)
  const isTidyBelow: Act = (modules) => expect(readdirSync(join(modules, '@app'))).toEqual(['core'])
  repository.write('more.js', '')
  expect(await leaving(workspaces, repository.commit('More'), isTidyBelow)).toEqual(first)
})

const touches: Readonly<Record<string, Act>> = {
  'another lies in its place': (modules) => {
    rmSync(join(modules, 'dep'))
    symlinkSync('/', join(modules, 'dep'))
  },
  'a folder lies in its place': (modules) => {
    rmSync(join(modules, 'dep'))
    mkdirSync(join(modules, 'dep'))
  },
  'it has another time': (modules) => lutimesSync(join(modules, 'dep'), 1, 1),
  'it is gone': (modules) => rmSync(join(modules, 'dep')),
  'its folder has another mode': (modules) => chmodSync(modules, 0o500),
}

test.each(Object.entries(touches))('one that was touched is laid anew: %s', async (_, touch) => {
  using repository = installed()
  const workspaces = await opened(repository)
  const first = await leaving(workspaces, repository.head, touch)
  await using gate = await workspaces.open({ commit: repository.head })
  const modules = join(gate.path, 'node_modules')
  const again = linksIn(modules)
  expect(new Set(Object.keys(again))).toEqual(new Set(Object.keys(first)))
  for (const name of Object.keys(first)) expect(again[name]).not.toBe(first[name])
  expect(requiredIn(gate.path, 'dep')).toBe('dep+inner')
  expect(lstatSync(join(modules, 'dep')).mtimeMs).toBeGreaterThan(1000)
  expect(statSync(modules).mode & 0o777).toBe(0o700)
})

test('a package that was added meanwhile is there', async () => {
  using repository = installed()
  const workspaces = await opened(repository)
  await leaving(workspaces, repository.head)
  mkdirSync(join(repository.root, 'node_modules/other'))
  writeFileSync(join(repository.root, 'node_modules/other/index.js'), 'module.exports = "other"')
  await using gate = await workspaces.open({ commit: repository.head })
  expect(requiredIn(gate.path, 'other')).toBe('other')
})

test('packages that a commit holds itself are there, whatever its checkout held before', async () => {
  using repository = installed()
  const workspaces = await opened(repository)
  rmSync(join(repository.root, 'node_modules'), { recursive: true })
  repository.write('.gitignore', '')
  repository.write('node_modules/own/index.js', 'module.exports = "committed"\n')
  const holding = repository.commit('Hold packages')
  repository.git('rm', '-rq', '--cached', 'node_modules')
  repository.write('.gitignore', 'node_modules\n')
  const bare = repository.commit('Hold none')
  rmSync(join(repository.root, 'node_modules'), { recursive: true })
  install(repository.root, 'npm')
  for (const [commit, name, said] of [
    [bare, 'dep', 'dep+'],
    [holding, 'own', 'committed'],
    [bare, 'dep', 'dep+'],
    [holding, 'own', 'committed'],
  ] as const) {
    await using gate = await workspaces.open({ commit })
    expect(readFileSync(join(gate.path, `node_modules/${name}/index.js`), 'utf8')).toContain(said)
  }
})

test('a folder of a package that another commit does not have is gone with its links', async () => {
  using repository = installed()
  mkdirSync(join(repository.root, 'packages/web/node_modules/own'), { recursive: true })
  const workspaces = await opened(repository)
  await leaving(workspaces, repository.head)
  repository.git('rm', '-q', 'packages/web/package.json')
  await using gate = await workspaces.open({ commit: repository.commit('No package') })
  expect(readdirSync(join(gate.path, 'packages/web'))).toEqual(['index.js'])
})

test.each([
  ['a link', (path: string, to: string) => symlinkSync(to, path)],
  ['a file', (path: string) => writeFileSync(path, 'a file')],
])('where another commit has %s, nothing of what lies beyond it is touched', async (_, lay) => {
  using repository = installed()
  mkdirSync(join(repository.root, 'packages/web/node_modules/own'), { recursive: true })
  const foreign = join(repository.outside, 'foreign')
  mkdirSync(join(foreign, 'node_modules/precious'), { recursive: true })
  const workspaces = await opened(repository)
  await leaving(workspaces, repository.head)
  repository.git('rm', '-rq', '--cached', 'packages/web')
  rmSync(join(repository.root, 'packages/web'), { recursive: true })
  lay(join(repository.root, 'packages/web'), foreign)
  const other = repository.commit('No folder')
  {
    await using gate = await workspaces.open({ commit: other })
    expect(lstatSync(join(gate.path, 'packages/web')).isDirectory()).toBe(false)
  }
  expect(readdirSync(join(foreign, 'node_modules'))).toEqual(['precious'])
})

test('a checkout that moved away, with a link to another folder in its place, is not used again', async () => {
  using repository = installed()
  const victim = join(repository.outside, 'victim')
  mkdirSync(victim)
  writeFileSync(join(victim, 'precious'), '')
  for (const confined of [true, false]) {
    const { workspaces } = await temporaryWorkspaces(repository, { confined, confining: { hosts: [], limits } })
    {
      await using gate = await workspaces.open({ commit: repository.head })
      renameSync(gate.path, `${gate.path}-2`)
      symlinkSync(victim, gate.path)
    }
    await using gate = await workspaces.open({ commit: repository.head })
    expect(lstatSync(gate.path).isDirectory()).toBe(true)
    expect(readdirSync(victim)).toEqual(['precious'])
  }
})

/** Changes what is installed while both are open. */
async function changing(repository: TemporaryRepository, within: { readonly installed: string } | null): Promise<void> {
  const workspaces = await opened(repository)
  await using outer = await workspaces.open({ commit: repository.head })
  const inner = await workspaces.open({ commit: repository.head, within: within ?? outer })
  appendFileSync(join(repository.root, 'node_modules/inner/index.js'), ' // mine')
  await inner[Symbol.asyncDispose]()
}

test('a checkout that is closed before another with the same packages leaves it to that one to look at them', async () => {
  using repository = installed()
  await expect(changing(repository, null)).rejects.toMatchObject({ code: 'dependencies-changed' })
})

test('one with other packages looks at its own', async () => {
  using repository = installed()
  await expect(changing(repository, { installed: 'others' })).rejects.toThrow()
})
