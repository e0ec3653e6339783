import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryBlobs, memoryKept } from '@sigma/engine'
import type { Project } from '@sigma/protocol'
import { expect, test } from 'vitest'
import { openBench, type Tools } from '../benches/bench.ts'
import type { TestCounts } from '../benches/progress.ts'
import { type Files, folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import { nodeProject } from '../fixture/node-project.ts'
import type { Reach } from '../reached/reach.ts'
import type { Runner, RunRequest } from '../runners/runner.ts'
import type { TestRun } from '../runners/test-run.ts'
import { recordsIn } from './records.ts'
import type { SuiteOptions } from './standing.ts'

/** Each test file imports the source of its name, and fails where that, or any other file, says so. */
const files: Files = {
  'package.json': '{}',
  'src/a.js': '',
  'src/b.js': '',
  'test/a.test.js': `import '../src/a.js'`,
  'test/b.test.js': `import '../src/b.js'`,
}

interface Playing {
  /** How long everything takes, by the report. */
  readonly takesMs?: number
  readonly project?: Partial<Project>
  /** What the runner sees a test file reach beside itself and its source; null: it does not look. */
  readonly reaches?: ((file: string) => Partial<Reach>) | null
  /** Fails in a run of these files. */
  readonly fails?: (file: string, asked: readonly string[]) => boolean
  readonly says?: Partial<TestRun>
  /** What the tests do in their checkout. */
  readonly does?: (root: string) => void
}

/** Plays suites on trees, one after the other, and tells what the runner was started with. */
function stage({ takesMs = 60_000, project = {}, reaches = () => ({}), ...more }: Playing = {}) {
  const started: (readonly string[])[] = []
  const playing: { fails: NonNullable<Playing['fails']>; says: Partial<TestRun> } = {
    fails: more.fails ?? (() => false),
    says: more.says ?? {},
  }
  const runner: Runner = {
    name: 'node:test',
    coverage: 'v8',
    loading: null,
    run: async ({ files: asked, onReached, checkout }: RunRequest) => {
      started.push(asked)
      more.does?.(checkout.path)
      const source = (file: string): string => file.replace('test/', 'src/').replace('.test', '')
      if (reaches !== null)
        onReached?.(
          new Map(
            asked.map((file) => [
              file,
              { files: [file, source(file)], folders: [], missing: [], open: null, ...reaches(file) },
            ]),
          ),
        )
      return runOf(asked, (file) => playing.fails(file, asked), { durationMs: takesMs, ...playing.says })
    },
  }
  const folders = folderCheckouts()
  /** A commit that is laid out otherwise by now, as where what Git LFS keeps came meanwhile. */
  const relaid = new Map<string, string>()
  const checkouts: typeof folders = {
    ...folders,
    entries: (commit) => folders.entries(relaid.get(commit) ?? commit),
  }
  const kept = memoryKept()
  let counts: TestCounts = new Map()
  const process = (): Tools => ({
    ...{ processes: localProcesses(), checkouts, blobs: memoryBlobs(), runners: [runner] },
    ...{ baselines: new Map(), checked: new Map() },
    kept: { records: recordsIn(kept), leads: new Map(), counts },
  })
  let tools = process()
  return {
    started,
    kept,
    playing,
    relaid,
    counts: () => counts,
    restart: () => {
      counts = new Map()
      tools = process()
    },
    suite: async (
      tree: Files,
      options: SuiteOptions = {},
      evidence = 'sha256:e',
      over: Files | null = null,
      flaky: readonly string[] = [],
    ) => {
      const commit = await checkouts.commit(tree)
      const overlay = over === null ? undefined : { commit: await checkouts.commit(over), globs: ['src/**'] }
      const at = { ...nodeProject, scope: 'reached' as const, ...project }
      await using bench = await openBench(tools, at, { commit, overlay }, AbortSignal.timeout(30_000))
      started.length = 0
      const run = await bench.suite(options)
      const ran = started.splice(0)
      bench.proven(evidence, flaky)
      return { run, ran, commit, states: run.tests.map(({ id, state }) => `${id} ${state}`) }
    },
  }
}

function runOf(files: readonly string[], fails: (file: string) => boolean, more: Partial<TestRun>): TestRun {
  return {
    ...{ runner: 'node:test', version: 'v24', command: ['node'], exit: 0, signal: null, durationMs: 0 },
    ...{ faults: [], empty: [], focused: [], problem: null },
    tests: files.map((file) => ({
      ...{ id: `${file} › x`, file, names: ['x'], outermost: 1, line: 1, column: 1 },
      state: fails(file) ? 'failed' : 'passed',
      failure: null,
    })),
    ...more,
  }
}

const all = ['test/a.test.js', 'test/b.test.js']
const passing = all.map((file) => `${file} › x passed`)
const later: Files = { ...files, 'src/a.js': 'changed' }

test('on the same tree nothing is started, in this process and in the next; what stands is named', async () => {
  const { suite, restart } = stage()
  const first = await suite(files)
  expect(first).toMatchObject({ ran: [all], states: passing })
  expect(first.run.stood).toBeUndefined()
  for (const next of [() => undefined, restart]) {
    next()
    const again = await suite(files, {}, 'sha256:f')
    expect(again).toMatchObject({ ran: [], states: passing, run: { version: 'v24', problem: null, ran: [] } })
    expect(again.run.stood).toEqual(all.map((file) => ({ file, commit: first.commit, evidence: 'sha256:e' })))
    expect(again.run.why).toBe('nothing changed since it was measured')
  }
})

test('of a suite that another process ran the tests are counted before any runs', async () => {
  const { suite, restart, counts } = stage()
  await suite(files)
  restart()
  await suite(later)
  expect([...counts()]).toEqual(all.map((file) => [file, 1]))
})

test('only what reaches a change is run, and the next tree goes on from there', async () => {
  const { suite } = stage()
  const first = await suite(files)
  const second = await suite(later, {}, 'sha256:f')
  expect(second).toMatchObject({ ran: [['test/a.test.js']], states: passing, run: { suiteMs: 60_000 } })
  expect(second.run.stood).toEqual([{ file: 'test/b.test.js', commit: first.commit, evidence: 'sha256:e' }])
  const third = await suite({ ...later, 'src/b.js': 'changed' })
  expect(third.ran).toEqual([['test/b.test.js']])
  expect(third.run.stood).toEqual([{ file: 'test/a.test.js', commit: second.commit, evidence: 'sha256:f' }])
  expect((await suite({ ...later, 'package.json': '{ }' })).ran).toEqual([all])
})

test('what was seen at run time counts beside what the texts say', async () => {
  const { suite } = stage({
    reaches: (file) => (file.includes('b.test') ? { files: [file, 'src/a.js', 'data.txt'] } : {}),
  })
  const tree = { ...files, 'data.txt': '1' }
  await suite(tree)
  expect((await suite({ ...tree, 'src/a.js': 'changed' })).ran).toEqual([all])
  expect((await suite({ ...tree, 'src/a.js': 'changed', 'data.txt': '2' })).ran).toEqual([['test/b.test.js']])
})

test('where the runner does not look, the texts alone tell', async () => {
  const { suite } = stage({ reaches: null })
  await suite(files)
  expect((await suite(later)).ran).toEqual([['test/a.test.js']])
  expect((await suite({ ...later, 'data.txt': '' })).ran).toEqual([all])
})

test('what failed is run again, and a test that then has another outcome always runs', async () => {
  const { suite, playing } = stage({ fails: (file) => file.includes('a.test') })
  expect((await suite(files)).states).toEqual(['test/a.test.js › x failed', 'test/b.test.js › x passed'])
  expect((await suite(files)).ran).toEqual([['test/a.test.js']])
  expect((await suite({ ...files, 'src/b.js': 'changed' })).ran).toEqual([all])
  playing.fails = () => false
  expect((await suite(files)).ran).toEqual([['test/a.test.js']])
  expect((await suite(files)).ran).toEqual([['test/a.test.js']])
})

test.each(['test/a.test.js › x', 'test/a.test.js'])('what is known to be flaky never stands: %s', async (id) => {
  const { suite, restart, playing } = stage({ fails: (file) => file.includes('a.test') })
  await suite(files, {}, 'sha256:e', null, [id])
  playing.fails = () => false
  for (const more of [{ 'src/c.js': '' }, { 'src/c.js': '', 'src/d.js': '' }]) {
    restart()
    expect((await suite({ ...files, ...more })).ran).toEqual([['test/a.test.js']])
  }
})

test('a failure that the change did not touch is judged as everything runs', async () => {
  const { suite, playing } = stage()
  await suite(files)
  playing.fails = (file, asked) => file.includes('a.test') && asked.length === 1
  const second = await suite(later)
  expect(second).toMatchObject({ ran: [['test/a.test.js'], all], states: passing })
  expect(second.run).toMatchObject({ why: expect.stringContaining('order') })
  expect(second.run.stood).toBeUndefined()
  // A file that was itself changed is judged at once.
  playing.fails = (file) => file.includes('a.test')
  expect((await suite({ ...later, 'test/a.test.js': `import '../src/a.js' // changed` })).ran).toEqual([
    ['test/a.test.js'],
  ])
})

test('a final verdict has everything run on the very tree, once', async () => {
  const { suite } = stage()
  await suite(files)
  expect((await suite(files, { final: true })).ran).toEqual([])
  expect((await suite(later)).ran).toEqual([['test/a.test.js']])
  expect((await suite(later, { final: true })).ran).toEqual([all])
  expect((await suite(later, { final: true })).ran).toEqual([])
  expect((await suite({ ...later, 'src/b.js': 'changed' }, { final: true })).ran).toEqual([all])
})

test('a suite that takes a moment is run as a whole, but never twice on one tree; so is any where everything is asked for', async () => {
  for (const [takesMs, scope] of [
    [300, 'auto'],
    [60_000, 'all'],
  ] as const) {
    const { suite } = stage({ takesMs, project: { scope } })
    await suite(files)
    expect((await suite(later)).ran).toEqual([all])
    expect((await suite(later)).ran).toEqual([])
  }
  const { suite } = stage({ takesMs: 60_000, project: { scope: 'auto' } })
  await suite(files)
  expect((await suite(later)).ran).toEqual([['test/a.test.js']])
})

test('what has to run does so though nothing changed', async () => {
  const { suite } = stage()
  await suite(files)
  expect((await suite(files, { include: async () => ['test/b.test.js'] })).ran).toEqual([['test/b.test.js']])
  expect((await suite(files, { include: async () => null })).ran).toEqual([all])
})

test('a run over the source of another commit is neither kept nor looked up', async () => {
  const { suite, kept } = stage()
  expect((await suite(files, {}, 'sha256:e', later)).ran).toEqual([all])
  expect(kept.names()).toEqual([])
  await suite(files)
  expect((await suite(files, {}, 'sha256:e', later)).ran).toEqual([all])
})

test('a run in which test files were rewritten is not kept', async () => {
  const { suite, kept } = stage({ does: (root) => writeFileSync(join(root, 'test/a.test.js'), '') })
  expect((await suite(files)).run.problem).toMatchObject({ message: expect.stringContaining('were changed') })
  expect(kept.names()).toEqual([])
})

test('a record of a commit that is laid out otherwise now stands for nothing', async () => {
  const { suite, relaid } = stage()
  const { commit } = await suite(files)
  const other = await suite({ ...later, 'package.json': '{ }' })
  relaid.set(commit, other.commit)
  relaid.set(other.commit, commit)
  expect((await suite(later)).ran).toEqual([all])
})

test('where tests are given the history, who looked there runs on every commit', async () => {
  const looks = (file: string): Partial<Reach> => (file.includes('a.test') ? { missing: ['.git/shallow'] } : {})
  const { suite } = stage({ project: { reads: ['.git'] }, reaches: looks })
  await suite(files)
  expect((await suite({ ...files, 'README.md': '' })).ran).toEqual([['test/a.test.js']])
})

test.each([
  ['says nothing', { problem: { rule: 'timed-out', message: 'Too long.', remedy: 'End.' } }],
  ['tells of a fault of no file', { faults: [{ kind: 'unhandled', file: '', message: 'lost' }] }],
] as const)('a run that %s is not kept', async (_, says) => {
  const { suite, kept } = stage({ says })
  await suite(files)
  expect(kept.names()).toEqual([])
  expect((await suite(files)).ran).toEqual([all])
})

test('damaged, foreign and later records are none', async () => {
  for (const text of ['', '{', '[]', '{"schema":1}', '{"schema":2}']) {
    const { suite, kept, restart } = stage()
    await suite(files)
    for (const name of kept.names()) kept.put(name, text)
    restart()
    expect((await suite(files)).ran).toEqual([all])
  }
  const { suite, kept, restart } = stage()
  await suite(files)
  const [name = ''] = kept.names()
  kept.put(name, (kept.get(name) ?? '').replaceAll(/"tree":"\w+"/g, '"tree":"0"'))
  restart()
  expect((await suite(files)).ran).toEqual([all])
})
