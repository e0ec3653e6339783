import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
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

/** Follows what is written to `file`; its looks come late on a busy machine. */
function following() {
  const at = report()
  const told: number[] = []
  const following = followDone(at, (done) => told.push(done))
  onTestFinished(() => following[Symbol.dispose]())
  const isTold = (...counts: readonly number[]) => vi.waitFor(() => expect(told).toEqual(counts), 30_000)
  return { file: doneFile(at), told, isTold }
}

test('each byte is a test that is done; a count that falls again is not told', async () => {
  const { file, isTold } = following()
  appendFileSync(file, '...')
  await isTold(3)
  writeFileSync(file, '.')
  await delay(700)
  appendFileSync(file, '...')
  await isTold(3, 4)
})

test.for<[string, (file: string) => unknown]>([
  ['a link', (file) => symlinkSync('/etc/passwd', file)],
  ['a folder', (file) => mkdirSync(file)],
  ['a pipe', (file) => execFileSync('mkfifo', [file])],
])('%s in its place tells nothing, and holds nobody up', async ([, put]) => {
  const { file, told, isTold } = following()
  put(file)
  await delay(700)
  expect(told).toEqual([])
  rmSync(file, { recursive: true })
  writeFileSync(file, '.')
  await isTold(1)
})

test('a file of gigabytes is no more than a number that has an end', async () => {
  const { file, isTold } = following()
  writeFileSync(file, '')
  truncateSync(file, 2 ** 40)
  await isTold(10_000_000)
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
