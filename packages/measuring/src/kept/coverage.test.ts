import { memoryBlobs, memoryKept } from '@sigma/engine'
import type { Project } from '@sigma/protocol'
import { expect, test } from 'vitest'
import { openBench, type Tools } from '../benches/bench.ts'
import { runSuite } from '../benches/suite.ts'
import { scopeOf } from '../covered/scope.ts'
import { type Files, folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import { nodeProject } from '../fixture/node-project.ts'
import { nodeTest } from '../runners/node-test.ts'
import { withCare } from './care.ts'
import { recordsIn } from './records.ts'

const source = (name: string, more = ''): string => `export const ${name} = (n) => {
  if (n > 1) return 'many'
  return n === 1 ? 'one' : 'none'
}
${more}`
const testOf = (name: string, n: number): string =>
  `import { test } from 'node:test'\nimport { ${name} } from '../src/${name}.js'\ntest('${name} ${n}', () => { ${name}(${n}) })\n`

const first: Files = {
  'package.json': '{ "type": "module" }',
  'src/a.js': source('a'),
  'src/b.js': source('b'),
  'src/far.js': source('far'),
  'test/a.test.js': testOf('a', 1),
  'test/a-too.test.js': testOf('a', 2),
  'test/b.test.js': testOf('b', 1),
  'test/far.test.js': testOf('far', 1),
}
const second: Files = { ...first, 'src/a.js': source('a', 'export const more = () => 1\n') }
const third: Files = { ...second, 'src/b.js': source('b', 'export const less = () => 0\n') }

/** What is covered of the work on each tree, after those before it were measured. */
async function coveredIn(scope: Project['scope'] & string, trees: readonly Files[] = [first, second, third]) {
  const checkouts = folderCheckouts()
  const tools: Tools = {
    ...{ processes: localProcesses(), checkouts, blobs: memoryBlobs(), runners: [nodeTest] },
    ...{ baselines: new Map(), checked: new Map() },
    kept: { records: recordsIn(memoryKept()), leads: new Map(), counts: new Map() },
  }
  const coverage = { lines: 50, functions: 50, branches: 50, statements: 50 }
  const project: Project = { ...nodeProject, scope, coverage }
  const base = await checkouts.commit(first)
  const suites = []
  for (const files of trees) {
    const commit = await checkouts.commit(files)
    const suite = await withCare(async (care) => {
      await using bench = await openBench({ ...tools, care }, project, { commit }, AbortSignal.timeout(60_000))
      return await runSuite(bench, project, () => scopeOf(checkouts, bench, base, commit))
    })
    suites.push(suite)
  }
  return suites
}

test('coverage is what it is where everything runs, for all that reaches the work runs as well', async () => {
  const [, beside, here] = await coveredIn('reached')
  const [, besideAll, all] = await coveredIn('all')
  expect(here?.coveredFiles).toEqual(['src/a.js', 'src/b.js'])
  expect(here?.run.ran).toEqual(['test/a.test.js', 'test/a-too.test.js', 'test/b.test.js'])
  expect(here?.run.stood).toMatchObject([{ file: 'test/far.test.js' }])
  expect(beside?.run.ran).toEqual(['test/a.test.js', 'test/a-too.test.js'])
  expect(all?.run.stood).toBeUndefined()
  expect([beside?.coverage, here?.coverage]).toEqual([besideAll?.coverage, all?.coverage])
})

test('where a failure has everything run after all, nothing of the first run counts', async () => {
  const broken: Files = { ...second, 'src/a.js': `${source('a')}throw new Error('no')\n` }
  const [, here] = await coveredIn('reached', [first, broken])
  const [, all] = await coveredIn('all', [first, broken])
  expect(here?.run).toMatchObject({ problem: null, why: expect.stringContaining('order') })
  expect(here?.run.tests.map(({ id, state }) => `${id} ${state}`)).toEqual(
    all?.run.tests.map(({ id, state }) => `${id} ${state}`),
  )
  expect(here?.coverage).toEqual(all?.coverage)
})
