import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Checkout } from '@sigma/engine'
import { afterAll, expect, test } from 'vitest'
import { localProcesses } from '../fixture/local-processes.ts'
import { nodeProject as project } from '../fixture/node-project.ts'
import { surroundingsOf } from './surroundings.ts'

const folder = mkdtempSync(join(tmpdir(), 'sigma-surroundings-'))
afterAll(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, 'bin'))
symlinkSync(process.execPath, join(folder, 'bin', 'node'))

const checkoutIn = (name: string, more: Partial<Checkout> = {}): Checkout => {
  const [path, home] = [join(folder, name, 'tree'), join(folder, name, 'home')]
  mkdirSync(path, { recursive: true })
  const env = {
    PATH: `${join(folder, 'bin')}:${path}/node_modules/.bin`,
    HOME: home,
    npm_package_json: `${path}/package.json`,
  }
  const checkout = { path, scratch: join(folder, name, 'out'), env, installed: 'deps-1', ...more }
  return { ...checkout, [Symbol.asyncDispose]: async () => undefined }
}
const nameOf = (checkout: Checkout, more: Partial<typeof project> = {}): Promise<string | null> =>
  surroundingsOf(localProcesses(), { ...project, ...more }, checkout)

const usual = await nameOf(checkoutIn('one'))

test('two checkouts of one project have the same surroundings, wherever they lie', async () => {
  expect(usual).toMatch(/^[0-9a-f]{64}$/)
  expect(await nameOf(checkoutIn('two'))).toBe(usual)
})

test('whatever may decide about tests beside the tree gives other surroundings', async () => {
  const one = checkoutIn('one')
  const limits = { processes: 1, memoryBytes: 1, diskBytes: 1 }
  const confined = { reads: [], writes: [], protects: [], hosts: [], limits }
  const others = await Promise.all([
    nameOf({ ...one, env: { ...one.env, LEVEL: '2' } }),
    nameOf({ ...one, env: { ...one.env, LEVEL: '3' } }),
    nameOf({ ...one, installed: 'deps-2' }),
    nameOf({ ...one, laid: { 'data.json': 'sha256:1' } }),
    nameOf({ ...one, laid: { 'data.json': 'sha256:2' } }),
    nameOf({ ...one, confined }),
    nameOf({ ...one, confined: { ...confined, hosts: ['db:5432'] } }),
    nameOf(one, { runner: 'vitest' }),
    nameOf(one, { folder: 'packages/a' }),
    nameOf(one, { tests: ['spec/**'] }),
    nameOf(one, { source: ['lib/**'] }),
    nameOf(one, { reads: ['data.json'] }),
    nameOf(one, { node: ['--conditions=x'] }),
  ])
  expect(new Set([usual, ...others]).size).toBe(others.length + 1)
  expect(others).not.toContain(null)
})

test('what no suite sees, such as a time limit, leaves them as they are', async () => {
  expect(await nameOf(checkoutIn('one'), { checkLimitMs: 7, guarded: ['x'], scope: 'all' })).toBe(usual)
})

test('where nobody can tell what is installed, or which Node runs, they have no name', async () => {
  const { installed: _, ...one } = checkoutIn('one')
  expect(await nameOf(one)).toBeNull()
  expect(await nameOf(checkoutIn('one', { env: { PATH: '/nowhere' } }))).toBeNull()
})

test('a small program called node is asked which it starts', async () => {
  const bin = join(folder, 'shim')
  mkdirSync(bin)
  const says = async (version: string): Promise<string | null> => {
    writeFileSync(join(bin, 'node'), `#!/bin/sh\necho ${version}\n`)
    chmodSync(join(bin, 'node'), 0o755)
    utimesSync(join(bin, 'node'), 1, 1)
    return await nameOf(checkoutIn('one', { env: { PATH: `${bin}:/usr/bin:/bin` } }))
  }
  const [first, second, again] = [await says('v22.1.0'), await says('v24.1.0'), await says('v22.1.0')]
  expect(first).not.toBe(second)
  expect(first).toBe(again)
})
