import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryBlobs } from '@sigma/engine'
import { afterAll, expect, test } from 'vitest'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import { nodeProject } from '../fixture/node-project.ts'
import type { Files } from '../project-files.ts'
import { nodeTest } from '../runners/node-test.ts'
import { type Judgement, judgeBranch } from './judge.ts'

const folder = await mkdtemp(join(tmpdir(), 'sigma-branches-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const head = `const { equal } = require('node:assert/strict')\nconst { test } = require('node:test')\n`
const began: Files = {
  'src/tax.js': 'exports.gross = (net) => net * 1.2\n',
  'test/tax.test.js': `${head}const { gross } = require('../src/tax.js')
test('adds the tax', () => { equal(gross(100), 120); equal(gross(0), 0) })
`,
}
const { 'test/tax.test.js': taxTest = '' } = began
const reduced = `${began['src/tax.js']}exports.reduced = (net, rate) => net * (1 - rate)\n`
const reducedTest = `${head}const tax = require('../src/tax.js')\ntest('takes a part off', () => equal(tax.reduced(100, 0.25), 75))\n`
const moreTest = `${head}const { gross } = require('../src/tax.js')\ntest('doubles', () => equal(gross(200), 240))\n`

async function judge(changes: Readonly<Record<string, string | null>>, first: Files = began): Promise<Judgement> {
  const checkouts = folderCheckouts()
  const tools = {
    processes: localProcesses(),
    checkouts,
    blobs: memoryBlobs(),
    runners: [nodeTest],
    baselines: new Map(),
    checked: new Map(),
  }
  const now = Object.entries({ ...first, ...changes }).flatMap(([path, text]) => (text === null ? [] : [[path, text]]))
  const branch = {
    project: nodeProject,
    base: await checkouts.commit(first),
    head: await checkouts.commit(Object.fromEntries(now)),
  }
  const judged = await judgeBranch(tools, branch, { signal: new AbortController().signal, tell: () => {} })
  if (judged === null) throw new Error('nothing differs')
  return judged
}

const found = ({ findings }: Judgement) => findings.map(({ weight, rule }) => [weight, rule])

test('a change that its tests demand passes', async () => {
  const judged = await judge({ 'src/tax.js': reduced, 'test/reduced.test.js': reducedTest })
  expect([found(judged), judged.verdict]).toEqual([[], 'pass'])
  expect(judged.tests).toEqual({
    total: 2,
    passed: 2,
    failed: 0,
    skipped: 0,
    failedBefore: 0,
    fresh: 1,
    failingWithout: 1,
  })
  expect(judged.measures?.after.files).toEqual(['src/tax.js'])
})

test('tests that pass without the change are refused where none demands it, else told', async () => {
  const none = await judge({ 'src/tax.js': reduced, 'test/more.test.js': moreTest })
  expect([found(none), none.verdict]).toEqual([
    [
      ['refused', 'passes-without-change'],
      ['warning', 'change-uncovered'],
    ],
    'fail',
  ])
  const some = await judge({
    'src/tax.js': reduced,
    'test/more.test.js': moreTest,
    'test/reduced.test.js': reducedTest,
  })
  expect([found(some), some.verdict]).toEqual([[['warning', 'passes-without-change']], 'pass'])
})

test('a test that cannot fail demands nothing, though it cannot pass without the change either', async () => {
  const judged = await judge({
    'src/tax.js': reduced,
    'test/reduced.test.js': reducedTest.replace('equal(tax.reduced(100, 0.25), 75)', '{ tax.reduced(1, 2) }'),
  })
  expect([found(judged), judged.tests.failingWithout]).toEqual([[['refused', 'asserts-nothing']], 1])
})

test('a change without tests is told, and so are tests without a change', async () => {
  expect(found(await judge({ 'src/tax.js': reduced }))).toContainEqual(['warning', 'change-not-demanded'])
  expect(found(await judge({ 'test/more.test.js': moreTest }))).toEqual([['notice', 'only-tests']])
})

test('old tests stay, and demand what they did; another demand is shown', async () => {
  expect(found(await judge({ 'test/tax.test.js': taxTest.replace(' equal(gross(0), 0)', '') }))).toContainEqual([
    'refused',
    'assertion-dropped',
  ])
  expect(found(await judge({ 'test/tax.test.js': null }))).toEqual([['refused', 'test-vanished']])
  const other = await judge({
    'src/tax.js': 'exports.gross = (net) => net * 1.3\n',
    'test/tax.test.js': taxTest.replace('120', '130'),
  })
  expect([found(other), other.verdict]).toEqual([[['notice', 'expectation-changed']], 'pass'])
})

test('what failed before is told apart, and data that is lost is told', async () => {
  const first = {
    ...began,
    'test/old.test.js': `${head}test('fails', () => equal(1, 2))\n`,
    'test/rows.json': '[1, 2]',
  }
  const judged = await judge(
    { 'src/tax.js': reduced, 'test/reduced.test.js': reducedTest, 'test/rows.json': '[1]' },
    first,
  )
  expect([found(judged), judged.verdict]).toEqual([
    [
      ['notice', 'failed-at-base'],
      ['warning', 'test-data-lost'],
    ],
    'pass',
  ])
})

test('an old test that fails is run again, though it has nothing to do with the change', async () => {
  const script = join(folder, 'script')
  const wavers = `${head}const { readFileSync, writeFileSync } = require('node:fs')
test('wavers', () => {
  const outcomes = readFileSync(${JSON.stringify(script)}, 'utf8')
  writeFileSync(${JSON.stringify(script)}, outcomes.slice(1))
  equal(outcomes[0] === 'f', false)
})
`
  const first = { ...began, 'test/wavers.test.js': wavers }
  const change = { 'src/tax.js': reduced, 'test/reduced.test.js': reducedTest }
  // At the base, and at HEAD: from then on it passes.
  await writeFile(script, 'pf')
  expect(found(await judge(change, first))).toEqual([['refused', 'flaky']])
  // Again at HEAD, and twice at the base, where nobody's change was.
  await writeFile(script, 'pfppf')
  const { findings } = await judge(change, first)
  expect(findings.map(({ weight, message }) => [weight, message])).toEqual([
    ['notice', expect.stringMatching(/^test\/wavers\.test\.js › wavers fails, and is flaky at the base as well: /)],
  ])
})

test('an old failing test that is there the second time alone has vanished', async () => {
  const sore = `${head}test('sore', () => { equal(1, 2) })\n`
  // The first run alone measures coverage.
  const hidden = sore.replace(`test('sore'`, `if (!process.env.NODE_V8_COVERAGE) test('sore'`)
  const judged = await judge(
    { 'src/tax.js': reduced, 'test/reduced.test.js': reducedTest, 'test/sore.test.js': hidden },
    { ...began, 'test/sore.test.js': sore },
  )
  expect(found(judged)).toContainEqual(['refused', 'test-vanished'])
})

test('a broken second recording does not replace a good one', async () => {
  const script = join(folder, 'breaks')
  const wavers = `${head}const { readFileSync, writeFileSync } = require('node:fs')
require('../src/tax.js')
test('wavers', () => {
  const outcomes = readFileSync(${JSON.stringify(script)}, 'utf8')
  writeFileSync(${JSON.stringify(script)}, outcomes.slice(1))
  if (outcomes[0] === 'k') process.kill(process.ppid, 'SIGKILL')
  equal(outcomes[0] === 'f', false)
})
`
  const lies = reduced.replace('=> net * (1 - rate)', '=> process.env.NODE_TEST_CONTEXT ? net * (1 - rate) : 0')
  const slow = reducedTest
    .replace('() =>', 'async () => { await new Promise((done) => setTimeout(done, 500));')
    .replace('75))', '75) })')
  const first = { ...began, 'test/apart.test.js': wavers }
  // At the base, and at HEAD; a recording, as it lies, twice in quiet, and the next recording.
  await writeFile(script, 'ppfpppk')
  const judged = await judge({ 'src/tax.js': lies, 'test/reduced.test.js': slow }, first)
  expect(found(judged)).toEqual([['refused', 'differs-under-test']])
})

test('a run that says nothing blocks, and what the texts show is told all the same', async () => {
  const writing = `require('node:fs').writeFileSync(__filename, '')\n`
  const judged = await judge({ 'test/tax.test.js': `${taxTest.replace(' equal(gross(0), 0)', '')}${writing}` })
  expect(judged.verdict).toBe('unknown')
  expect(found(judged).map(([weight]) => weight)).toEqual(['unjudged', 'refused'])
})
