import { expect, test } from 'vitest'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import type { Runner, RunRequest } from '../runners/runner.ts'
import { nothingToRun, type TestCase } from '../runners/test-run.ts'
import { followed } from './progress.ts'

const testIn = (file: string, name: string): TestCase => ({
  id: `${file} › ${name}`,
  file,
  names: [name],
  outermost: 1,
  state: 'passed',
  line: 1,
  column: 1,
  failure: null,
})

/** Two tests a file; each file is told as soon as `step` says so. */
function fake(step: () => Promise<void> = async () => {}): Runner {
  const run: Runner['run'] = async ({ files, onProgress }) => {
    for (const [at] of files.entries()) {
      await step()
      onProgress?.((at + 1) * 2)
    }
    return { ...nothingToRun('fake'), tests: files.flatMap((file) => ['a', 'b'].map((name) => testIn(file, name))) }
  }
  return { name: 'fake', coverage: 'v8', loading: null, run }
}

async function asked(runner: Runner | undefined, files: readonly string[], only: RunRequest['only'] = null) {
  const checkouts = folderCheckouts()
  await using checkout = await checkouts.open({ commit: await checkouts.commit({}) })
  const request = { processes: localProcesses(), checkout, files, folder: '', isSource: () => false, limitMs: 1_000 }
  await runner?.run({ ...request, coverage: null, only, signal: AbortSignal.timeout(5_000) })
}

test('tests that are done are told while a suite runs, and of how many as soon as that is known', async () => {
  const counts = new Map()
  const told: string[] = []
  const [runner] = followed([fake()], counts, (text) => told.push(text))
  await asked(runner, ['a.test.js', 'b.test.js'])
  expect(told).toEqual(['2 tests done', '4 tests done'])
  await asked(runner, ['b.test.js', 'a.test.js', 'new.test.js'])
  expect(told.slice(2)).toEqual(['2 of 4 tests done', '4 of 4 tests done', '6 tests done'])
  const later: string[] = []
  await asked(followed([fake()], counts, (text) => later.push(text))[0], ['new.test.js'])
  expect(later).toEqual(['2 of 2 tests done'])
})

test('suites that run side by side are told as one', async () => {
  const told: string[] = []
  const both = Promise.withResolvers<void>()
  let waiting = 0
  // Neither goes on before the other has begun.
  const step = async (): Promise<void> => {
    waiting += 1
    if (waiting === 2) both.resolve()
    await both.promise
  }
  const [runner] = followed([fake(step)], new Map(), (text) => told.push(text))
  await Promise.all([asked(runner, ['a.test.js', 'b.test.js']), asked(runner, ['c.test.js'])])
  expect(told).toContain('4 tests done')
  expect(told).toContain('6 tests done')
})

test('a run of one test alone is not told, and counts nothing', async () => {
  const told: string[] = []
  const counts = new Map()
  const [runner] = followed([fake()], counts, (text) => told.push(text))
  await asked(runner, ['a.test.js'], { kind: 'test', names: ['a'], version: 'v24' })
  expect([told, counts.size]).toEqual([[], 0])
})
