/** Kept results that are really run again, with Node's own test runner, in a fresh checkout each time. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kept, memoryBlobs, memoryKept } from '@sigma/engine'
import type { Project } from '@sigma/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { openBench, type Tools } from '../benches/bench.ts'
import { type Files, type FolderCheckouts, folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import { nodeProject } from '../fixture/node-project.ts'
import { nodeTest } from '../runners/node-test.ts'
import { proveKept } from './prove-kept.ts'
import { recordsIn } from './records.ts'

const testOf = (name: string, body: string): string =>
  `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { value } from '../src/${name}.js'\ntest('is ${name}', () => { ${body} })\n`

const files: Files = {
  'package.json': '{ "type": "module" }',
  'src/a.js': 'export const value = 1\n',
  'src/b.js': 'export const value = 1\n',
  'test/a.test.js': testOf('a', 'assert.equal(value, 1)'),
  'test/b.test.js': testOf('b', 'assert.equal(value, 1)'),
}
const a = 'test/a.test.js'

interface Stage {
  readonly kept: Kept
  readonly checkouts: FolderCheckouts
  /** Runs the suite on a tree as a gate does, and keeps it. */
  suite(tree: Files): Promise<string>
  prove(head: string, more?: Partial<Project>): ReturnType<typeof proveKept>
  /** Test files that run on this commit, with what is kept. */
  runsAt(commit: string): Promise<readonly string[] | undefined>
  readonly told: string[]
}

function stage(): Stage {
  const kept = memoryKept()
  const checkouts = folderCheckouts()
  const project: Project = { ...nodeProject, scope: 'reached' }
  const signal = AbortSignal.timeout(60_000)
  const told: string[] = []
  /** As another process has them. */
  const tools = (): Tools => ({
    ...{ processes: localProcesses(), checkouts, blobs: memoryBlobs(), runners: [nodeTest] },
    ...{ baselines: new Map(), checked: new Map() },
    kept: { records: recordsIn(kept), leads: new Map(), counts: new Map() },
  })
  return {
    kept,
    checkouts,
    told,
    suite: async (tree) => {
      const commit = await checkouts.commit(tree)
      await using bench = await openBench(tools(), project, { commit }, signal)
      await bench.suite()
      bench.proven(`sha256:${commit.slice(0, 8)}`)
      return commit
    },
    prove: async (head, more = {}) => {
      const proving = { records: recordsIn(kept), head, random: () => 0.5, told: (what: string) => told.push(what) }
      return await proveKept(tools(), { ...project, ...more }, proving, signal)
    },
    runsAt: async (commit) => {
      await using bench = await openBench(tools(), project, { commit }, signal)
      return (await bench.suite()).ran
    },
  }
}

/** Every record says something else in the place of what it said. */
function tamper(kept: Kept, from: RegExp, to: string): void {
  for (const name of kept.names()) {
    const text = kept.get(name) ?? ''
    if (from.test(text)) kept.put(name, text.replace(from, to))
  }
}

const sound = { kind: 'compared', unlike: [] } as const
const passedIn = (name: string): RegExp => new RegExp(`("${name} › [^"]*",\\[[^\\]]*\\],1,)"passed"`)

test('what is kept is run again at its commit, of another tree what stood there too', async () => {
  const { suite, prove, told } = stage()
  const first = await suite(files)
  const second = await suite({ ...files, 'src/a.js': 'export const value = 1 + 0\n' })
  expect(await prove(first)).toEqual([
    { commit: first, files: 2, stood: 0, compared: sound },
    { commit: second, files: 2, stood: 1, compared: sound },
  ])
  expect(told.slice(1)).toEqual([first, second].map((commit) => `2 of 2 test files run at ${commit.slice(0, 10)}`))
})

test('at most two trees are run, HEAD’s first, then those in which something stood', async () => {
  const { suite, prove } = stage()
  const whole = await suite(files)
  const standing = await suite({ ...files, 'src/a.js': 'export const value = 1 + 0\n' })
  // A manifest concerns everybody, so everything ran there.
  const last = await suite({ ...files, 'package.json': '{ "type": "module", "private": true }' })
  const commits = async (head: string): Promise<unknown> => (await prove(head))?.map(({ commit }) => commit)
  expect(await commits(last)).toEqual([last, standing])
  expect(await commits(whole)).toEqual([whole, standing])
})

test('a test that does something else than is kept of it is told, and stands nowhere from then on', async () => {
  const { suite, prove, kept, runsAt } = stage()
  const commit = await suite(files)
  tamper(kept, passedIn(a), '$1"skipped"')
  expect(await runsAt(commit)).toEqual([])
  const compared = {
    kind: 'compared',
    unlike: [
      {
        ...{ file: a, test: `${a} › is a`, kept: 'was skipped', now: 'passed', more: 0, isFlaky: false },
        ...{ commit, evidence: `sha256:${commit.slice(0, 8)}` },
      },
    ],
  }
  const other = await suite({ ...files, 'src/b.js': 'export const value = 1 + 0\n' })
  // It is no part of a sample any more.
  const next = { commit: other, files: 1, stood: 0, compared: sound }
  expect(await prove(commit)).toEqual([{ commit, files: 2, stood: 0, compared }, next])
  expect(await runsAt(commit)).toEqual([a])
  expect(await prove(commit)).toEqual([{ commit, files: 1, stood: 0, compared: sound }, next])
})

test('two runs that differ from each other are told as flaky, and the file is doubted too', async () => {
  const { suite, prove, runsAt } = stage()
  const folder = mkdtempSync(join(tmpdir(), 'sigma-flaky-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // The second run of all finds what the first one left; the third finds it gone.
  const mark = JSON.stringify(join(folder, 'mark'))
  const flaky = `import { existsSync, rmSync, writeFileSync } from 'node:fs'\n${testOf(
    'a',
    `const was = existsSync(${mark}); was ? rmSync(${mark}) : writeFileSync(${mark}, ''); assert.equal(was, false)`,
  )}`
  const commit = await suite({ ...files, 'test/a.test.js': flaky })
  expect(await prove(commit)).toMatchObject([
    { compared: { unlike: [{ file: a, isFlaky: true, kept: 'passed', now: expect.stringMatching(/^failed/) }] } },
  ])
  expect(await runsAt(commit)).toEqual([a])
})

test('what cannot be proved here is no part of the sample', async () => {
  const { suite, prove, kept, checkouts } = stage()
  const commit = await suite(files)
  expect(await prove(commit, { node: ['--no-warnings'] })).toEqual([])
  const entries = checkouts.entries
  Object.assign(checkouts, {
    entries: async (each: string) => (each === commit ? Promise.reject(new Error('gone')) : await entries(each)),
  })
  const head = await checkouts.commit({ ...files, 'README.md': '' })
  expect(kept.names()).toHaveLength(1)
  expect(await prove(head)).toEqual([])
  Object.assign(checkouts, { entries })
  expect(await prove(head)).toMatchObject([{ commit }])
})
