import { fileURLToPath } from 'node:url'
import { memoryBlobs } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { openBench } from '../benches/bench.ts'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import { nodeProject as project } from '../fixture/node-project.ts'
import type { Files } from '../project-files.ts'
import { vitest } from '../runners/vitest.ts'
import { emptyFolder } from './coverage-folder.ts'
import { type CoverageResult, summarize } from './summary.ts'
import { type Range, unchanged } from './unchanged.ts'

const modules = process.env['SIGMA_VITEST'] ?? fileURLToPath(new URL('../../../../node_modules', import.meta.url))

async function measure(
  files: Files,
  leftOut: (file: string, text: string) => readonly Range[] = () => [],
): Promise<CoverageResult> {
  const checkouts = folderCheckouts(undefined, modules)
  const tools = {
    processes: localProcesses(),
    checkouts,
    blobs: memoryBlobs(),
    runners: [vitest],
    baselines: new Map(),
    checked: new Map(),
  }
  const spec = { commit: await checkouts.commit(files) }
  await using bench = await openBench(tools, { ...project, runner: 'vitest' }, spec, new AbortController().signal)
  const folder = await emptyFolder(bench.checkout.scratch, 'coverage')
  await bench.run({ coverage: folder.path })
  return await summarize(bench, folder, { files: bench.sourceFiles, leftOut: async (...of) => leftOut(...of) })
}

const calls = (name: string) => `import { test } from 'vitest'
import { sign } from '../src/${name}'
test('${name}', () => { sign(1) })
`
const code = `export interface N { readonly n: number }
export const sign = (n: number): string => {
  if (n < 0) return '-'
  return '+'
}
`
const counts = (result: CoverageResult) =>
  result.kind !== 'measured' ? result : Object.values(result.totals).map((each) => `${each.covered}/${each.total}`)

test('what vitest made of TypeScript is counted by the places in its source, over several files', async () => {
  proves('SIG-58')
  expect(counts(await measure({ 'src/a.ts': code, 'test/a.test.ts': calls('a') }))).toEqual([
    '3/3',
    '1/1',
    '1/2',
    '3/4',
  ])
  const files = {
    'src/a.ts': code,
    'src/never.tsx': code,
    'test/a.test.ts': calls('a'),
    'test/b.test.ts': calls('a').replace('sign(1)', 'sign(-1)'),
  }
  expect(counts(await measure(files))).toEqual(['3/6', '1/2', '2/4', '4/8'])
})

test('what a test starts counts too, and exports and imports are nobody’s code', async () => {
  const files = {
    'package.json': '{ "type": "module" }',
    'src/cli.js': `import { b } from './b.js'\nexport default b\nprocess.stdout.write(b())\n`,
    'src/b.js': `export const b = () => 'b'\nexport * from './c.js'\n`,
    'src/c.js': `export function c() { return 'c' }\nexport class D { static e = 1 }\n`,
    'test/a.test.js': `import { execFileSync } from 'node:child_process'
import { test } from 'vitest'
import * as all from '../src/b.js'
test('runs', () => { execFileSync('node', ['src/cli.js']); all.c() })
`,
  }
  const result = await measure(files)
  expect(result).toMatchObject({ kind: 'measured', totals: { lines: { pct: 100 }, functions: { pct: 100 } } })
})

test('no comment takes code out of the count', async () => {
  const hints = ['/* v8 ignore next */', '/* istanbul ignore file */', '// c8 ignore start']
  const hinted = hints.map((hint, at) => `${hint}\nexport const other${at} = () => 1\n`)
  const result = await measure({ 'src/a.ts': `${code}${hinted.join('')}`, 'test/a.test.ts': calls('a') })
  expect(counts(result)).toEqual(['6/6', '1/4', '1/2', '6/10'])
  expect(result).toMatchObject({ hints: [] })
})

test('a source map that a file names for itself is refused: it could lead anywhere', async () => {
  const map = Buffer.from('{"version":3,"sources":["/elsewhere.ts"],"mappings":""}').toString('base64')
  const sly = `${code}//# sourceMappingURL=data:application/json;base64,${map}\n`
  const result = await measure({ 'src/a.ts': sly, 'test/a.test.ts': calls('a') })
  if (result.kind === 'measured') expect(result.hints).toEqual(['src/a.ts:6'])
  else expect(result).toMatchObject({ kind: 'unknown' })
})

test('a text that a test evaluates under the name of a source file is not taken for that file', async () => {
  const evaluating = (how: string) => `import { test } from 'vitest'
import vm from 'node:vm'
import { fileURLToPath } from 'node:url'
test('evaluates', async () => {
  const filename = fileURLToPath(new URL('../src/a.ts', import.meta.url))
  const { runInThisContext } = vm
  let length = 0
  vm.runInThisContext = (text, options) => {
    length = text.length
    return runInThisContext(text, options)
  }
  ;(await import('../src/a.ts')).sign(1)
  vm.runInThisContext = runInThisContext
  const begin = "'use strict';async ()=>{{const sign = (n) => { if (n < 0) return '-'; return '+' }; sign(1); sign(-1)"
  // As long as what was loaded.
  const text = begin.padEnd(length - 2) + '}}'
  await (${how})()
})
`
  for (const how of [
    'vm.runInThisContext(text, { filename })',
    'new vm.Script(text, { filename }).runInThisContext()',
  ]) {
    const result = await measure({ 'src/a.ts': code, 'test/a.test.ts': evaluating(how) })
    expect(result, how).toMatchObject({ kind: 'unknown' })
  }
})

test.each(['threads', 'vmThreads'])('coverage is the same in the pool %s', async (pool) => {
  const config = `export default { test: { pool: '${pool}' } }\n`
  const files = { 'src/a.ts': code, 'test/a.test.ts': calls('a'), 'vitest.config.mjs': config }
  expect(counts(await measure(files))).toEqual(['3/3', '1/1', '1/2', '3/4'])
})

test('tests in the environment of a browser are counted as others are', async () => {
  const environment = `export default { name: 'web', viteEnvironment: 'client', transformMode: 'web', setup: () => ({ teardown() {} }) }`
  const files = {
    'vitest.config.js': `export default { test: { environment: './web.mjs' } }`,
    'web.mjs': environment,
    'src/a.ts': code,
    'test/a.test.ts': calls('a'),
  }
  expect(counts(await measure(files))).toEqual(['3/3', '1/1', '1/2', '3/4'])
})

test('old members of an object or a class are left out, whatever stands behind them on their line', async () => {
  const source = (body: string) => `export const own = {
  old(n: number): number {
    return n < 0 ? 1 : 2
  },
  other: (n: number): number => (n ? 1 : 2),
  sign(n: number): string {
    ${body}
  },
}
export class Old {
  one = (n: number): number => (n ? 1 : 2);
  two(n: number): string { ${body} }
}
`
  const before = source(`throw new Error('not implemented')`)
  const after = source(`return n < 0 ? '-' : '+'`)
  const files = { 'src/a.ts': after, 'test/a.test.ts': calls('a').replace('sign', 'own').replace('sign(', 'own.sign(') }
  // Of what is new `own.sign` was called, on one of two ways, and `two` was not.
  expect(counts(await measure(files, (file, text) => unchanged(file, before, text)))).toEqual([
    '2/3',
    '1/2',
    '1/4',
    '2/3',
  ])
})
