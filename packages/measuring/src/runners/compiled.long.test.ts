import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Checkout } from '@sigma/engine'
import { afterAll, expect, test } from 'vitest'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { type LocalProcesses, localProcesses } from '../fixture/local-processes.ts'
import type { Files } from '../project-files.ts'
import { preloadIn } from './compiled.ts'
import { jest } from './jest.ts'
import type { Runner } from './runner.ts'
import type { TestRun } from './test-run.ts'
import { vitest } from './vitest.ts'

const modules = realpathSync(fileURLToPath(new URL('../../../../node_modules', import.meta.url)))
const top = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-compiled-')))
afterAll(() => rmSync(top, { recursive: true, force: true }))

const { signal } = new AbortController()
const limits = { processes: null, memoryBytes: null, diskBytes: null }

interface Options {
  readonly compiled: string
  /** Where what is installed lies, as far as its tests can write. */
  readonly isWritable?: boolean
  readonly confined?: boolean
  readonly coverage?: string
  readonly processes?: LocalProcesses
}

/** Runs the files in a checkout whose programs are said to be confined. */
async function run(runner: Runner, files: Files, options: Options): Promise<TestRun> {
  const { compiled, isWritable = false, confined = true, coverage, processes = localProcesses() } = options
  const checkouts = folderCheckouts(undefined, modules)
  await using opened = await checkouts.open({ commit: await checkouts.commit(files) })
  const writes = [dirname(opened.path), ...(isWritable ? [modules] : [])]
  const checkout: Checkout = {
    ...opened,
    compiled,
    ...(confined && { confined: { reads: [modules], writes, protects: [], hosts: [], limits } }),
  }
  return await runner.run({
    ...{ processes, checkout, folder: '', limitMs: 60_000, only: null, signal, coverage: coverage ?? null },
    files: Object.keys(files).filter((file) => file.includes('.test.')),
    isSource: (path) => path.startsWith('src/'),
  })
}

/** Fails where a test could see that anything is kept, itself or in a process that it starts. */
const sees = `
  const { execArgv, env } = process
  const seen = [...execArgv, ...Object.keys(env)].filter((each) => /load\\.cjs|COMPILE_CACHE/.test(each))
  const program = 'process.stdout.write(JSON.stringify([process.execArgv, Object.keys(process.env)]))'
  const child = process.getBuiltinModule('node:child_process').spawnSync(process.execPath, [...execArgv, '-e', program])
  if (seen.filter((each) => each !== 'NODE_DISABLE_COMPILE_CACHE').length > 0 || /load\\.cjs/.test(String(child.stdout))) throw new Error(seen.join() + child.stdout)`

const projects: Readonly<Record<'vitest' | 'jest', { readonly runner: Runner; readonly files: Files }>> = {
  vitest: {
    runner: vitest,
    files: {
      'package.json': '{ "type": "module" }',
      'src/a.js': 'export const sign = (x) => {\n  if (x < 0) return -1\n  return x === 0 ? 0 : 1\n}\n',
      'a.test.js': `import { expect, test } from 'vitest'\nimport { sign } from './src/a.js'\ntest('one', () => { expect(sign(2)).toBe(1) })\ntest('sees', () => {${sees} })\ntest('fails', () => { expect(1).toBe(2) })`,
    },
  },
  jest: {
    runner: jest,
    files: {
      'package.json': '{}',
      'src/a.js': 'exports.sign = (x) => {\n  if (x < 0) return -1\n  return x === 0 ? 0 : 1\n}\n',
      'a.test.js': `const { sign } = require('./src/a.js')\ntest('one', () => { expect(sign(2)).toBe(1) })\ntest('sees', () => {${sees} })\ntest('fails', () => { expect(1).toBe(2) })`,
    },
  },
}

const said = ({ tests, faults, problem }: TestRun) => ({ tests, faults, problem })
const states = ({ tests }: TestRun) => tests.map(({ state, names }) => `${state} ${names.join()}`)
const isUsed = ({ command }: TestRun): boolean => command.some((each) => each.includes(top))

test.each(['vitest', 'jest'] as const)(
  '%s is compiled once, by a run of its own, and says the same',
  async (name) => {
    const { runner, files } = projects[name]
    const compiled = join(top, name)
    const processes = localProcesses()
    const first = await run(runner, files, { compiled, processes })
    expect(states(first)).toEqual(['passed one', 'passed sees', 'failed fails'])
    expect([isUsed(first), processes.started.length]).toEqual([false, 1])
    const [second, beside] = await Promise.all([1, 2].map(() => run(runner, files, { compiled, processes })))
    expect([isUsed(second ?? first), isUsed(beside ?? first), processes.started.length]).toEqual([true, true, 4])
    expect(said(second ?? first)).toEqual(said(first))
    // Nothing of the project is in it: of the projects it was made with nothing is left.
    const [folder = ''] = readdirSync(compiled)
    expect(readdirSync(compiled)).toEqual([folder])
    expect(readdirSync(join(compiled, folder))).toEqual(['load.cjs', expect.stringMatching(/^v\d/)])

    const program = name === 'vitest' ? 'vitest/dist/node.js' : 'jest/bin/jest.js'
    const args = ['--require', preloadIn(join(compiled, folder)), join(modules, program), '--version']
    const env = { ...process.env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }
    const { stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
    expect(stderr.includes('/index.js was accepted')).toBe(true)
    expect(stderr.includes('saving')).toBe(false)
  },
  240_000,
)

test.each(['vitest', 'jest'] as const)(
  'coverage with %s is the same, from where it is compiled',
  async (name) => {
    const { runner, files } = projects[name]
    const counted = async (compiled: string) => {
      const coverage = mkdtempSync(join(top, 'coverage-'))
      const ran = await run(runner, files, { compiled, coverage })
      expect(ran.problem).toBeNull()
      return { ran, names: readdirSync(coverage).length }
    }
    const without = await counted(join(top, `none-${name}`))
    const compiled = join(top, name)
    const within = await counted(compiled)
    const again = isUsed(within.ran) ? within : await counted(compiled)
    expect(isUsed(again.ran)).toBe(true)
    expect({ ...said(again.ran), names: again.names }).toEqual({ ...said(without.ran), names: without.names })
  },
  240_000,
)

test('nothing is kept where nobody is confined, or where tests could have written what is started', async () => {
  const { runner, files } = projects.vitest
  const compiled = join(top, 'never')
  for (const options of [{ confined: false }, { isWritable: true }]) {
    const processes = localProcesses()
    for (const _ of [1, 2]) expect(isUsed(await run(runner, files, { ...options, compiled, processes }))).toBe(false)
    expect(processes.started).toHaveLength(2)
  }
}, 240_000)

test('a runner that cannot be started on its own leaves nothing, and tests run all the same', async () => {
  const { runner, files } = projects.jest
  const compiled = join(top, 'cannot')
  const own = localProcesses()
  const processes: LocalProcesses = {
    started: own.started,
    run: (spec, given) =>
      own.run(spec.cwd.includes('/cannot/') ? { ...spec, command: ['node', '-e', 'process.exit(3)'] } : spec, given),
  }
  for (const _ of [1, 2, 3]) {
    const ran = await run(runner, files, { compiled, processes })
    expect(states(ran)).toEqual(['passed one', 'passed sees', 'failed fails'])
    expect(isUsed(ran)).toBe(false)
  }
  expect(own.started).toHaveLength(4)
  expect(readdirSync(compiled)).toEqual([])
}, 240_000)
