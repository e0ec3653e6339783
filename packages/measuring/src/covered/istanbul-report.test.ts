import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { jest } from '../runners/jest.ts'
import { emptyFolder } from './coverage-folder.ts'
import type { Scope } from './scope.ts'
import { type CoverageResult, summarize } from './summary.ts'

const at = (line: number, column: number, end: number) => ({ start: { line, column }, end: { line, column: end } })
const source = `exports.a = () => 1
exports.b = (n) => (n ? 2 : 3)
`
const counts = (path: string) => ({
  path,
  statementMap: { 0: at(1, 0, 19), 1: at(1, 18, 19), 2: at(2, 0, 30), 3: at(2, 19, 30) },
  fnMap: {
    0: { name: 'a', decl: at(1, 12, 13), loc: at(1, 18, 19), line: 1 },
    1: { name: 'b', decl: at(2, 12, 13), loc: at(2, 19, 30), line: 2 },
  },
  branchMap: { 0: { type: 'cond-expr', loc: at(2, 20, 29), locations: [at(2, 24, 25), at(2, 28, 29)], line: 2 } },
  s: { 0: 1, 1: 0, 2: 1, 3: 1 },
  f: { 0: 0, 1: 1 },
  b: { 0: [1, 0] },
})

async function measure(
  write: (folder: string, path: string) => Promise<void>,
  leftOut: Scope['leftOut'] = async () => [],
  code = source,
): Promise<CoverageResult> {
  const root = await mkdtemp(join(tmpdir(), 'sigma-istanbul-'))
  try {
    const folder = await emptyFolder(root, 'coverage')
    await write(folder.path, join(root, 'src/a.js'))
    const bench = { runner: jest, checkout: { path: root }, text: async () => code }
    return await summarize(bench, folder, { files: ['src/a.js'], leftOut })
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

const leaving = (change: (own: ReturnType<typeof counts>) => unknown) => (folder: string, path: string) =>
  writeFile(join(folder, 'coverage-final.json'), JSON.stringify({ [path]: change(counts(path)) }))
const whole = leaving((own) => own)
const shown = (result: CoverageResult) =>
  result.kind !== 'measured' ? result : Object.values(result.totals).map((each) => `${each.covered}/${each.total}`)

test('lines, functions, branches and statements are those of istanbul, without what is not the cycle’s own', async () => {
  proves('SIG-58', 'SIG-63')
  expect(shown(await measure(whole))).toEqual(['2/2', '1/2', '1/2', '3/4'])
  const first = async () => [{ start: 0, end: source.indexOf('\n') }]
  expect(shown(await measure(whole, first))).toEqual(['1/1', '1/1', '1/2', '2/2'])
})

test('a file that is not in it was never loaded, and is uncovered', async () => {
  const other = (folder: string) => writeFile(join(folder, 'coverage-final.json'), '{}')
  expect(shown(await measure(other))).toEqual(['0/2', '0/2', '0/2', '0/4'])
})

test.each<[string, (folder: string, path: string) => Promise<void>, string]>([
  ['missing', async () => {}, 'The test run left no coverage-final.json behind.'],
  ['cut', (folder) => writeFile(join(folder, 'coverage-final.json'), '{"/a.js":{"pa'), 'cannot be read'],
  ['no coverage', (folder) => writeFile(join(folder, 'coverage-final.json'), '[]'), 'cannot be read'],
  ['without a dimension', leaving(({ f, ...own }) => own), 'lacks a dimension or holds no number'],
  ['without branches', leaving(({ branchMap, ...own }) => own), 'lacks a dimension or holds no number'],
  ['without a count', leaving((own) => ({ ...own, s: { 0: 1 } })), 'lacks a dimension or holds no number'],
  ['with a word for a count', leaving((own) => ({ ...own, f: { 0: 'Unknown', 1: 1 } })), 'holds no number'],
  ['with less than nothing', leaving((own) => ({ ...own, f: { 0: -1, 1: 1 } })), 'holds no number'],
  [
    'older than the run',
    async (folder, path) => {
      await whole(folder, path)
      await utimes(join(folder, 'coverage-final.json'), 1, 1)
    },
    'older than the test run',
  ],
])('coverage that is %s is unknown, and neither 0 nor a pass', async (_, write, reason) => {
  proves('SIG-65', 'F53')
  expect(await measure(write)).toEqual({ kind: 'unknown', reason: expect.stringContaining(reason) })
})

test('a hint in what the cycle wrote is named, and one in old code is not', async () => {
  const hinted = `${source}/* istanbul ignore next */\nexports.c = () => 4\n// v8 ignore start\nconst word = 'c8 ignore'\n`
  expect(await measure(whole, async () => [], hinted)).toMatchObject({ hints: ['src/a.js:3', 'src/a.js:5'] })
  const rest = async (_: string, code: string) => [{ start: source.length, end: code.length }]
  expect(await measure(whole, rest, hinted)).toMatchObject({ hints: [] })
})

test('the place for coverage is empty before a run', async () => {
  proves('SIG-67')
  const root = await mkdtemp(join(tmpdir(), 'sigma-istanbul-'))
  const { path } = await emptyFolder(root, 'coverage')
  await whole(path, join(root, 'src/a.js'))
  const again = await emptyFolder(root, 'coverage')
  const bench = { runner: jest, checkout: { path: root }, text: async () => source }
  const scope: Scope = { files: ['src/a.js'], leftOut: async () => [] }
  expect((await summarize(bench, again, scope)).kind).toBe('unknown')
  await rm(root, { recursive: true })
})
