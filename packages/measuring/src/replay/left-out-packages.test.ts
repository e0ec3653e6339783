import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { leftOutOf, packagesIn } from './left-out-packages.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

/** Names of installed packages that source of a project with these manifests may find; `above`: the top one alone unless told. */
async function asked(
  own: Readonly<Record<string, object>>,
  installed: Readonly<Record<string, object>>,
  above: readonly string[] = ['package.json'],
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
  const pathOf = (path: string): string => join(root, path)
  const manifests = Object.keys(own).map(pathOf)
  const leftOut = await leftOutOf({ manifests, above: above.map(pathOf), modules: [modules], installed: undefined })
  return (await packagesIn(modules)).filter((name) => !leftOut.has(name)).sort((a, b) => a.localeCompare(b))
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

const others = ['@scope/other', '@scope/own', 'left-pad', 'peer']

test('what a runner brings is not there, but for what the project asks for, or what that needs in turn', async () => {
  const own = { 'package.json': { dependencies: { 'left-pad': '1' }, devDependencies: { jest: '1' } } }
  expect(await asked(own, installed)).toEqual(['@scope/other', '@scope/own', 'deep', 'left-pad', 'peer'])
  expect(await asked({ 'package.json': { devDependencies: { jest: '1' } } }, installed)).toEqual(others)
  const direct = { 'package.json': { devDependencies: { jest: '1', expect: '1' } } }
  expect(await asked(direct, installed)).toEqual(['@scope/other', '@scope/own', 'expect', 'left-pad', 'peer'])
})

test('a runner that the project itself needs to run is there with all that it brings', async () => {
  const own = { 'package.json': { dependencies: { jest: '1' } } }
  expect(await asked(own, installed)).toEqual([
    '@scope/other',
    '@scope/own',
    'deep',
    'expect',
    'jest',
    'left-pad',
    'peer',
  ])
})

test('a manifest beside the package that is tested does not ask for a runner', async () => {
  const own = { 'package.json': {}, 'examples/a/package.json': { dependencies: { jest: '1', deep: '1' } } }
  expect(await asked(own, installed)).toEqual(['@scope/other', '@scope/own', 'deep', 'left-pad', 'peer'])
})

test('what no manifest names, and no runner brings, is there: somebody may have linked or generated it', async () => {
  expect(await asked({ 'package.json': {} }, { ...installed, linked: {} })).toContain('linked')
})

test('where no manifest can be read all is there but what runs tests', async () => {
  const all = ['@scope/other', '@scope/own', 'deep', 'expect', 'left-pad', 'peer']
  expect(await asked({}, installed)).toEqual(all)
  expect(await asked({ 'package.json': { dependencies: ['a'], name: 3 } }, installed)).toEqual(others)
})
