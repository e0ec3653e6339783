import { createHash } from 'node:crypto'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { commandConfig, honestAgent, numbers } from './kit/project.ts'
import { type Files, fingerprint, git, makeRepository, type Repository, writeFiles } from './kit/repository.ts'
import { resultOf, sigma } from './kit/sigma.ts'

const config = commandConfig(['node', 'agent.mjs'])
const project: Files = { ...numbers, 'agent.mjs': honestAgent(), 'sigma.config.json': config }

const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255])
const sha256 = createHash('sha256').update(image).digest('hex')

/** A test of the project's own that needs what is not in its commits. */
const needy = `import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { three } from '../vendor/lib/index.js'
test('reads a submodule and a large file', () => {
  assert.equal(three, 3)
  assert.equal(readFileSync(new URL('a.png', import.meta.url)).length, ${image.length})
})
`

/** What Sigma writes for people into the project (D22). */
const projected = /(^|[/ ])(\.sigma\/|\.claude-collective\/|memory-bank\/(activeContext|progress)\.md)/

function theirs(repository: Repository): Files {
  return Object.fromEntries(Object.entries(fingerprint(repository)).filter(([path]) => !projected.test(path)))
}

test('a project whose tests import from a submodule and read a file of Git LFS is built like any other', {
  timeout: 480_000,
}, async () => {
  proves('F47')
  using lib = makeRepository({ 'index.js': 'export const three = 3\n', 'package.json': '{"type":"module"}\n' })
  using repository = makeRepository(project)
  git(repository, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', lib.path, 'vendor/lib')
  writeFiles(repository.path, {
    '.gitattributes': '*.png filter=lfs -text\n',
    'test/needy.test.js': needy,
    'test/a.png': `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${image.length}\n`,
  })
  git(repository, '-c', 'filter.lfs.clean=cat', 'add', '--all')
  git(repository, 'commit', '--quiet', '--message', 'Needs')
  const stored = join(repository.path, '.git/lfs/objects', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  mkdirSync(dirname(stored), { recursive: true })
  writeFileSync(stored, image)
  const before = theirs(repository)
  const ended = await sigma(repository, 'tdd', 'numbers')
  expect(resultOf(ended), ended.stderr).toMatchObject({ success: true, outcome: 'completed' })
  expect(ended.stderr).not.toContain('warning')
  expect(theirs(repository)).toEqual(before)
  git(repository, 'submodule', '--quiet', 'deinit', '--force', 'vendor/lib')
  writeFileSync(stored, 'lost')
  const lacking = await sigma(repository, 'tdd', 'numbers')
  expect(lacking.stderr).toMatch(
    /warning: submodules that are not checked out are empty in the run: vendor\/lib\.\nhint: git submodule update/,
  )
  expect(lacking.stderr).toMatch(
    /warning: files of Git LFS that are not here are pointers in the run: test\/a\.png\.\nhint: git lfs pull/,
  )
})

/** One package of a workspaces monorepo: its own configuration, module and agent, beside others. */
function packageAt(folder: string, name: string, more: Files = {}): Files {
  const inner: Files = {
    ...project,
    'agent.mjs': honestAgent(`process.chdir('${folder}')`),
    'package.json': JSON.stringify({ name, type: 'module', version: '1.0.0' }),
    ...more,
  }
  return Object.fromEntries(Object.entries(inner).map(([path, text]) => [`${folder}/${path}`, text]))
}

test('two packages of a monorepo, each with its own configuration, from any folder in them, linked to each other', {
  timeout: 720_000,
}, async () => {
  proves('F47')
  const linked = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { origin } from '@app/core/origin.js'
test('the other package is the workspace’s own', () => assert.doesNotMatch(origin, /\\/project\\//))
`
  using repository = makeRepository({
    '.gitignore': 'node_modules\n',
    'package.json': JSON.stringify({ private: true, workspaces: ['packages/*'] }),
    ...packageAt('packages/core', '@app/core', { 'origin.js': 'export const origin = import.meta.url\n' }),
    ...packageAt('packages/app', '@app/app', { 'test/linked.test.js': linked }),
  })
  mkdirSync(join(repository.path, 'node_modules/@app'), { recursive: true })
  for (const name of ['core', 'app'])
    symlinkSync(`../../packages/${name}`, join(repository.path, 'node_modules/@app', name))
  const before = theirs(repository)
  for (const [name, folder] of [
    ['app', 'packages/app/src'],
    ['core', 'packages/core'],
  ] as const) {
    mkdirSync(join(repository.path, folder), { recursive: true })
    const inside = { ...repository, path: join(repository.path, folder) }
    const ended = await sigma(inside, 'tdd', 'numbers')
    const { success, delivered } = resultOf(ended)
    expect(success, ended.stderr + ended.stdout).toBe(true)
    const changed = git(repository, 'diff', '--name-only', `main...${delivered?.branch}`).split('\n')
    expect(changed.every((path) => path.startsWith(`packages/${name}/`))).toBe(true)
    expect((await sigma(inside, 'diff')).stdout).toContain(`packages/${name}/src/twice.js`)
    expect((await sigma(inside, 'status', '--json')).stdout).toContain(`${delivered?.branch.slice('sigma/'.length)}`)
  }
  expect(theirs(repository)).toEqual(before)
  const inTheWay = git(repository, 'status', '--porcelain', '--untracked-files=all').split('\n').filter(Boolean)
  expect(inTheWay.every((line) => projected.test(line))).toBe(true)
})
