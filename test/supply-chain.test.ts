import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { billOf, type Component } from '../scripts/bill-of-materials.ts'

const root = new URL('../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const names = z.record(z.string(), z.string()).default({})
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().default(false),
      hasInstallScript: z.boolean().default(false),
    }),
  ),
})
const lock = lockSchema.parse(JSON.parse(read('package-lock.json'))).packages
const installed = Object.entries(lock).filter(([path, { link }]) => path.includes('node_modules/') && !link)
const bill = billOf(fileURLToPath(root))

test('every package that is installed is held to its content by a hash, and comes from no other place than a registry', () => {
  proves('T41')
  expect(installed.length).toBeGreaterThan(100)
  for (const [path, { integrity, resolved = 'https:' }] of installed) {
    expect(integrity, path).toMatch(/^sha512-[\w+/]{86}==$/)
    expect(resolved, path).toMatch(/^https:/)
  }
  const manifests = readdirSync(new URL('packages', root)).map((name) => `packages/${name}/package.json`)
  for (const manifest of ['package.json', ...manifests]) {
    const { dependencies, devDependencies } = z
      .object({ dependencies: names, devDependencies: names })
      .parse(JSON.parse(read(manifest)))
    for (const [name, wanted] of Object.entries({ ...dependencies, ...devDependencies }))
      expect(wanted, `${manifest}: ${name}`).toMatch(/^[\^~]?\d+\.\d+\.\d+$/)
  }
})

test('what ships is at most 25 packages, none of which runs a script when it is installed, all in the bill of materials', () => {
  proves('T41')
  // Of the parts for each platform a machine has its own, on Linux those for two kinds of C library.
  const isElsewhere = ({ scope, name }: Component): boolean =>
    scope === 'optional' && !name.includes(`${process.platform}-${process.arch}`)
  const shipped = bill.components.filter((each) => !isElsewhere(each)).map(({ name }) => name)
  expect(shipped).toEqual(expect.arrayContaining(['@stricli/core', 'oxc-parser', 'zod']))
  expect(shipped.length).toBeLessThanOrEqual(25)
  const scripted = installed
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
  expect(scripted.filter((name) => shipped.includes(name))).toEqual([])
  for (const { name, version, purl, hashes, licenses } of bill.components) {
    expect(purl).toBe(`pkg:npm/${encodeURIComponent(name).replaceAll('%2F', '/')}@${version}`)
    expect(
      hashes.map(({ alg, content }) => [alg, content.length]),
      name,
    ).toEqual([['SHA-512', 128]])
    expect(JSON.stringify(licenses), name).toMatch(/"(MIT|ISC|BSD-3-Clause|BSD-2-Clause|Apache-2\.0|0BSD)"/)
  }
})

test('tools that Sigma installs for itself are held to their content by a hash, run no script, and come from the user’s registry', () => {
  proves('T41')
  const folder = 'packages/protocols/validation/gates/parts/tools'
  const { dependencies } = z.object({ dependencies: names }).parse(JSON.parse(read(`${folder}/manifest.json`)))
  for (const [name, wanted] of Object.entries(dependencies)) expect(wanted, name).toMatch(/^\d+\.\d+\.\d+$/)
  const { packages } = lockSchema.parse(JSON.parse(read(`${folder}/lock.json`)))
  const tools = Object.entries(packages).filter(([path]) => path !== '')
  expect(tools.length).toBeGreaterThan(50)
  for (const [path, { integrity, resolved, hasInstallScript }] of tools) {
    expect(integrity, path).toMatch(/^sha512-[\w+/]{86}==$/)
    expect([resolved, hasInstallScript], path).toEqual([undefined, false])
  }
})

test('the set-up of this repository lets no package run a script but the one that it names', () => {
  proves('T41')
  const bootstrap = read('scripts/bootstrap.js')
  expect(bootstrap).toMatch(/'install',[^\]]*'--ignore-scripts'/)
  expect(
    z.object({ allowScripts: z.record(z.string(), z.boolean()) }).parse(JSON.parse(read('package.json'))).allowScripts,
  ).toEqual({ node: true })
  // What has one is known; a new one is looked at before it is added here.
  const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)
  expect(scripted).toEqual(['node_modules/@parcel/watcher', 'node_modules/node'])
})
