import { fileURLToPath } from 'node:url'
import type { Processes } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { folderCheckouts } from '../fixture/folder-checkouts.ts'
import { localProcesses } from '../fixture/local-processes.ts'
import type { Files } from '../project-files.ts'
import type { TestRun } from './test-run.ts'
import { vitest } from './vitest.ts'

const installed = process.env['SIGMA_VITEST'] ?? fileURLToPath(new URL('../../../../node_modules', import.meta.url))

interface Options {
  readonly modules?: string | null
  readonly processes?: Processes
  readonly limitMs?: number
  readonly folder?: string
}

async function run(files: Files, options: Options = {}): Promise<TestRun> {
  const { modules = installed, processes = localProcesses(), limitMs = 40_000, folder = '' } = options
  const checkouts = folderCheckouts(undefined, modules)
  await using checkout = await checkouts.open({ commit: await checkouts.commit(files) })
  return await vitest.run({
    processes,
    checkout,
    files: Object.keys(files).filter((file) => /test(-d)?\.[cm]?[jt]sx?$/.test(file)),
    folder,
    isSource: (path) => path.startsWith('src/'),
    limitMs,
    coverage: null,
    only: null,
    signal: new AbortController().signal,
  })
}

const head = `import { afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import assert from 'node:assert'
import { slug } from './src/a'
`
const states = ({ tests }: TestRun) => tests.map((each) => `${each.state} ${each.id}`)

const varied: Files = {
  'src/a.ts': `export const slug = (text: string): string => { throw new Error('not implemented') }`,
  'a.test.ts': `${head}
describe('D', () => { it('x', () => assert.equal(1, 2)); describe('E', () => { it('y', () => {}) }); it('x', () => {}) })
test.each([[1, 2], [3, 3]])('eq %i %i', (a, b) => { expect(a).toBe(b) })
describe.skip('off', () => { it('never', () => {}) })
it.todo('later'); test('late', { timeout: 20 }, () => new Promise(() => {}))
test('text', async () => { throw 'a string' })
test('slug', () => { expect(slug('a')).toBe('b') })
test.fails('fails', () => { expect(1).toBe(2) })
test('counts', () => { expect.assertions(1) })
test('fits', () => { expect(1).toMatchSnapshot() })
test('inline', () => { expect(1).toMatchInlineSnapshot() })
test('ends', () => { process.exit(0) })
test('says so itself', () => { throw new Error('not implemented') })
describe('H', () => { beforeEach(() => { slug('x') }); test('hooked', () => {}) })
describe('J', () => { beforeEach(() => { expect(1).toBe(2) }); test('asserts in its hook', () => {}) })
describe('none', () => {})
expect.extend({ toBeFour: (value) => ({ pass: value === 4, message: () => 'not four' }), toBreak: () => null.x })
test('own matcher', () => { expect(3).toBeFour() })
test('broken matcher', () => { expect(3).toBreak() })
test('polls', async () => { await expect.poll(() => 3, { timeout: 20 }).toBe(4) })
test('reads ' + import.meta.filename + ' of ' + process.cwd(), () => {})
`,
}

test('every kind of test is seen, and a snapshot that is not there fails and is not written', async () => {
  const seen = await run(varied)
  expect(states(seen)).toEqual([
    'failed a.test.ts › D › x',
    'passed a.test.ts › D › E › y',
    'passed a.test.ts › D › x #2',
    'failed a.test.ts › eq 1 2',
    'passed a.test.ts › eq 3 3',
    'skipped a.test.ts › off › never',
    'todo a.test.ts › later',
    'failed a.test.ts › late',
    'failed a.test.ts › text',
    'failed a.test.ts › slug',
    'passed a.test.ts › fails',
    'failed a.test.ts › counts',
    'failed a.test.ts › fits',
    'failed a.test.ts › inline',
    'failed a.test.ts › ends',
    'failed a.test.ts › says so itself',
    'failed a.test.ts › H › hooked',
    'failed a.test.ts › J › asserts in its hook',
    'failed a.test.ts › own matcher',
    'failed a.test.ts › broken matcher',
    'failed a.test.ts › polls',
    'passed a.test.ts › reads a.test.ts of .',
  ])
  expect(seen).toMatchObject({ runner: 'vitest', exit: 1, problem: null, faults: [], empty: [] })
  expect(seen.version).toMatch(/^\d+\.\d+/)
  const kinds = seen.tests.map((each) => each.failure?.kind).filter((kind) => kind !== undefined)
  expect(kinds).toEqual([
    'assertion',
    'assertion',
    'timeout',
    'other',
    'not-implemented',
    'assertion',
    'assertion',
    'assertion',
    'other',
    'other',
    'not-implemented',
    'other',
    'assertion',
    'other',
    'assertion',
  ])
  const slug = seen.tests.find(({ names }) => names[0] === 'slug')
  expect(slug).toMatchObject({ line: 10, outermost: 1, failure: { frame: 'src/a.ts:1', throughSource: true } })
  expect(seen.tests[0]?.failure).toMatchObject({ frame: 'a.test.ts:5', throughSource: false })
})

test('inline snapshots are found where they stand, and what answers for itself there is told', async () => {
  proves('T9')
  const standIn = `{ asymmetricMatch: () => true }`
  const [several, answering, giving] = await Promise.all(
    [
      `test('two', () => {
  expect(1).toMatchInlineSnapshot('1')
  expect({ a: [2] }).toMatchInlineSnapshot({ a: [2] }, \`
    {
      "a": [
        2,
      ],
    }
  \`)
  expect(() => { throw new Error('x') }).toThrowErrorMatchingInlineSnapshot('[Error: x]')
  expect(() => { throw new Error('y') }).toThrowErrorMatchingInlineSnapshot('[Error: y]')
})
test('wrong', () => { expect(3).toMatchInlineSnapshot('4') })`,
      `test('answers', () => { expect({ a: ${standIn} }).toMatchInlineSnapshot({ a: 5 }, 'whatever') })`,
      `test('gives', () => { expect({ get a() { return ${standIn} } }).toMatchInlineSnapshot({ a: 5 }, 'whatever') })`,
    ].map((text) => run({ 'a.test.ts': `${head.replace(/.*slug.*\n/, '')}${text}` })),
  )
  expect(several && states(several)).toEqual(['passed a.test.ts › two', 'failed a.test.ts › wrong'])
  expect(several?.problem).toBeNull()
  expect([answering, giving].map((run) => run?.problem?.rule)).toEqual(['tests-rewritten', 'tests-rewritten'])
})

test('what goes wrong outside of tests is a fault of its file', async () => {
  const seen = await run({
    'hook.test.ts': `import { beforeAll, describe, it } from 'vitest'
describe('H', () => { beforeAll(() => { throw new Error('no database') }); it('h', () => {}) })`,
    'import.test.ts': `import { gone } from './src/gone'\ngone()`,
    'late.test.ts': `import { test } from 'vitest'
test('late', async () => { setTimeout(() => { throw new Error('boom') }, 1); await new Promise((done) => setTimeout(done, 50)) })`,
    'none.test.ts': '// nothing',
    'syntax.test.ts': 'const = 1',
    'throws.test.ts': `throw new Error('at once')`,
  })
  expect(seen.faults).toEqual([
    { kind: 'hook', file: 'hook.test.ts', message: 'H: no database' },
    { kind: 'load', file: 'import.test.ts', message: expect.stringContaining('./src/gone') },
    { kind: 'syntax', file: 'syntax.test.ts', message: expect.stringContaining('line 1') },
    { kind: 'load', file: 'throws.test.ts', message: 'Error: at once' },
    { kind: 'unhandled', file: 'late.test.ts', message: 'Error: boom (while "late" ran)' },
  ])
  expect(seen).toMatchObject({ empty: ['none.test.ts'], problem: null, exit: 1 })
  expect(states(seen)).toEqual(['skipped hook.test.ts › H › h', 'passed late.test.ts › late'])
})

test('an error that comes before a test awaits it is that of the test, and of no other', async () => {
  const pausing = 'const later = () => new Promise((done) => setTimeout(done, 20))'
  const fails = "const fails = async () => { throw new Error('not implemented') }"
  const seen = await run({
    'late.test.ts': `import { expect, test } from 'vitest'
${pausing}; ${fails}
test('rejects', async () => { const wish = expect(fails()).rejects.toThrow('late'); await later(); await wish })
test('forgets', async () => { void fails(); await later() })
test('fails beside', async () => { void fails(); await later(); expect(1).toBe(2) })`,
  })
  expect(states(seen).map((each) => each.split(' ')[0])).toEqual(['failed', 'passed', 'failed'])
  expect(seen.faults.map(({ kind, message }) => [kind, message])).toEqual([
    ['unhandled', 'Error: not implemented (while "forgets" ran)'],
    ['unhandled', 'Error: not implemented (while "fails beside" ran)'],
  ])
})

test('the project’s configuration counts, but what it leaves out or focuses is said', async () => {
  proves('SIG-49')
  const seen = await run({
    'vitest.config.ts': `import { defineConfig } from 'vitest/config'
export default defineConfig({
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  test: {
    globals: true, include: ['**/*.test.ts', '**/c.test.tsx'], exclude: ['**/hidden/**'], reporters: ['dot'], bail: 1,
    testNamePattern: 'nothing', passWithNoTests: false, coverage: { enabled: true, provider: 'v8' },
    typecheck: { enabled: true },
  },
})`,
    'src/a.ts': 'export const one = 1',
    'a.test-d.ts': `test('types', () => { expectTypeOf(1).toEqualTypeOf<number>() })`,
    'a.test.ts': `import { one } from '@/a'\ntest('one', () => { expect(one).toBe(2) })\ntest('two', () => {})`,
    'b.test.ts': `test('b', () => {})\ntest.only('c', () => {})`,
    'c.test.tsx': `/** @jsxRuntime classic */
test('x', () => { const React = { createElement: (name: string) => name }; expect(<b />).toBe('b') })`,
    'hidden/d.test.ts': `test('d', () => {})`,
    'e.test.mts': `test('e', () => {})`,
    'hidden/kit-for-test.ts': 'export const kit = 1',
  })
  expect(states(seen)).toEqual([
    'failed a.test.ts › one',
    'passed a.test.ts › two',
    'skipped b.test.ts › b',
    'passed b.test.ts › c',
    'passed c.test.tsx › x',
  ])
  expect(seen.focused).toEqual(['b.test.ts:2'])
  expect(seen.faults).toEqual([])
  expect(seen.leftOut?.map(({ file }) => file)).toEqual(['a.test-d.ts', 'hidden/d.test.ts', 'e.test.mts'])
  const [types, hidden] = seen.leftOut ?? []
  expect(types?.message).toContain('type tests, which a compiler checks')
  expect(hidden?.message).toMatch(/^vitest leaves it out by its configuration \(include: .+; exclude: .*hidden/)
  expect(seen.empty).toEqual(['hidden/kit-for-test.ts'])
})

test('exactly these files are run, whatever they are called, where their package lies', async () => {
  const text = `import { readFileSync } from 'node:fs'\nimport { test } from 'vitest'\ntest('one', () => { readFileSync('package.json') })`
  const odd = ['[id].test.js', '(a)/b!(c)+@d.test.js', 'a{b,c}.test.js', `it's "a b" é—日.test.js`, 'a.test.jsx']
  const files = Object.fromEntries(odd.map((file) => [`packages/a/${file}`, text]))
  const seen = await run(
    { ...files, 'packages/a/package.json': '{}', 'packages/a/a.spec.js': text },
    { folder: 'packages/a' },
  )
  expect(states(seen)).toEqual(odd.map((file) => `passed packages/a/${file} › one`))
  expect(seen.faults).toEqual([])
})

test('a file in several projects of a workspace runs in each', async () => {
  const seen = await run({
    'vitest.config.js': `export default { test: { projects: [
      { test: { name: 'two', include: ['*.test.js'] } }, { test: { name: 'one', include: ['*.test.js'], env: { ONE: '1' } } } ] } }`,
    'package.json': '{ "type": "module" }',
    'a.test.js': `import { expect, test } from 'vitest'\ntest('one', () => { expect(process.env.ONE).toBe('1') })`,
  })
  expect(states(seen)).toEqual(['passed a.test.js › one', 'failed a.test.js › one #2'])
})

const passing = { 'a.test.js': `import { test } from 'vitest'\ntest('a', () => {})` }

test('a run that hangs is ended, and is no failure of tests', async () => {
  proves('F50')
  const hanging = { 'a.test.js': `import { test } from 'vitest'\ntest('a', () => { for (;;); })` }
  const seen = await run(hanging, { limitMs: 4_000 })
  expect(seen).toMatchObject({ tests: [], problem: { rule: 'timed-out' } })
})

test('a crash, an empty report and a cut one are no result', async () => {
  proves('F53')
  const local = localProcesses()
  const instead = (program: string): Processes => ({
    run: (spec) => local.run({ ...spec, command: ['node', '--eval', program, ...spec.command.slice(2)] }),
  })
  const write = (text: string): string =>
    `const to = process.argv.find((each) => each.startsWith('--report=')).slice(9); require('fs').writeFileSync(to, ${JSON.stringify(text)})`
  for (const program of ['', 'process.abort()', write(''), write('{"kind":"vitest","version":"5"')]) {
    const seen = await run(passing, { processes: instead(program) })
    expect(seen).toMatchObject({ tests: [], problem: { rule: 'report-missing' } })
  }
  const crashed = await run({ 'a.test.js': `process.kill(process.pid, 'SIGKILL')` })
  expect(crashed.problem !== null || crashed.faults.some(({ kind }) => kind === 'ended-early')).toBe(true)
  const killed: Processes = {
    run: async (spec) => ({ ...(await local.run(spec)), end: 'signalled', exit: null, signal: 'SIGKILL' }),
  }
  expect((await run(passing, { processes: killed })).problem?.rule).toBe('report-missing')
})

test('what the configuration breaks off by, or lacks, is told', async () => {
  proves('F53')
  const broken = await run({ ...passing, 'vitest.config.ts': 'export default { test: ' })
  expect(broken.problem).toMatchObject({
    rule: 'report-missing',
    message: expect.stringMatching(/ It said: “failed to load config from vitest\.config\.ts .*error/i),
  })
  const lacking = await run({ ...passing, 'vitest.config.ts': `export default { test: { environment: 'jsdom' } }` })
  expect(JSON.stringify([lacking.problem, lacking.faults])).toMatch(/Cannot find (package|dependency) 'jsdom'/)
})

test('a project without vitest, and one with an old one, are told what to install', async () => {
  const none = await run(passing, { modules: null })
  expect(none.problem).toMatchObject({ rule: 'runner-missing', remedy: 'npm install --save-dev vitest' })
  const old = { ...passing, 'node_modules/vitest/package.json': '{ "version": "2.1.9" }' }
  expect((await run(old, { modules: null })).problem?.message).toContain('has vitest 2.1.9')
})

test('without test files nothing is started', async () => {
  const processes = localProcesses()
  expect(await run({ 'src/a.js': '' }, { processes })).toMatchObject({ tests: [], problem: null, exit: 0 })
  expect(processes.started).toEqual([])
})
