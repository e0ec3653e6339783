import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memoryBlobs, memoryKept } from '@sigma/engine'
import type { Project } from '@sigma/protocol'
import { expect, test } from 'vitest'
import { openBench, type RunOptions, type Tools } from '../benches/bench.ts'
import { emptyFolder } from '../covered/coverage-folder.ts'
import { scopeOf } from '../covered/scope.ts'
import { summarize } from '../covered/summary.ts'
import { type Files, folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import { nodeProject } from '../fixture/node-project.ts'
import type { Reaches } from '../reached/reach.ts'
import { jest } from '../runners/jest.ts'
import { recordsIn } from './records.ts'

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))

/** Babel with a plugin of the project's, which tells what is compiled, and puts in what stands in a file of its own. */
const first = {
  'package.json': JSON.stringify({ jest: { maxWorkers: 1 } }),
  'babel.config.js': `module.exports = { plugins: ['./build/plugin.js'] }`,
  'build/plugin.js': `const { appendFileSync, readFileSync } = require('node:fs')
const { basename, join } = require('node:path')
module.exports = ({ types }) => ({
  pre: ({ opts }) => appendFileSync(process.env.COMPILED, basename(opts.filename) + ' '),
  visitor: {
    Identifier(path) {
      if (path.node.name === '__WORD__') path.replaceWith(types.stringLiteral(readFileSync(join(__dirname, 'word.txt'), 'utf8')))
      if (path.node.name === '__HERE__') path.replaceWith(types.stringLiteral(join(__dirname, '..')))
    },
  },
})`,
  'build/word.txt': 'one',
  'src/a.js': `exports.a = (n) => {\n  if (n > 1) return 'many'\n  return __WORD__\n}\n`,
  'src/b.js': `exports.here = () => __HERE__\n`,
  'test/a.test.js': `const { a } = require('../src/a.js')\ntest('a', () => { expect(a(1)).toBe('one') })\n`,
  'test/b.test.js': `const { here } = require('../src/b.js')\n\ntest('b', () => {\n  expect(here()).toBe(process.cwd())\n})\n`,
} satisfies Files

/** A project whose runs tell what they compiled. */
function project(scope: Project['scope'] & string = 'reached') {
  const folder = mkdtempSync(join(tmpdir(), 'sigma-compiled-'))
  const told = join(folder, 'told')
  const checkouts = folderCheckouts(undefined, modules)
  const tools: Tools = {
    ...{ processes: localProcesses(), checkouts, blobs: memoryBlobs(), runners: [jest] },
    ...{ baselines: new Map(), checked: new Map() },
    kept: { records: recordsIn(memoryKept()), leads: new Map(), counts: new Map(), compiled: memoryKept() },
  }
  const own: Project = { ...nodeProject, runner: 'jest', scope, env: { COMPILED: told }, checkLimitMs: 60_000 }
  const compiledBy = async <Result>(act: () => Promise<Result>): Promise<readonly [Result, readonly string[]]> => {
    writeFileSync(told, '')
    const result = await act()
    return [result, readFileSync(told, 'utf8').split(' ').filter(Boolean).toSorted()]
  }
  return {
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
    compiledBy,
    checkouts,
    open: async (files: Files) =>
      openBench(tools, own, { commit: await checkouts.commit(files) }, AbortSignal.timeout(100_000)),
    /** The tests that did not pass, and what was compiled. */
    async run(files: Files, options: RunOptions = {}): Promise<readonly [readonly string[], readonly string[]]> {
      await using bench = await this.open(files)
      const [run, compiled] = await compiledBy(() => bench.run(options))
      expect(run.problem).toBeNull()
      return [run.tests.filter(({ state }) => state !== 'passed').map(({ id }) => id), compiled]
    },
    async base(files: Files): Promise<readonly string[]> {
      await using bench = await this.open(files)
      const [run, compiled] = await compiledBy(() => bench.suite({ isBase: true }))
      expect(run.problem).toBeNull()
      return compiled
    },
  }
}

const all = ['a.js', 'a.test.js', 'b.js', 'b.test.js']

test('what was compiled on the commit that a run begins from is not compiled again, but what changed is', {
  timeout: 480_000,
}, async () => {
  using given = project()
  expect(await given.base(first)).toEqual(all)
  expect(await given.run(first)).toEqual([[], []])

  const changed = { ...first, 'src/a.js': `${first['src/a.js']}// more\n`, 'README.md': 'more' }
  expect(await given.run(changed)).toEqual([[], ['a.js']])
  // Also where each test file is watched, which reaches what was read to compile it.
  const seen: Reaches[] = []
  expect(await given.run(changed, { onReached: (reaches) => seen.push(reaches) })).toEqual([[], ['a.js']])
  expect(seen[0]?.get('test/b.test.js')?.files).toEqual(expect.arrayContaining(['build/word.txt', 'src/b.js']))
  // A broken test is told with its place in the source.
  await using bench = await given.open({ ...first, 'src/b.js': 'exports.here = () => 2\n' })
  const failed = (await bench.run()).tests.find(({ id }) => id.startsWith('test/b.test.js'))
  expect(failed?.failure?.frame).toBe('test/b.test.js:4')
})

test('what is compiled otherwise now is compiled again', { timeout: 480_000 }, async () => {
  using given = project()
  await given.base(first)
  const failing = ['test/a.test.js › a']
  expect(await given.run({ ...first, 'build/word.txt': 'two' })).toEqual([failing, all])
  const plugin = first['build/plugin.js']
  expect(await given.run({ ...first, 'build/plugin.js': plugin.replace("'utf8')", "'utf8') + '!'") })).toEqual([
    failing,
    all,
  ])
  expect((await given.run({ ...first, '.babelrc': '{}' }))[1]).toEqual(all)
  expect((await given.run({ ...first, 'src/package.json': '{}' }))[1]).toEqual(all)
  const settings = { jest: { maxWorkers: 1, globals: { more: 1 } } }
  expect((await given.run({ ...first, 'package.json': JSON.stringify(settings) }))[1]).toEqual(all)
})

test('whoever switches jest’s cache off has everything compiled each time', async () => {
  using given = project()
  const uncached = { ...first, 'package.json': JSON.stringify({ jest: { maxWorkers: 1, cache: false } }) }
  await given.base(uncached)
  expect((await given.run(uncached))[1]).toEqual(all)
})

test('nothing is given from a commit that anybody worked on, or that nobody watched', {
  timeout: 480_000,
}, async () => {
  using given = project()
  await using bench = await given.open(first)
  await bench.suite()
  expect((await given.run(first))[1]).toEqual(all)
  using unwatched = project('all')
  await unwatched.base(first)
  expect((await unwatched.run(first))[1]).toEqual(all)
})

test('what coverage is wanted of is compiled for it, and nothing else is counted', { timeout: 480_000 }, async () => {
  using given = project()
  await given.base(first)
  const base = await given.checkouts.commit(first)
  const changed = { ...first, 'src/a.js': `${first['src/a.js']}exports.more = () => 1\n` }
  await using bench = await given.open(changed)
  const coverage = await emptyFolder(bench.checkout.scratch, 'coverage')
  const [run, compiled] = await given.compiledBy(() => bench.run({ coverage: coverage.path, covering: ['src/a.js'] }))
  expect(run.problem).toBeNull()
  expect(compiled).toEqual(['a.js'])
  const counted: unknown = JSON.parse(readFileSync(join(coverage.path, 'coverage-final.json'), 'utf8'))
  expect(Object.keys(Object(counted)).map((path) => basename(path))).toEqual(['a.js'])
  const commit = await given.checkouts.commit(changed)
  expect(await summarize(bench, coverage, await scopeOf(given.checkouts, bench, base, commit))).toMatchObject({
    kind: 'measured',
    totals: { functions: { total: 1, covered: 0 }, statements: { total: 2, covered: 1 } },
  })
})
