import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addressOf, isTrusted } from './address.ts'

let root = ''
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-address-')))
})
afterEach(() => {
  rmSync(root, { recursive: true })
})

const at = (runtimeFolder: string, temporaryFolder = '/tmp'): string | null =>
  addressOf(join(root, '.sigma'), { runtimeFolder, temporaryFolder })

test('is short, and the same for every process of a project', () => {
  expect(at(root)).toMatch(new RegExp(`^${root}/sigma/[0-9a-f]{24}\\.sock$`))
  expect(at(root)).toBe(at(root))
  const deep = join(root, 'd'.repeat(90))
  mkdirSync(deep)
  expect(at(deep)).toMatch(/^\/tmp\/sigma-\d+\/[0-9a-f]{24}\.sock$/)
  expect(at('')).toMatch(/^\/tmp\/sigma-\d+\//)
})

test('a folder that others can enter is not used', () => {
  mkdirSync(join(root, 'sigma'), { mode: 0o755 })
  expect(at(root)).toMatch(/^\/tmp\//)
  chmodSync(join(root, 'sigma'), 0o700)
  expect(at(root)).toMatch(root)
})

test('a folder that others could put another one in the place of is not used', () => {
  chmodSync(root, 0o777)
  expect(at(root)).toMatch(/^\/tmp\//)
})

test('a link in the place of the folder is not followed', () => {
  mkdirSync(join(root, 'elsewhere'), { mode: 0o700 })
  symlinkSync(join(root, 'elsewhere'), join(root, 'sigma'))
  expect(at(root)).toMatch(/^\/tmp\//)
})

test('what is no socket is not connected to', () => {
  const address = at(root) ?? ''
  expect(isTrusted(address)).toBe(false)
  writeFileSync(address, '')
  expect(isTrusted(address)).toBe(false)
  expect(isTrusted(join(dirname(root), 'nowhere', 'x.sock'))).toBe(false)
})
