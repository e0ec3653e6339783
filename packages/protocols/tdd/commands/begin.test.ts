import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Asked, SigmaError } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { afterAll, expect, test } from 'vitest'
import { plannedModules } from '../../modules/planned-modules.ts'
import { tddInputSchema } from '../machine/input.ts'
import { begin } from './begin.ts'
import { example } from './example.ts'

const top = mkdtempSync(join(tmpdir(), 'sigma-begin-'))
const root = join(top, 'app')
afterAll(() => rmSync(top, { recursive: true, force: true }))
for (const { path, text } of example.files(join(root, 'memory-bank'), 'src/numbers')) {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}

const asked = (change: Partial<Asked> = {}): Asked => ({
  subject: 'src/numbers',
  flags: {},
  place: {
    cwd: root,
    root,
    top,
    inRepository: (path) => join('app', path),
    globsInRepository: (globs) => globs.map((glob) => glob.replace(/^!?/, '$&app/')),
  },
  config: {
    memoryBank: 'memory-bank',
    tests: { files: ['test/**'], runner: 'node:test', tolerate: 'ask' },
    source: ['src/**'],
    refactor: 'all',
    limits: {
      rounds: 5,
      tries: 3,
      exchanges: 3,
      reasks: 1,
      crashes: 2,
      asks: 600,
      turn: 1_000,
      decisions: 2_000,
      disk: null,
    },
  },
  project: {
    runner: 'node:test',
    folder: 'app',
    tests: ['app/test/**'],
    source: ['app/src/**'],
    guarded: ['app/package.json'],
    coverage: { lines: 80, functions: 0, branches: 50, statements: 0 },
    checkLimitMs: 9_000,
  },
  budgets: [{ unit: 'tokens', most: 5 }],
  templates: [{ path: 'app/sigma-prompts/qa-red.md', blob: 'sha256:9' }],
  base: '0123456789abcdef',
  target: 'refs/heads/main',
  now: Date.UTC(2026, 10, 21, 10, 15),
  random: (count) => new Uint8Array(count).fill(1),
  history: { runs: () => [], run: () => null, events: () => [], verdicts: () => [], blob: () => new Uint8Array() },
  keep: (content) => `sha256:${content.length}`,
  ...change,
})

test('a run is made of design, plan, configuration and command line, and is an input of the protocol', () => {
  const { run, input, summary, read } = begin(asked({ flags: { covLines: 0, covFuncs: 12.5, parallel: 1 } }))
  const made = tddInputSchema.parse(input)
  expect([run, summary]).toEqual(['src-numbers-bbbbbb', '2 cycles in 1 batch, from 0123456789'])
  const folder = 'app/memory-bank/modules/src/numbers'
  expect(read).toEqual([`${folder}/design.md`, `${folder}/tdd_plan.md`])
  expect(made).toMatchObject({
    module: 'src/numbers',
    session: 'TDD_20261121T101500Z_bbbbbbbbbbbbbbbbb',
    base: '0123456789abcdef',
    target: 'refs/heads/main',
    project: { coverage: { lines: 0, functions: 12.5, branches: 50, statements: 0 }, checkLimitMs: 9_000 },
    limits: { rounds: 5, crashes: 2, turnMs: 1_000, decisionMs: 2_000 },
    budgets: [{ unit: 'tokens', most: 5 }],
    prompts: [{ path: 'app/sigma-prompts/qa-red.md', blob: 'sha256:9' }],
  })
  expect(made.cycles.map(({ tests, source }) => [tests, source])).toEqual([
    [['app/test/**'], ['app/src/**', '!app/test/**']],
    [['app/test/**'], ['app/src/**', '!app/test/**']],
  ])
  expect(made.out).toBe(undefined)
})

test('a folder of the work directories is kept relative where it lies in the project, so that this can be moved', () => {
  proves('SIG-91')
  const outOf = (out: string): unknown => tddInputSchema.parse(begin(asked({ flags: { out } })).input).out
  expect([outOf('build/sigma'), outOf('.'), outOf('../other')]).toEqual(['build/sigma', '.', join(top, 'other')])
})

test.each(['', '.git/x', '.sigma', '../.git', 'memory-bank/modules/src/numbers/design.md/x'])(
  'what is no place for them is a wrong command line: %j',
  (out) => {
    const refused = expect.objectContaining({ code: 'wrong-command-line', hint: expect.stringContaining('--out') })
    expect(() => begin(asked({ flags: { out } }))).toThrow(refused)
  },
)

test('a flag that the command does not know is a fault of whoever passes it', () => {
  expect(() => begin(asked({ flags: { paralel: 1 } }))).toThrow('paralel')
})

test('the example can be begun as it is, and is offered, by the memory bank that the configuration names', () => {
  const bank = join(root, 'memory-bank')
  expect(example.ready(bank)).toEqual(['src/numbers'])
  expect(plannedModules({ root, config: null })).toEqual(['src/numbers'])
  expect(plannedModules({ root: top, config: { memoryBank: 'app/memory-bank' } })).toEqual(['src/numbers'])
  expect(plannedModules({ root, config: { memoryBank: 'elsewhere' } })).toEqual([])
  expect(() => begin(asked({ subject: 'src/number' }))).toThrow(SigmaError)
})

test('tests that a plan replaces are there, or the nearest is named before anything runs', () => {
  mkdirSync(join(root, 'test/old'), { recursive: true })
  const code = `import { test } from 'node:test'
describe('parse', () => { test('reads "a > b", too', run) })
test.each([1, 2])('adds %i', run)
for (const each of all) test(\`of \${each}\`, run)`
  writeFileSync(join(root, 'test/parse.test.js'), code)
  writeFileSync(join(root, 'test/old/own.test.js'), `import { define } from './define.js'\ndefine()`)
  const plan = join(root, 'memory-bank/modules/src/numbers/tdd_plan.md')
  const text = readFileSync(plan, 'utf8')
  const withEntry = (entry: string) => {
    const replaces = `"replaces": ${JSON.stringify([entry])}, "id"`
    writeFileSync(
      plan,
      text.replace('"id"', () => replaces),
    )
    try {
      return tddInputSchema.parse(begin(asked()).input).cycles[0]?.replaces
    } catch (error) {
      return error instanceof SigmaError ? [error.code, error.message, error.hint] : error
    }
  }
  const named = (test: string | null, files = 'app/test/parse.test.js') => [{ files, test }]
  expect(withEntry('test/parse.test.js > parse > reads "a > b", too')).toEqual(named('parse › reads "a › b", too'))
  expect(withEntry('test/parse.test.js › adds 2')).toEqual(named('adds 2'))
  expect(withEntry('test/parse.test.js > of whatever')).toEqual(named('of whatever'))
  expect(withEntry('test/old/*')).toEqual(named(null, 'app/test/old/*'))
  expect(withEntry('test/old/own.test.js > defined there')).toEqual(named('defined there', 'app/test/old/own.test.js'))
  expect(withEntry('test/parse.test.js > parse > reads "a > c"')).toEqual([
    'plan-fault',
    expect.stringMatching(
      /tdd_plan.md:\d+: Cycle TDD_1 replaces .* and test\/parse.test.js has no such test; did you mean "test\/parse.test.js > parse > reads .*"\?$/,
    ),
    'Correct the entry in the plan, then: sigma tdd src/numbers',
  ])
  expect(withEntry('test/parser.test.js')).toEqual([
    'plan-fault',
    expect.stringContaining('and there is no such test file; did you mean "test/parse.test.js"?'),
    expect.stringContaining('sigma tdd src/numbers'),
  ])
  writeFileSync(plan, text)
})
