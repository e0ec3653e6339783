import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { nodeProject as project } from '../fixture/node-project.ts'
import type { SuiteOptions } from '../kept/standing.ts'
import { nodeTest } from '../runners/node-test.ts'
import { nothingToRun, notRun } from '../runners/test-run.ts'
import type { Bench } from './bench.ts'
import { dataOf, runSuite } from './suite.ts'

const none = { lines: 0, functions: 0, branches: 0, statements: 0 }
const script = (url: string) =>
  JSON.stringify({ result: [{ url, functions: [{ functionName: '', isBlockCoverage: false, ranges: [] }] }] })

/** Runs a suite that leaves no coverage, where an earlier run left some. */
async function suiteOf(lines: number) {
  const place = mkdtempSync(join(tmpdir(), 'sigma-suite-'))
  const [scratch, root] = [join(place, 'scratch'), join(place, 'root')]
  for (const folder of [join(scratch, 'coverage/deeper'), root]) mkdirSync(folder, { recursive: true })
  const stale = script(`file://${root}/src/a.js`)
  writeFileSync(join(scratch, 'coverage/coverage-1-1.json'), stale)
  writeFileSync(join(scratch, 'coverage/coverage-final.json'), stale)
  const options: (SuiteOptions | undefined)[] = []
  let found: readonly string[] | null = null
  let asked = 0
  const bench: Bench = {
    checkout: { path: root, scratch, env: {}, [Symbol.asyncDispose]: async () => undefined },
    runner: nodeTest,
    files: ['src/a.js'],
    testFiles: [],
    sourceFiles: ['src/a.js'],
    text: async () => 'export const a = 1\n',
    texts: async () => new Map(),
    hashes: async () => ({}),
    reaching: async () => null,
    run: async () => nothingToRun('node:test'),
    proven: () => undefined,
    doubt: () => undefined,
    suite: async (given) => {
      options.push(given)
      if (given?.coverage !== undefined) found = readdirSync(given.coverage)
      return notRun('node:test', { rule: 'timed-out', message: 'Too long.', remedy: 'End.' })
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
  const scope = async () => {
    asked += 1
    return { files: ['src/a.js'], leftOut: async () => [] }
  }
  try {
    const suite = await runSuite(bench, { ...project, coverage: { ...none, lines } }, scope)
    return { suite, options, found, asked }
  } finally {
    rmSync(place, { recursive: true })
  }
}

test('with all thresholds 0 nothing is collected, nothing blocks, and coverage is no number', async () => {
  proves('SIG-66')
  const { suite, options, asked } = await suiteOf(0)
  expect(options).toEqual([{ final: false }])
  expect(asked).toBe(0)
  expect(suite).toMatchObject({ coverage: null, coveredFiles: null, covered: { refused: [], unjudged: [] } })
  expect(dataOf(suite)).toMatchObject({ coverage: null })
})

test('what an earlier run left is gone before the tests run, and is not read after them', async () => {
  proves('SIG-67', 'SIG-65')
  const { suite, found } = await suiteOf(50)
  expect(found).toEqual([])
  expect(suite).toMatchObject({ coverage: null, coveredFiles: null })
  expect(suite.covered.unjudged).toMatchObject([
    { rule: 'coverage-unknown', message: expect.stringContaining('left no') },
  ])
})
