import type { Asked } from '@sigma/engine'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { usualSpecialists, validationInputSchema } from '../machine/input.ts'
import { specialistSettings } from '../specialist-settings.ts'
import { begin } from './begin.ts'
import { validateCommand } from './command.ts'
import { ownSettings } from './settings.ts'

interface Given {
  readonly validation?: object
  readonly checks?: readonly string[]
  readonly roles?: object
  readonly flags?: Asked['flags']
  readonly change?: Asked['change']
}

function begun({ validation = {}, checks = [], roles = {}, flags = {}, change }: Given = {}) {
  const own = z.object(ownSettings.top).parse({ validation })
  const { input, ...rest } = begin({
    subject: 'work',
    flags,
    place: {
      ...{ cwd: '/p', root: '/p', top: '/p', inRepository: (path) => path },
      globsInRepository: (globs) => globs.map((glob) => `app/${glob}`),
    },
    config: { ...own, roles, checks, limits: { reasks: 1, asks: 60, decisions: 2_000 } },
    project: {
      ...{ runner: 'node:test', folder: '', tests: ['test/**'], source: ['src/**'], guarded: [] },
      ...{ coverage: { lines: 0, functions: 0, branches: 0, statements: 0 }, checkLimitMs: 1_000 },
    },
    budgets: [],
    templates: [],
    base: 'head',
    target: null,
    change,
    now: 0,
    random: (count) => new Uint8Array(count),
    history: { runs: () => [], run: () => null, events: () => [], verdicts: () => [], blob: () => new Uint8Array() },
    keep: () => 'sha256:0',
  })
  const made = validationInputSchema.parse(input)
  return { ...rest, input: made, by: made.specialists.map(({ settings }) => specialistSettings.parse(settings).by) }
}

const names = ({ input }: ReturnType<typeof begun>): readonly string[] => input.specialists.map(({ name }) => name)

test('without a word six specialists check, in their order, each by something', () => {
  proves('VAL-02', 'VAL-07', 'VAL-46')
  const run = begun({ checks: ['npm run lint'] })
  expect(names(run)).toEqual(usualSpecialists)
  expect(run.by).toEqual(['tests', 'tests', 'tests', 'commands', 'parts', 'parts'])
  expect(run.input.specialists.map(({ coverage }) => coverage)).toEqual([0, 0, 80, 0, 0, 0])
  expect(run.input).toMatchObject({ issue: { number: 1, of: 'run' }, decides: 'person', base: 'head', commit: 'head' })
})

test('the defaults look at several things each, and single ones are set or left out', () => {
  proves('VAL-02')
  const partsOf = (given: Given) =>
    begun(given)
      .input.specialists.slice(3)
      .map(({ settings }) => specialistSettings.parse(settings))
  const usual = [
    { by: 'parts', parts: [{ part: 'lint' }, { part: 'types' }, { part: 'complexity', max: 20 }] },
    { by: 'parts', parts: [{ part: 'audit' }, { part: 'secrets' }, { part: 'patterns' }] },
    { by: 'parts', parts: [{ part: 'pages', pages: [], serve: null }] },
  ]
  expect(partsOf({})).toEqual(usual)
  const specialists = {
    'code-quality': { complexity: 9 },
    security: { audit: false },
    'e2e-accessibility': { serve: 'npm start', url: 'http://127.0.0.1:3000/' },
  }
  const checks = { commands: ['npm run lint'], findings: [1, 2], reads: 'output' }
  expect(partsOf({ checks: ['npm run lint'], validation: { specialists } })).toEqual([
    {
      by: 'parts',
      parts: [
        { part: 'commands', ...checks },
        { part: 'complexity', max: 9 },
      ],
    },
    { by: 'parts', parts: [{ part: 'secrets' }, { part: 'patterns' }] },
    {
      by: 'parts',
      parts: [{ part: 'pages', pages: ['/'], serve: { command: 'npm start', url: 'http://127.0.0.1:3000/' } }],
    },
  ])
  const own = { validation: { specialists: { 'e2e-accessibility': { pages: ['site/*.html'] } } } }
  expect(partsOf(own)[2]).toMatchObject({ parts: [{ pages: ['app/site/*.html'], serve: null }] })
})

test('the fixer may change pages where they are examined, and else only source and tests', () => {
  expect(begun().input.writes).toEqual(['src/**', 'test/**', 'app/**/*.html', 'app/**/*.htm', 'app/**/*.css'])
  expect(begun({ flags: { specialist: ['security'] } }).input.writes).toEqual(['src/**', 'test/**'])
})

test('each can be set, left out and added to, and the order is the configured one', () => {
  proves('VAL-04')
  const run = begun({
    validation: {
      specialists: {
        'integration-test': { off: true },
        'test-runner': { coverage: 50 },
        security: { agent: true },
        licences: { commands: ['npx licences'], findings: [3], reads: 'sarif' },
        'e2e-accessibility': { tests: ['pages/**'], mayBeEmpty: true },
      },
      order: ['licences', 'security'],
      parallel: true,
    },
    roles: { security: 'claude' },
  })
  expect(names(run)).toEqual([
    ...['licences', 'security', 'unit-test', 'test-runner', 'code-quality', 'e2e-accessibility'],
  ])
  expect(run.input).toMatchObject({
    order: 'parallel',
    specialists: [
      { kind: 'command', settings: { by: 'commands', commands: ['npx licences'], findings: [3], reads: 'sarif' } },
      { kind: 'agent' },
      {},
      { coverage: 50 },
      {},
      { settings: { by: 'tests', files: ['app/pages/**'] }, mayBeEmpty: true },
    ],
  })
})

test('--ci: one check of each, and nobody is asked; --specialist: only these; --issue: its number', () => {
  const change = { base: 'a', commit: 'b' }
  const { input } = begun({ flags: { ci: true, specialist: ['security', 'unit-test'], issue: 7 }, change })
  expect(input).toMatchObject({
    ...{ decides: 'nobody', limits: { iterations: 1 }, issue: { number: 7, of: 'person' }, ...change },
    specialists: [{ name: 'unit-test' }, { name: 'security' }],
  })
})

test('only exit code 1 says that something was found, and of checks 2 as well, where nobody says otherwise', () => {
  proves('VAL-06')
  const validation = { specialists: { rules: { commands: ['npx rules'], reads: 'junit' } } }
  const { input } = begun({ validation, checks: ['npm run lint'] })
  const findings = input.specialists.flatMap(({ settings }) => ('findings' in settings ? [settings['findings']] : []))
  expect(findings).toEqual([[1, 2], [1]])
})

test('a working tree, and an issue that names the change; a number that is given comes first', () => {
  proves('VAL-46')
  const change = { base: 'a', commit: 'b' }
  expect(begun({ change }).input).not.toHaveProperty('snapshot')
  expect(begun({ change: { ...change, isSnapshot: true } }).input.snapshot).toBe(true)
  expect(begun({ change: { ...change, issue: 42 } }).input.issue).toEqual({ number: 42, of: 'person' })
  expect(begun({ change: { ...change, issue: 42 }, flags: { issue: 7 } }).input.issue.number).toBe(7)
})

test.each([
  ['issue 42', '#42'],
  ['Issue #42', '#42'],
  ['#42', '#42'],
  ['42', '42'],
  ['main..work', 'main..work'],
])('%j on the command line is %j', (typed, name) => {
  expect(validateCommand.does.kind === 'begins' ? validateCommand.does.argument.read(typed) : null).toBe(name)
})

test.each([
  ['unknown-specialist', { flags: { specialist: ['unit'] } }],
  ['unknown-specialist', { validation: { order: ['unit'] } }],
  ['specialist-unset', { validation: { specialists: { licences: {} } } }],
  ['specialist-without-agent', { validation: { specialists: { security: { agent: true } } } }],
  [
    'no-specialist',
    { validation: { specialists: Object.fromEntries(usualSpecialists.map((name) => [name, { off: true }])) } },
  ],
])('%s is said before anything begins', (code, given: Given) => {
  expect(() => begun(given)).toThrow(expect.objectContaining({ code, hint: expect.any(String) }))
})

test.each([
  [{ specialists: { security: { agent: true, commands: ['x'] } } }],
  [{ specialists: { security: { commands: ['a | b'] } } }],
  [{ specialists: { 'A B': { commands: ['a'] } } }],
  [{ specialists: { security: { commands: ['a'], findings: [0] } } }],
  [{ specialists: { security: { complexity: 5 } } }],
  [{ specialists: { 'code-quality': { complexity: 0 } } }],
  [{ specialists: { 'e2e-accessibility': { serve: 'npm start' } } }],
  [{ specialists: { 'e2e-accessibility': { serve: 'npm start', url: 'http://example.org:80/' } } }],
  [{ specialists: { 'e2e-accessibility': { serve: 'npm start', url: 'http://localhost:3000/start' } } }],
  [{ iterations: 0 }],
  [{ folder: '/tmp/x' }],
  [{ folder: 'docs/../../x' }],
])('settings that cannot be meant are refused: %j', (validation) => {
  expect(z.object(ownSettings.top).safeParse({ validation }).success).toBe(false)
})
