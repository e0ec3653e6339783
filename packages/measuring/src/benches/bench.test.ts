import { memoryBlobs } from '@sigma/engine'
import { expect, test } from 'vitest'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import { nodeProject as project } from '../fixture/node-project.ts'
import { nodeTest } from '../runners/node-test.ts'
import { openBench, sortingOf } from './bench.ts'

test('a snapshot belongs to the tests, wherever it lies', () => {
  const { isTest, isSource } = sortingOf({ ...project, tests: ['src/**/*.test.js'] })
  const snapshot = 'src/__snapshots__/slug.test.js.snap'
  expect([isTest(snapshot), isSource(snapshot)]).toEqual([true, false])
  for (const path of ['src/slug.js', 'src/__snapshots__/slug.js', 'src/a.snap']) {
    expect([isTest(path), isSource(path)]).toEqual([false, true])
  }
})

test('a bench tells which of its test files reach a path, with what is loaded before each of them', async () => {
  const checkouts = folderCheckouts()
  const commit = await checkouts.commit({
    'src/a.js': '',
    'src/b.js': '',
    'test/a.test.js': `require('../src/a.js')`,
    'test/b.test.js': `require('../src/b.js')`,
    'test/before.js': `require('../src/b.js')`,
  })
  const tools = { processes: localProcesses(), checkouts, blobs: memoryBlobs(), runners: [nodeTest] }
  const known = { ...tools, baselines: new Map(), checked: new Map() }
  const open = (node: readonly string[]) =>
    openBench(known, { ...project, tests: ['test/*.test.js'], node }, { commit }, AbortSignal.timeout(30_000))
  await using bench = await open([])
  expect(await bench.reaching(['src/b.js'])).toEqual(['test/b.test.js'])
  await using preloading = await open(['--import', './test/before.js'])
  expect(await preloading.reaching(['src/b.js'])).toEqual(['test/a.test.js', 'test/b.test.js'])
})
