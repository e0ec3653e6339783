import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCalls } from './calls.ts'

const counted = (functionName: string, startOffset: number) => ({
  functionName,
  isBlockCoverage: false,
  ranges: [{ startOffset, endOffset: startOffset + 1, count: 1 }],
})

async function callsIn(...names: readonly string[]): Promise<readonly string[] | null> {
  const path = await mkdtemp(join(tmpdir(), 'sigma-calls-'))
  const source = { url: 'file:///tree/src/a.js', functions: names.map((name, at) => counted(name, at)) }
  const own = { url: 'file:///tree/a.test.js', functions: [] }
  await writeFile(join(path, 'coverage-1-0.json'), JSON.stringify({ result: [own, source] }))
  const calls = await readCalls({ path, since: 0 }, '/tree', 'a.test.js', (file) => file.startsWith('src/'))
  await rm(path, { recursive: true })
  return calls === null ? null : [...calls].filter(([, count]) => count > 0).map(([name]) => name.replace(/^.*:/, ''))
}

test('what a transformer puts around a module is no call of it', async () => {
  expect(await callsIn('', 'Object.<anonymous>', '_interopRequireDefault', '__importStar', 'slug')).toEqual(['slug'])
  expect(await callsIn('', '_export', 'get slug', 'get shout', 'slug', 'get size')).toEqual(['slug', 'get size'])
  expect(await callsIn('', '_export', 'get slug')).toEqual([])
  expect(await callsIn('', 'get slug')).toEqual(['get slug'])
})
