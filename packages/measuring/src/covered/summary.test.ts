import { readdir, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { memoryBlobs } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { openBench } from '../benches/bench.ts'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import { nodeProject as project } from '../fixture/node-project.ts'
import type { Files } from '../project-files.ts'
import { nodeTest } from '../runners/node-test.ts'
import { emptyFolder } from './coverage-folder.ts'
import { type CoverageResult, summarize } from './summary.ts'

async function measure(
  files: Files,
  spoil: (folder: string) => Promise<void> = async () => {},
): Promise<CoverageResult> {
  const checkouts = folderCheckouts()
  const tools = {
    processes: localProcesses(),
    checkouts,
    blobs: memoryBlobs(),
    runners: [nodeTest],
    baselines: new Map(),
    checked: new Map(),
  }
  const signal = new AbortController().signal
  await using bench = await openBench(tools, project, { commit: await checkouts.commit(files) }, signal)
  const folder = await emptyFolder(bench.checkout.scratch, 'coverage')
  await bench.run({ coverage: folder.path })
  await spoil(folder.path)
  return await summarize(bench, folder, { files: bench.sourceFiles, leftOut: async () => [] })
}

const calls = (name: string, ending: string) => `const { test } = require('node:test')
test('${name}', () => { require('../src/${name}.${ending}').sign(1) })\n`
const code = (number: string) => `exports.sign = (n${number}) => {
  if (n < 0) return '-'
  return '+'
}
`
const counts = (result: CoverageResult) =>
  result.kind !== 'measured' ? result : Object.values(result.totals).map((each) => `${each.covered}/${each.total}`)

test('lines, functions, branches and statements are counted over several processes', async () => {
  const files = {
    'src/a.js': code(''),
    'src/never.js': code(''),
    'test/a.test.js': calls('a', 'js'),
    'test/b.test.js': calls('a', 'js').replace('sign(1)', 'sign(-1)'),
  }
  expect(counts(await measure(files))).toEqual(['3/6', '1/2', '2/4', '4/8'])
})

test('what one process covers stays covered when another does not', async () => {
  const tag = `exports.tag = (name, mark = '!') => name && mark !== '!' && name !== mark && name + mark\n`
  const test = (call: string) => `const { test } = require('node:test')
const { tag } = require('../src/tag.js')
test('tags', () => { ${call} })\n`
  const files = {
    'src/tag.js': tag,
    'test/a.test.js': test('1'),
    'test/b.test.js': test(`tag('')`),
    'test/c.test.js': test(`tag('a', '?')`),
  }
  expect(counts(await measure(files))).toEqual(['1/1', '1/1', '5/5', '2/2'])
})

test('TypeScript is counted by the places in its source', async () => {
  const files = {
    'package.json': '{ "type": "module" }',
    'src/a.ts': `export interface N { readonly n: number }\n${code(': number').replace('exports.sign', 'export const sign')}`,
    'test/a.test.ts': `import { test } from 'node:test'\nimport { sign } from '../src/a.ts'\ntest('a', () => { sign(1) })\n`,
  }
  expect(counts(await measure(files))).toEqual(['3/3', '1/1', '1/2', '3/4'])
})

test.each([
  '/* istanbul ignore file */',
  '/* v8 ignore start */',
  '// c8 ignore next',
  '/* node:coverage ignore next */',
  '//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbXSwibWFwcGluZ3MiOiIifQ==',
])('the comment %s takes nothing out of the count', async (hint) => {
  const files = { 'src/a.js': `${code('')}${hint}\nexports.other = () => 1\n`, 'test/a.test.js': calls('a', 'js') }
  expect(counts(await measure(files))).toEqual(['4/4', '1/2', '1/2', '4/6'])
})

test('missing or spoiled counts are unknown, never 0', async () => {
  proves('SIG-65', 'F53')
  const files = { 'src/a.js': code(''), 'test/a.test.js': calls('a', 'js') }
  const spoiled = await measure(files, async (folder) => {
    for (const name of await readdir(folder)) await writeFile(join(folder, name), '{ "result": "none"')
  })
  expect(spoiled).toEqual({ kind: 'unknown', reason: 'The test run left no readable coverage behind.' })
  const old = await measure(files, async (folder) => {
    for (const name of await readdir(folder)) await utimes(join(folder, name), 1, 1)
  })
  expect(old.kind).toBe('unknown')
  const cut = await measure(files, async (folder) => {
    for (const name of await readdir(folder)) await truncate(join(folder, name), 1_000)
  })
  expect(cut.kind).toBe('unknown')
  const missing = await measure({ 'src/a.js': code('') })
  expect(missing.kind).toBe('unknown')
})
