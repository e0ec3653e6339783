import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import { type Style, smallProject, styles } from '../fixture/small-project.ts'
import { doneFile, followDone } from './done-count.ts'
import { jest } from './jest.ts'
import { nodeTest } from './node-test.ts'
import type { Runner } from './runner.ts'
import { vitest } from './vitest.ts'

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const runners: Readonly<Record<Style['runner'], Runner>> = { 'node:test': nodeTest, vitest, jest }

function report(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sigma-done-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'report.jsonl')
}

/** What is told while `work` is done. */
async function toldDuring(at: string, work: () => unknown): Promise<readonly number[]> {
  const told: number[] = []
  using _following = followDone(at, (done) => told.push(done))
  await work()
  await delay(700)
  return told
}

test('each byte is a test that is done; a count that falls again is not told', async () => {
  const at = report()
  expect(await toldDuring(at, () => appendFileSync(doneFile(at), '...'))).toEqual([3])
  const told = await toldDuring(at, async () => {
    await delay(700)
    writeFileSync(doneFile(at), '.')
  })
  expect(told).toEqual([3])
})

test.for<[string, (at: string) => unknown]>([
  ['a link', (at) => symlinkSync('/etc/passwd', at)],
  ['a folder', (at) => mkdirSync(at)],
  ['a pipe', (at) => execFileSync('mkfifo', [at])],
])('%s in its place tells nothing, and holds nobody up', async ([, put]) => {
  const at = report()
  expect(await toldDuring(at, () => put(doneFile(at)))).toEqual([])
})

test('a file of gigabytes is no more than a number that has an end', async () => {
  const at = report()
  const grow = (): void => {
    writeFileSync(doneFile(at), '')
    truncateSync(doneFile(at), 2 ** 40)
  }
  expect(await toldDuring(at, grow)).toEqual([10_000_000])
})

const { 'node:test': node, vitest: ofVitest, jest: ofJest } = styles
test.for([node, ofVitest, ofJest])(
  '$runner tells while it goes how many tests are done',
  { timeout: 120_000 },
  async (style) => {
    const files = { ...smallProject(style), [style.test('z')]: slowTest(style) }
    const checkouts = folderCheckouts(undefined, modules)
    await using checkout = await checkouts.open({ commit: await checkouts.commit(files) })
    const told: number[] = []
    const run = await runners[style.runner].run({
      processes: localProcesses(),
      checkout,
      files: Object.keys(files).filter((file) => file.endsWith('.test.js')),
      folder: '',
      isSource: (path) => path.startsWith('src/'),
      limitMs: 100_000,
      coverage: null,
      only: null,
      signal: AbortSignal.timeout(110_000),
      onProgress: (done) => told.push(done),
    })
    expect(run.problem).toBeNull()
    // All but the one that takes so long that somebody looks meanwhile.
    expect(told).toContain(run.tests.length - 1)
  },
)

/** Takes longer than all others together, and so much more that they are told before. */
const slowTest = ({ head }: Style): string =>
  `${head}\ntest('waits', async () => {\n  await new Promise((resolve) => setTimeout(resolve, 3_000))\n  assert.ok(true)\n})\n`
