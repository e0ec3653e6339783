import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { askedFor, packagesIn } from './asked-packages.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

/** Names of installed packages that a project with these manifests is given. */
async function asked(
  own: Readonly<Record<string, object>>,
  installed: Readonly<Record<string, object>>,
): Promise<readonly string[]> {
  const root = await mkdtemp(join(tmpdir(), 'asked-'))
  folders.push(root)
  const lay = async (path: string, content: object): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), JSON.stringify(content))
  }
  for (const [path, content] of Object.entries(own)) await lay(path, content)
  for (const [name, content] of Object.entries(installed)) await lay(`node_modules/${name}/package.json`, content)
  const modules = join(root, 'node_modules')
  const isAsked = await askedFor(
    Object.keys(own).map((path) => join(root, path)),
    [modules],
  )
  return (await packagesIn(modules)).filter(isAsked).sort((a, b) => a.localeCompare(b))
}

const installed = {
  'left-pad': { dependencies: { deep: '1', '@scope/own': '1' } },
  deep: {},
  '@scope/own': { peerDependencies: { peer: '1' } },
  '@scope/other': {},
  peer: {},
  jest: { dependencies: { expect: '1', deep: '1' } },
  expect: {},
  '@jest/core': {},
}

test('what manifests name, and what that needs in turn, is there; what only a runner brings is not', async () => {
  const own = { 'package.json': { dependencies: { 'left-pad': '1' }, devDependencies: { jest: '1' } } }
  expect(await asked(own, installed)).toEqual(['@scope/own', 'deep', 'left-pad', 'peer'])
})

test('a runner that the project itself needs to run is there with all that it brings', async () => {
  const own = { 'package.json': { dependencies: { jest: '1' } } }
  expect(await asked(own, installed)).toEqual(['deep', 'expect', 'jest'])
})

test('each package of a repository asks, and may ask for another of them', async () => {
  const own = {
    'package.json': {},
    'packages/a/package.json': { name: 'a', devDependencies: { peer: '1' } },
    'packages/b/package.json': { name: '@scope/other', optionalDependencies: { a: '1' } },
  }
  expect(await asked(own, { ...installed, a: {} })).toEqual(['@scope/other', 'a', 'peer'])
})

test('where no manifest can be read all is there but what runs tests', async () => {
  const others = ['@scope/other', '@scope/own', 'deep', 'expect', 'left-pad', 'peer']
  expect(await asked({}, installed)).toEqual(others)
  expect(await asked({ 'package.json': { dependencies: ['a'], name: 3 } }, installed)).toEqual([])
})
