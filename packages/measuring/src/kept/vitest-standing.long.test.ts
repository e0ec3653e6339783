import { fileURLToPath } from 'node:url'
import { memoryBlobs, memoryKept } from '@sigma/engine'
import { expect, test } from 'vitest'
import { openBench, type Tools } from '../benches/bench.ts'
import { type Files, folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import { nodeProject } from '../fixture/node-project.ts'
import { vitest } from '../runners/vitest.ts'
import { recordsIn } from './records.ts'

const modules = process.env['SIGMA_VITEST'] ?? fileURLToPath(new URL('../../../../node_modules', import.meta.url))

const files: Files = {
  'package.json': '{ "type": "module" }',
  'vite.config.js': `import { readFileSync } from 'node:fs'
const made = {
  name: 'made',
  resolveId: (id) => (id === 'virtual:made' ? '\\0' + id : undefined),
  load: (id) => (id === '\\0virtual:made' ? 'export default ' + readFileSync('data/made.json', 'utf8') : undefined),
}
export default {
  plugins: [made],
  resolve: { alias: { '@': import.meta.dirname + '/src' } },
  test: { setupFiles: ['./first.js'] },
}`,
  'first.js': `import { readFileSync } from 'node:fs'\nreadFileSync('data/first.txt')`,
  'src/near.ts': 'export const near = () => 1',
  'src/far.ts': 'export const far = () => 1',
  'pages/one.ts': 'export const one = 1',
  'data/first.txt': '',
  'data/made.json': '1',
  'data/read.txt': '',
  'test/a.test.ts': `import { expect, test } from 'vitest'
import made from 'virtual:made'
import { near } from '@/near'
const pages = import.meta.glob('../pages/*.ts')
test('a', () => { expect([near(), made, Object.keys(pages)]).toHaveLength(3) })`,
  'test/b.test.ts': `import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
test('b', async () => { expect(await import('../src/far.ts')).toBeTruthy(); readFileSync(['data', 'read.txt'].join('/')) })`,
}
const [a, b] = ['test/a.test.ts', 'test/b.test.ts']

const changes: readonly (readonly [Files, readonly string[]])[] = [
  [{}, []],
  [{ 'data/read.txt': 'changed' }, [b]],
  [{ 'src/near.ts': 'export const near = () => 2' }, [a]],
  [{ 'data/made.json': '2' }, [a]],
  [{ 'pages/two.ts': 'export const two = 2' }, [a]],
  [{ 'data/first.txt': 'changed' }, [a, b]],
]

test('a change runs the test files of vitest that reach it, by whatever way, and no other', async () => {
  const checkouts = folderCheckouts(undefined, modules)
  const tools: Tools = {
    ...{ processes: localProcesses(), checkouts, blobs: memoryBlobs(), runners: [vitest] },
    ...{ baselines: new Map(), checked: new Map() },
    kept: { records: recordsIn(memoryKept()), leads: new Map(), counts: new Map() },
  }
  const ran = async (tree: Files): Promise<readonly string[]> => {
    const project = { ...nodeProject, runner: 'vitest', scope: 'reached' as const }
    const commit = await checkouts.commit(tree)
    await using bench = await openBench(tools, project, { commit }, AbortSignal.timeout(60_000))
    const run = await bench.suite()
    bench.proven('sha256:e')
    expect(run).toMatchObject({ problem: null, faults: [] })
    expect(run.tests.map(({ id, state }) => `${id} ${state}`)).toEqual([`${a} › a passed`, `${b} › b passed`])
    return run.ran ?? [a, b]
  }
  expect(await ran(files)).toEqual([a, b])
  let tree = files
  const seen: (readonly string[])[] = []
  for (const [change] of changes) {
    tree = { ...tree, ...change }
    seen.push(await ran(tree))
  }
  expect(seen).toEqual(changes.map(([, wanted]) => wanted))
})
