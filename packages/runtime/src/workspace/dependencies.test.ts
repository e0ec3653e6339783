import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type TemporaryRepository, temporaryRepository, temporaryWorkspaces } from '../testing/index.ts'

const files = { 'package.json': '{}\n', '.gitignore': 'node_modules\n' }

function install(repository: TemporaryRepository, path: string, content: string): void {
  const file = join(repository.root, 'node_modules', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

function run(folder: string, program: string): string {
  return execFileSync('node', ['-e', program], { cwd: folder, encoding: 'utf8' }).trim()
}

test('agents and gates have copies of their own, and neither reaches the person’s', async () => {
  using repository = temporaryRepository(files)
  install(repository, 'dep/index.js', 'module.exports = require("inner")\n')
  install(repository, 'inner/index.js', 'module.exports = "honest"\n')
  const { workspaces } = await temporaryWorkspaces(repository)
  const { path } = await workspaces.prepare({ run: 'r1', workspace: 'C1', base: repository.head, documents: [] })
  expect(run(path, `console.log(require('dep'))`)).toBe('honest')
  writeFileSync(join(path, 'node_modules/inner/index.js'), 'module.exports = "poisoned"\n')
  expect(run(path, `console.log(require('dep'))`)).toBe('poisoned')
  {
    await using checkout = await workspaces.open({ commit: repository.head })
    expect(run(checkout.path, `console.log(require('dep'))`)).toBe('honest')
    writeFileSync(join(checkout.path, 'node_modules/inner/index.js'), 'module.exports = "poisoned by a test"\n')
  }
  await using later = await workspaces.open({ commit: repository.head })
  expect(run(later.path, `console.log(require('dep'))`)).toBe('honest')
  expect(readFileSync(join(repository.root, 'node_modules/inner/index.js'), 'utf8')).toContain('honest')
})

const requiring = (folder: string): string => run(folder, `console.log(require('dep'))`)

test('what a test writes to packages reaches no check that begins while it runs, nor one that begins later', async () => {
  using repository = temporaryRepository(files)
  install(repository, 'dep/index.js', 'module.exports = "honest"\n')
  const { workspaces } = await temporaryWorkspaces(repository)
  const poison = (folder: string): void =>
    writeFileSync(realpathSync(join(folder, 'node_modules/dep/index.js')), 'module.exports = "poisoned"\n')
  {
    await using running = await workspaces.open({ commit: repository.head })
    poison(running.path)
    await using beside = await workspaces.open({ commit: repository.head })
    expect(requiring(beside.path)).toBe('honest')
  }
  let dependency = ''
  {
    await using over = await workspaces.open({ commit: repository.head })
    dependency = realpathSync(join(over.path, 'node_modules/dep/index.js'))
  }
  // A program that the test left behind writes when the check is long over.
  await delay(1_100)
  writeFileSync(dependency, 'module.exports = "poisoned"\n')
  await using later = await workspaces.open({ commit: repository.head })
  expect(requiring(later.path)).toBe('honest')
})

test('what a tool writes beside the packages of a check is gone with it, and is no reason for another copy', async () => {
  using repository = temporaryRepository(files)
  install(repository, 'dep/index.js', 'module.exports = "dep"\n')
  const { workspaces } = await temporaryWorkspaces(repository)
  const visit = async (): Promise<string> => {
    await using checkout = await workspaces.open({ commit: repository.head })
    const cache = join(checkout.path, 'node_modules/.vite-temp')
    expect(existsSync(cache)).toBe(false)
    mkdirSync(cache)
    writeFileSync(join(cache, 'config.mjs'), '')
    return realpathSync(join(checkout.path, 'node_modules/dep'))
  }
  expect(await visit()).toBe(await visit())
})

test('what is installed anew is copied anew', async () => {
  using repository = temporaryRepository(files)
  install(repository, 'one/index.js', '')
  const { workspaces } = await temporaryWorkspaces(repository)
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const { path } = await workspaces.prepare(place)
  expect(existsSync(join(path, 'node_modules/two'))).toBe(false)
  install(repository, 'two/index.js', '')
  await workspaces.prepare(place)
  expect(existsSync(join(path, 'node_modules/two'))).toBe(true)
})

test('packages of the repository lead to the workspace’s own sources, never to the person’s', async () => {
  using repository = temporaryRepository({
    ...files,
    'packages/core/index.js': 'module.exports = "core"\n',
    'packages/@x/y.js': '',
  })
  install(repository, 'dep/index.js', 'module.exports = "dep"\n')
  install(repository, '@app/other/index.js', 'module.exports = "other"\n')
  install(repository, '.bin/keep', '')
  symlinkSync('../../packages/core', join(repository.root, 'node_modules/@app/core'))
  symlinkSync(join(repository.root, 'packages/core'), join(repository.root, 'node_modules/core'))
  symlinkSync('../dep/index.js', join(repository.root, 'node_modules/.bin/dep'))
  const elsewhere = join(repository.outside, 'elsewhere')
  mkdirSync(elsewhere)
  writeFileSync(join(elsewhere, 'index.js'), 'module.exports = "elsewhere"\n')
  symlinkSync(elsewhere, join(repository.root, 'node_modules/elsewhere'))
  const { workspaces } = await temporaryWorkspaces(repository)
  const { path } = await workspaces.prepare({ run: 'r1', workspace: 'C1', base: repository.head, documents: [] })
  const names = ['dep', '@app/other', '@app/core', 'core', 'elsewhere']
  expect(run(path, `console.log(${JSON.stringify(names)}.map((name) => require(name)).join(' '))`)).toBe(
    'dep other core core elsewhere',
  )
  for (const name of ['@app/core', 'core'])
    expect(realpathSync(join(path, 'node_modules', name))).toBe(join(path, 'packages/core'))
  for (const name of [...names, '.bin/dep']) {
    const real = realpathSync(join(path, 'node_modules', name))
    expect(real.startsWith(repository.root) || real.startsWith(elsewhere), name).toBe(false)
  }
  const intake = {
    run: 'r1',
    workspace: 'C1',
    base: repository.head,
    documents: [],
    writes: [],
    guarded: [],
    message: '',
    trailers: {},
  }
  expect(await workspaces.intake(intake)).toEqual({ kind: 'unchanged' })
})

test('a committed node_modules is left to the commit', async () => {
  using repository = temporaryRepository({
    'package.json': '{}\n',
    'node_modules/dep/index.js': 'module.exports = 1\n',
  })
  const { workspaces } = await temporaryWorkspaces(repository)
  const { path } = await workspaces.prepare({ run: 'r1', workspace: 'C1', base: repository.head, documents: [] })
  expect(lstatSync(join(path, 'node_modules')).isSymbolicLink()).toBe(false)
  expect(readFileSync(join(path, 'node_modules/dep/index.js'), 'utf8')).toBe('module.exports = 1\n')
})

test('a set-up command runs once for the same lock files, in a copy, and what it installed is used', async () => {
  const program = `
    const fs = require('node:fs')
    fs.mkdirSync('node_modules/made', { recursive: true })
    fs.writeFileSync('node_modules/made/index.js', 'module.exports = "set up"')
    fs.appendFileSync(process.env.HOME + '/count', 'x')`
  using repository = temporaryRepository({ ...files, 'set up.js': program })
  const { PATH = '' } = process.env
  const environment = { PATH, HOME: repository.outside }
  const before = repository.fingerprint()
  const { workspaces } = await temporaryWorkspaces(repository, { setup: `node "set up.js"`, environment })
  const place = { run: 'r1', base: repository.head, documents: [] }
  const folders = await Promise.all(['C1', 'C2'].map((workspace) => workspaces.prepare({ ...place, workspace })))
  for (const { path } of folders) expect(run(path, `console.log(require('made'))`)).toBe('set up')
  await using checkout = await workspaces.open({ commit: repository.head })
  expect(run(checkout.path, `console.log(require('made'))`)).toBe('set up')
  expect(readFileSync(join(repository.outside, 'count'), 'utf8')).toBe('x')
  expect(repository.fingerprint()).toBe(before)
})

test('a set-up that fails or needs a shell is told', async () => {
  using repository = temporaryRepository(files)
  const place = { run: 'r1', workspace: 'C1', base: repository.head, documents: [] }
  const failing = await temporaryWorkspaces(repository, { setup: `node --eval=process.exit(3)` })
  await expect(failing.workspaces.prepare(place)).rejects.toMatchObject({ code: 'setup-not-plain' })
  const missing = await temporaryWorkspaces(repository, { setup: 'sigma-no-such-setup now' })
  await expect(missing.workspaces.prepare(place)).rejects.toMatchObject({
    code: 'setup-failed',
    message: expect.stringContaining('not found'),
  })
})
