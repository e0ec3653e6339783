import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanBlobs, memoryBlobs, nothingSecret, type OwnTools, SigmaError } from '@sigma/engine'
import { jsonOf } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { folderCheckouts } from '../../../../measuring/src/fixture/folder-checkouts.ts'
import { localProcesses } from '../../../../measuring/src/fixture/local-processes.ts'
import { checkedSchema, surveyedSchema } from '../../machine/found.ts'
import { judgementOf } from '../../machine/judging.ts'
import { sampleValidationInput } from '../../machine/sample.ts'
import type { PartSettings } from '../../specialist-settings.ts'
import { gateKit } from '../index.ts'

type Files = Readonly<Record<string, string>>

/** Programs that stand in the place of the project's own; what they find stands in the files themselves. */
const modules = mkdtempSync(join(tmpdir(), 'sigma-parts-'))
afterAll(() => rmSync(modules, { recursive: true, force: true }))
mkdirSync(join(modules, '.bin'))

function program(name: string, text: string): void {
  const file = join(modules, '.bin', name)
  writeFileSync(
    file,
    `#!/usr/bin/env node\nconst fs = require('node:fs')\nconst [, , ...words] = process.argv\n${text}`,
  )
  chmodSync(file, 0o755)
}

program(
  'eslint',
  `const isStrict = fs.readFileSync('eslint.config.js', 'utf8').includes('strict')
const to = words[words.indexOf('--output-file') + 1]
const files = words.slice(words.indexOf('--output-file') + 2)
const report = files.map((file) => {
  const lines = fs.readFileSync(file, 'utf8').split('\\n')
  const messages = lines.flatMap((text, at) => isStrict && text.includes('bad') ? [{ ruleId: 'no-bad', severity: 2, message: 'It is bad.', line: at + 1 }] : [])
  if (file.includes('left-out')) messages.push({ ruleId: null, severity: 1, message: 'File ignored because of a matching ignore pattern.' })
  return { filePath: process.cwd() + '/' + file, messages }
})
fs.writeFileSync(to, JSON.stringify(report))
process.exit(report.some(({ messages }) => messages.length > 0) ? 1 : 0)`,
)
program(
  'tsc',
  `const { files } = JSON.parse(fs.readFileSync('tsconfig.json', 'utf8'))
const wrong = files.filter((file) => fs.readFileSync(file, 'utf8').includes('wrong'))
for (const file of wrong) console.log(file + '(1,1): error TS2322: It is wrong.')
for (const file of files) console.log(process.cwd() + '/' + file)
process.exit(wrong.length > 0 ? 2 : 0)`,
)

const checkouts = folderCheckouts(undefined, modules)
const blobs = cleanBlobs(memoryBlobs(), nothingSecret)
const project = {
  ...sampleValidationInput().project,
  ...{ runner: 'node:test', folder: '', tests: ['test/**'], source: ['src/**'] },
}

const noTools: OwnTools = {
  install: () =>
    Promise.reject(new SigmaError('tools-not-installed', 'There is no way to the registry.', { hint: 'npm ping' })),
  chromium: () => null,
  registry: () => Promise.reject(new SigmaError('registry-unknown', 'Nobody tells which registry.')),
}

const [configured = expect.fail()] = sampleValidationInput({ specialists: 1 }).specialists

const json = (value: object) => z.record(z.string(), z.json()).parse(jsonOf(value))

async function given(before: Files | null, after: Files, parts: readonly PartSettings[], tools = noTools) {
  const gates = gateKit.open({ checkouts, blobs, processes: localProcesses(), tools })
  const commit = await checkouts.commit(after)
  const base = before === null ? commit : await checkouts.commit(before)
  const check = { kind: 'check', id: 'c', at: { step: 'c' }, commit } as const
  const settings = { by: 'parts', parts }
  return { gates, check, asked: { project, base, settings } }
}

async function checked(...asked: Parameters<typeof given>) {
  const { gates, check, asked: own } = await given(...asked)
  const parameters = json({ ...own, specialist: 'tried', coverage: 0, iteration: 1 })
  const judged = await gates.check({ ...check, gate: 'specialist', parameters }, AbortSignal.timeout(60_000))
  const { failures, examined } = checkedSchema.parse(judged.data)
  return { ...judged, examined, failures: failures.map(({ kind, file, name }) => `${kind} ${name} ${file}`) }
}

async function whyNot(...asked: Parameters<typeof given>): Promise<string | undefined> {
  const { gates, check, asked: own } = await given(...asked)
  const { project: tested, base, settings } = own
  const parameters = json({ project: tested, base, specialists: [{ name: 'tried', settings }] })
  const { data } = await gates.check({ ...check, gate: 'survey', parameters }, AbortSignal.timeout(60_000))
  return surveyedSchema.parse(data).inapplicable[0]?.reason
}

const manifest = { 'package.json': JSON.stringify({ devDependencies: { eslint: '*', typescript: '*' } }) }
const linted: Files = { ...manifest, 'eslint.config.js': '// strict', 'src/a.js': 'a\n', 'src/old.js': 'bad\n' }
const typed: Files = {
  ...manifest,
  'tsconfig.json': '{"files":["src/a.ts","src/old.ts"]}',
  'src/a.ts': 'a',
  'src/old.ts': 'wrong',
}

test('a finding of the change counts, and neither one in a file that it leaves alone nor one that was there before', async () => {
  proves('VAL-02')
  const change = { ...linted, 'src/a.js': 'bad\n' }
  const lint = await checked(linted, change, [{ part: 'lint' }])
  expect(lint).toMatchObject({ verdict: 'fail', failures: ['lint no-bad src/a.js'] })
  const moved = await checked(linted, { ...linted, 'src/old.js': 'new\n\nbad\n' }, [{ part: 'lint' }])
  expect(moved).toMatchObject({ verdict: 'pass', failures: [], examined: [{ count: 1 }] })
  const twice = await checked(linted, { ...linted, 'src/old.js': 'bad\nbad\n' }, [{ part: 'lint' }])
  expect(twice).toMatchObject({ verdict: 'fail', failures: ['lint no-bad src/old.js'] })
  const types = await checked(typed, { ...typed, 'src/a.ts': 'wrong' }, [{ part: 'types' }])
  expect(types).toMatchObject({ verdict: 'fail', failures: ['type TS2322 src/a.ts'], examined: [{ count: 2 }] })
  // Without a beginning to compare with all of it counts.
  const whole = await checked(null, typed, [{ part: 'types' }])
  expect(whole).toMatchObject({ verdict: 'fail', failures: ['type TS2322 src/old.ts'] })
})

test('a change does not set the rules that it is held to', async () => {
  const lax = { ...linted, 'eslint.config.js': '// lax', 'src/a.js': 'bad\n' }
  expect(await checked(linted, lax, [{ part: 'lint' }])).toMatchObject({ failures: ['lint no-bad src/a.js'] })
  const narrowed = { ...typed, 'tsconfig.json': '{"files":["src/old.ts"]}', 'src/a.ts': 'wrong' }
  expect(await checked(typed, narrowed, [{ part: 'types' }])).toMatchObject({ failures: ['type TS2322 src/a.ts'] })
  const gone = { 'package.json': '{}', 'src/a.js': 'bad\n' }
  expect(await checked(linted, gone, [{ part: 'lint' }])).toMatchObject({ failures: ['lint no-bad src/a.js'] })
  const hidden = { ...typed, 'src/a.ts': '// @ts-nocheck' }
  expect(await checked(typed, hidden, [{ part: 'types' }])).toMatchObject({ failures: ['type suppression src/a.ts'] })
})

test.each<[string, Files | null, Files, PartSettings, RegExp]>([
  ['no linter', null, { 'src/a.js': 'a' }, { part: 'lint' }, /^There is no eslint, biome or oxlint/],
  ['no code', linted, { ...linted, 'a.md': 'a' }, { part: 'lint' }, /touches no code/],
  ['no tsconfig', null, { 'src/a.ts': 'a' }, { part: 'types' }, /no tsconfig\.json/],
  ['no typescript', null, { 'tsconfig.json': '{}', 'package.json': '{}' }, { part: 'types' }, /names no typescript/],
  ['only tests', linted, { ...linted, 'test/a.js': 'a' }, { part: 'complexity', max: 20 }, /no code/],
  ['only taken away', linted, manifest, { part: 'secrets' }, /leaves no file/],
  ['no lock file', manifest, { ...manifest, 'a.js': '' }, { part: 'audit' }, /no lock file/],
  [
    'no dependency touched',
    { 'yarn.lock': '' },
    { 'yarn.lock': '', 'a.js': '' },
    { part: 'audit' },
    /touches no dependency/,
  ],
  ['no page', null, linted, { part: 'pages', pages: [], serve: null }, /no page/],
])('%s: it is not applicable, and no pass', async (_, before, after, part, reason) => {
  proves('VAL-05', 'VAL-113')
  expect(await whyNot(before, after, [part])).toMatch(reason)
  expect(await checked(before, after, [part])).toMatchObject({
    verdict: 'unknown',
    findings: [{ rule: 'nothing-examined' }],
  })
})

test.each<[string, Files | null, Files, PartSettings, string]>([
  ['tools that cannot be installed', null, linted, { part: 'secrets' }, 'specialist-cannot-run'],
  ['no Chromium', null, { 'index.html': '' }, { part: 'pages', pages: [], serve: null }, 'specialist-cannot-run'],
  ['no registry', null, { ...manifest, 'package-lock.json': '{}' }, { part: 'audit' }, 'specialist-cannot-run'],
  ['a lock file that is gone', { ...manifest, 'yarn.lock': '' }, manifest, { part: 'audit' }, 'specialist-cannot-run'],
  ['a dependency without a lock file', { 'package.json': '{}' }, manifest, { part: 'audit' }, 'specialist-cannot-run'],
  ['a lock that nobody reads', null, { ...manifest, 'bun.lock': '' }, { part: 'audit' }, 'specialist-cannot-run'],
  [
    'a compiler that reads no file',
    null,
    { ...manifest, 'tsconfig.json': '{"files":[]}' },
    { part: 'types' },
    'part-examined-nothing',
  ],
])('%s: nobody could judge, with a way out', async (_, before, after, part, rule) => {
  proves('VAL-06', 'VAL-113')
  expect(await whyNot(before, after, [part])).toBeUndefined()
  expect(await checked(before, after, [part])).toMatchObject({
    ...{ verdict: 'unknown', failures: [] },
    findings: [{ rule, remedy: expect.stringMatching(/.{8}/) }],
  })
})

test('a linter that leaves out what the change touches decides nothing: the other parts do, or nobody', async () => {
  proves('VAL-113')
  const both = { ...linted, ...typed, 'package.json': manifest['package.json'] }
  const touched = { ...both, 'src/left-out.js': 'a', 'src/a.ts': 'b' }
  const lint = { part: 'lint' } as const
  const alone = await checked(both, { ...both, 'src/left-out.js': 'a' }, [lint])
  expect(alone).toMatchObject({ verdict: 'pass', examined: [{ what: 'files for lint', count: 0 }] })
  expect(judgementOf(configured, alone)).toMatchObject({ kind: 'unjudged' })
  const beside = await checked(both, touched, [lint, { part: 'types' }])
  expect(judgementOf(configured, beside)).toMatchObject({ kind: 'pass' })
})

test('what was found is told first; what could not be judged keeps the rest from passing', async () => {
  proves('VAL-06')
  const parts = [{ part: 'lint' }, { part: 'secrets' }] as const
  const found = await checked(linted, { ...linted, 'src/a.js': 'bad\n' }, parts)
  expect(found).toMatchObject({ verdict: 'fail', failures: ['lint no-bad src/a.js'] })
  const mended = await checked(linted, { ...linted, 'src/a.js': 'good\n' }, parts)
  expect(mended).toMatchObject({
    verdict: 'unknown',
    findings: [{ rule: 'specialist-cannot-run', remedy: 'npm ping' }],
  })
})
