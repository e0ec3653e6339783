/** How much may be laid beside a commit. */
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { besideAt, besidePaths } from './beside.ts'

const root = mkdtempSync(join(tmpdir(), 'sigma-beside-'))
const nothing = (): boolean => false
const found = async (...reads: readonly string[]): Promise<number> => (await besidePaths(root, reads, nothing)).length
const refused = { code: 'reads-too-much' }

beforeAll(() => {
  mkdirSync(join(root, 'many'))
  for (let at = 0; at < 10_000; at += 1) writeFileSync(join(root, 'many', `${at}`), '')
  writeFileSync(join(root, 'one.txt'), '1')
  writeFileSync(join(root, 'large'), '')
  // Sparse, as fast as an empty one.
  truncateSync(join(root, 'large'), 256 * 1024 * 1024)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('of files at most 10,000 are read, and one more is refused', async () => {
  expect(await found('many')).toBe(10_000)
  await expect(found('many', 'one.txt')).rejects.toMatchObject(refused)
})

test('of bytes at most 256 MB are read, and one more is refused', async () => {
  expect(await found('large')).toBe(1)
  await expect(found('large', 'one.txt')).rejects.toMatchObject(refused)
})

test('nothing of that size is laid for a trial that nobody asked for', async () => {
  const paths = ['many/1', 'large', 'one.txt']
  const unfit = (await besideAt(root, paths, nothing, (folder) => folder === '.')).map(({ unfit: why }) => why)
  expect(unfit).toEqual(['too-much', 'too-much', null])
})
