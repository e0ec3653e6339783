import { cleanBlobs, memoryBlobs, nothingSecret, runProof } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { folderCheckouts } from '../../../measuring/src/fixture/folder-checkouts.ts'
import { localProcesses } from '../../../measuring/src/fixture/local-processes.ts'
import { checkedSchema, surveyedSchema } from '../machine/found.ts'
import { judgementOf } from '../machine/judging.ts'
import { sampleValidationInput } from '../machine/sample.ts'
import type { SpecialistSettings } from '../specialist-settings.ts'
import { gateKit } from './index.ts'
import { proofs } from './proofs/proofs.ts'

type Files = Readonly<Record<string, string>>

const checkouts = folderCheckouts()
const blobs = cleanBlobs(memoryBlobs(), nothingSecret)
const gates = gateKit.open({ checkouts, blobs, processes: localProcesses() })
const [configured = expect.fail()] = sampleValidationInput({ specialists: 1 }).specialists

for (const proof of proofs)
  test(`the gate ${proof.gate} ${proof.rule === null ? 'passes' : 'refuses'} ${proof.title}`, async () => {
    const verdict = proof.rule === null ? /^pass$/ : new RegExp(`^(fail|unknown): .*\\b${proof.rule}\\b`)
    expect(await runProof(proof, gates, checkouts.commit)).toEqual({ ok: true, saw: expect.stringMatching(verdict) })
  })

const project = {
  ...sampleValidationInput().project,
  ...{ runner: 'node:test', tests: ['test/**'], source: ['src/**'] },
}

const asParameters = (value: object) => z.record(z.string(), z.json()).parse(jsonOf(value))

/** What the gate brings, and what the machine makes of it. */
async function checked(files: Files, settings: SpecialistSettings, coverage = 0, failedBefore: readonly object[] = []) {
  const commit = await checkouts.commit(files)
  const given = { project, base: commit, specialist: 'unit-test', settings, coverage, iteration: 2, failedBefore }
  const check = { kind: 'check', id: 'c', at: { step: 'c' }, gate: 'specialist', commit } as const
  const judged = await gates.check({ ...check, parameters: asParameters(given) }, AbortSignal.timeout(60_000))
  const found = checkedSchema.parse(judged.data)
  return { ...judged, found, judgement: judgementOf({ ...configured, coverage }, judged) }
}

const runs = (command: string, more: object = {}): SpecialistSettings => ({
  ...{ by: 'commands', commands: [command], findings: [1], reads: 'output' },
  ...more,
})
const suite: SpecialistSettings = { by: 'tests', files: ['**'], mayLack: false }
const program = (text: string): Files => ({ 'check.js': text, 'src/a.js': 'export const a = 1\n' })

test.each([
  ['0', 'pass'],
  ['1', 'fail'],
  ['2', 'unjudged'],
  ['7', 'fail'],
  ['127', 'unjudged'],
])('a command that ends with %s: %s', async (exit, kind) => {
  proves('VAL-06')
  const { judgement } = await checked(program(`process.exit(${exit})\n`), runs('node check.js', { findings: [1, 7] }))
  expect(judgement.kind).toBe(kind)
})

test('a command that is killed, and one that is not there, are errors and no failures', async () => {
  proves('VAL-06')
  const killed = await checked(program("process.kill(process.pid, 'SIGKILL')\n"), runs('node check.js'))
  expect(killed).toMatchObject({ verdict: 'unknown', found: { failures: [] }, judgement: { kind: 'unjudged' } })
  const missing = await checked(program(''), runs('no-such-program-here'))
  expect(missing).toMatchObject({ verdict: 'unknown', found: { failures: [] }, judgement: { kind: 'unjudged' } })
})

test('findings that move to another line are the same failures', async () => {
  proves('VAL-75')
  const at = async (place: string) =>
    (await checked(program(`console.log('${place}')\nprocess.exit(1)\n`), runs('node check.js'))).found.failures
  const [one, other] = [await at('src/a.js:3:5 no-eval it is evil'), await at('src/a.js:13:7 no-eval it is evil')]
  expect(one).toEqual([{ ...other[0], line: 3 }])
  expect(one).toMatchObject([{ kind: 'check', file: 'src/a.js', name: 'node check.js', message: 'no-eval it is evil' }])
})

const report = (results: readonly object[]): string => JSON.stringify({ version: '2.1.0', runs: [{ results }] })
const finding = {
  ruleId: 'no-eval',
  level: 'error',
  message: { text: 'It is evil.' },
  locations: [{ physicalLocation: { artifactLocation: { uri: 'src/a.js' }, region: { startLine: 4 } } }],
}
const sarif = (text: string, exit: number, command = 'node check.js') =>
  checked(program(`console.log(${JSON.stringify(text)})\nprocess.exit(${exit})\n`), runs(command, { reads: 'sarif' }))

test('SARIF is read from what is printed or from a file that is no link; what somebody suppressed, and notes, are no failures', async () => {
  const others = [
    { ...finding, level: 'note' },
    { ...finding, suppressions: [{ kind: 'inSource' }] },
  ]
  const failure = { ...{ kind: 'rule', file: 'src/a.js', name: 'no-eval', message: 'It is evil.', line: 4 } }
  const printed = await sarif(report([finding, ...others]), 1)
  expect(printed.found.failures).toEqual([{ ...failure, severity: 'high', suggestion: '' }])
  expect(printed.findings).toMatchObject([{ rule: 'rule-failure' }])
  const write = (how: string): Files =>
    program(
      `import { symlinkSync, writeFileSync } from 'node:fs'\nconst [, , to] = process.argv\n${how}\nprocess.exit(1)\n`,
    )
  const given = runs('node check.js %report%', { reads: 'sarif' })
  const files = (how: string): Files => ({ ...write(how), 'package.json': '{ "type": "module" }' })
  const written = await checked(files(`writeFileSync(to, ${JSON.stringify(report([finding]))})`), given)
  expect(written.found.failures).toMatchObject([failure])
  const behind = `writeFileSync('real.sarif', ${JSON.stringify(report([finding]))})\nsymlinkSync(process.cwd() + '/real.sarif', to)`
  const linked = await checked(files(behind), given)
  expect(linked).toMatchObject({ verdict: 'unknown', findings: [{ rule: 'sarif-unreadable' }] })
})

test.each([
  ['no JSON', 'nothing'],
  ['another version', JSON.stringify({ version: '1.0.0', runs: [] })],
  ['a level that there is not', report([{ ...finding, level: 'worst' }])],
  ['deep nonsense', '['.repeat(100_000)],
])('a report that is %s cannot be judged', async (_, text) => {
  expect(await sarif(text, 1)).toMatchObject({ verdict: 'unknown', findings: [{ rule: 'sarif-unreadable' }] })
})

test('a report with findings of a command that ends with 0 is a contradiction, and no pass', async () => {
  proves('VAL-06')
  expect(await sarif(report([finding]), 0)).toMatchObject({
    verdict: 'unknown',
    findings: [{ rule: 'sarif-contradictory' }],
  })
})

const suites = (tests: string): string => `<testsuites><testsuite>${tests}</testsuite></testsuites>`
const failedTest = '<testcase name="adds" file="src/a.js"><failure message="1 is not 2"/></testcase>'
const junit = (text: string, exit: number) =>
  checked(
    {
      ...program(
        `import { writeFileSync } from 'node:fs'\nwriteFileSync(process.argv[2], ${JSON.stringify(text)})\nprocess.exit(${exit})\n`,
      ),
      'package.json': '{ "type": "module" }',
    },
    runs('node check.js %report%', { reads: 'junit' }),
  )

test('a report of tests: failures with their tests; how many tests ran is what was examined', async () => {
  proves('VAL-06', 'VAL-113')
  const failing = await junit(suites(`<testcase name="b"/>${failedTest}`), 1)
  expect(failing).toMatchObject({
    verdict: 'fail',
    found: { failures: [{ kind: 'test', file: 'src/a.js', name: 'adds' }], examined: [{ what: 'tests', count: 2 }] },
  })
  expect((await junit(suites('<testcase name="b"/>'), 0)).judgement.kind).toBe('pass')
  for (const nothing of [suites(''), suites('<testcase name="b"><skipped/></testcase>')])
    expect((await junit(nothing, 0)).judgement).toMatchObject({ reasons: [{ rule: 'nothing-examined' }] })
})

test.each([
  ['failures beside exit code 0', suites(failedTest), 0, 'junit-contradictory'],
  ['failures that are only counted, beside exit code 0', '<testsuite errors="1"/>', 0, 'junit-contradictory'],
  ['nothing that can be read', 'all is well', 0, 'junit-unreadable'],
  ['nothing that can be read, beside a failure', '', 1, 'junit-unreadable'],
])('a report of tests with %s cannot be judged', async (_, text, exit, rule) => {
  proves('VAL-06')
  expect(await junit(text, exit)).toMatchObject({ verdict: 'unknown', findings: [{ rule }] })
})

test('paths of the checkout, in a report, are paths of the repository: the same failure is the same in each checkout', async () => {
  proves('VAL-45')
  const write =
    "writeFileSync(process.argv[2], '<testsuite><testcase name=\"a\" file=\"' + process.cwd() + '/src/a.js\"><failure>at ' + process.cwd() + '/src/a.js:3:1</failure></testcase></testsuite>')"
  const files = {
    ...program(`import { writeFileSync } from 'node:fs'\n${write}\nprocess.exit(1)\n`),
    'package.json': '{ "type": "module" }',
  }
  const { found } = await checked(files, runs('node check.js %report%', { reads: 'junit' }))
  expect(found.failures).toMatchObject([{ file: 'src/a.js', message: 'at src/a.js:3:1' }])
})

test('a report of tests without a failure, beside an exit code of findings, is no pass', async () => {
  const { verdict, found } = await junit(suites('<testcase name="b"/>'), 1)
  expect([verdict, found.failures]).toEqual(['fail', [expect.objectContaining({ kind: 'check' })]])
})

test('places outside of the repository are none', async () => {
  const at = (uri: string) => ({ ...finding, locations: [{ physicalLocation: { artifactLocation: { uri } } }] })
  const { found } = await sarif(report(['../../etc/passwd', '/etc/passwd', '%2e%2e/x', '%zz'].map(at)), 1)
  expect(found.failures.map(({ file }) => file)).toEqual(expect.arrayContaining(['']))
  for (const { file } of found.failures) expect(file).not.toMatch(/^\.\.|^\/|passwd/)
})

const tested = (test: string): Files => ({
  'package.json': '{ "type": "module" }',
  'src/a.js': 'export const a = (b) => (b ? 1 : 2)\n',
  'test/a.test.js': `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { a } from '../src/a.js'\n${test}\n`,
})

test('a test that fails is a failure with its file, its names and its line', async () => {
  const { found, verdict } = await checked(tested("test('a', () => assert.equal(a(true), 2))"), suite)
  expect(verdict).toBe('fail')
  expect(found).toMatchObject({
    failures: [
      { kind: 'test', file: 'test/a.test.js', name: 'a', line: 4, message: expect.stringContaining('1 !== 2') },
    ],
    examined: [{ what: 'tests', count: 1 }],
  })
})

test('no test, or none that ran, is no pass', async () => {
  proves('VAL-113')
  const none = await checked({ 'package.json': '{}' }, suite)
  const skipped = await checked(tested("test.skip('a', () => assert.equal(a(true), 1))"), suite)
  for (const { judgement } of [none, skipped])
    expect(judgement).toMatchObject({ kind: 'unjudged', reasons: [{ rule: 'nothing-examined' }] })
})

test('a file that cannot be loaded, and a test that keeps others from running, are failures', async () => {
  const broken = await checked(tested("throw new Error('no')"), suite)
  expect(broken.found.failures).toMatchObject([{ kind: 'test', file: 'test/a.test.js', name: 'load-error' }])
})

test('coverage is measured on the very tree; below the threshold it is a failure', async () => {
  proves('VAL-07')
  const low = await checked(tested("test('a', () => assert.equal(a(true), 1))"), suite, 80)
  expect(low.found.failures).toMatchObject([{ kind: 'coverage', file: 'src/a.js', name: 'coverage-below' }])
  const full = await checked(
    tested("test('a', () => { assert.equal(a(true), 1); assert.equal(a(false), 2) })"),
    suite,
    80,
  )
  expect(full.judgement).toEqual({ kind: 'pass', tree: full.found.tree })
  expect(full.found.coverage).toMatchObject({ branches: 100, tree: full.found.tree })
})

test('many failures are carried as far as an event goes, the same ones in whatever order', async () => {
  const lines = (order: string) =>
    checked(
      program(
        `const all = Array.from({ length: 500 }, (_, at) => 'src/a.js:1:1 rule-' + String.fromCharCode(97 + at % 26, 97 + Math.trunc(at / 26)) + ' ' + 'x'.repeat(900))\nfor (const each of all${order}) console.log(each)\nprocess.exitCode = 1\n`,
      ),
      runs('node check.js'),
    )
  const [one, other] = [await lines(''), await lines('.reverse()')]
  expect(JSON.stringify(one.data).length).toBeLessThan(64 * 1024)
  const names = ({ found }: typeof one): unknown => new Set(found.failures.map(({ message }) => message.slice(0, 20)))
  expect(one.found.failures.length).toBeGreaterThan(20)
  expect(names(one)).toEqual(names(other))
})

test('the survey names those that have nothing to look at, and why', async () => {
  proves('VAL-05')
  const commit = await checkouts.commit(tested(''))
  const specialists = [
    { name: 'unit-test', settings: suite },
    { name: 'integration-test', settings: { by: 'tests', files: ['**/integration/**'], mayLack: true } },
    { name: 'e2e-accessibility', settings: { by: 'parts', parts: [{ part: 'pages', pages: [], serve: null }] } },
    { name: 'security', settings: { by: 'agent' } },
  ]
  const parameters = asParameters({ project, base: commit, specialists })
  const check = { kind: 'check', id: 's', at: { step: 's' }, gate: 'survey', commit, parameters } as const
  const { data, verdict } = await gates.check(check, AbortSignal.timeout(20_000))
  expect(verdict).toBe('pass')
  expect(surveyedSchema.parse(data)).toEqual({
    tree: await checkouts.treeHash(commit),
    inapplicable: [
      { name: 'integration-test', reason: 'No test file matches **/integration/**.' },
      { name: 'e2e-accessibility', reason: 'There is no page, neither an index.html nor an HTML file of the change.' },
    ],
  })
})

test('a test that failed before is resolved only when it runs and passes', async () => {
  proves('VAL-14')
  const file = 'test/total.test.js'
  const head = "import test from 'node:test'\n"
  const before = [{ file, name: 'adds' }]
  const seen = async (text: string) => {
    const { judgement } = await checked({ [file]: head + text }, suite, 0, before)
    return judgement.kind === 'fail'
      ? judgement.failures.map(({ name, message }) => `${name}: ${message}`)
      : judgement.kind
  }
  expect(await seen("test('adds', () => {})\n")).toBe('pass')
  const gone = 'adds: The test failed before, and'
  expect(await seen("test('other', () => {})\ntest.skip('adds', () => {})\n")).toEqual([
    `${gone} does not run any more.`,
  ])
  expect(await seen("test('other', () => {})\n")).toEqual([`${gone} is not there any more.`])
})
