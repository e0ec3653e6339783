import type { Files } from '@sigma/measuring'
import type { JsonObject } from '@sigma/protocol'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { phase0Proofs } from './proofs/phase0.ts'
import { bare, oldTest, start, tests, unwritten } from './proofs/slug.ts'

const { judge, play, checkouts } = trial()

async function phase0(after: Files, interfaces: readonly string[], before: Files = bare, extra: JsonObject = {}) {
  const baseline = { commit: await checkouts.commit(before), evidence: null }
  return await judge('phase0', after, { before: baseline, interfaces, ...extra })
}

for (const proof of phase0Proofs) {
  test.concurrent(`Phase 0 ${proof.rule === null ? 'accepts' : 'refuses'} ${proof.title}`, async () => {
    proves('DPTR-78')
    expect(await play(proof)).toEqual({ ok: true, saw: proof.rule === null ? 'pass' : `fail: ${proof.rule}` })
  })
}

test('the evidence holds the tests of both sides, for the cycles to build on', async () => {
  const judged = await phase0(start, ['export function slug(text)'])
  expect(judged.seen.before?.tests).toHaveLength(1)
  expect(judged.seen.after.tests).toEqual(judged.seen.before?.tests)
  expect(judged.data).toMatchObject({ interfaces: 1, loaded: ['src/text.js'], failed: 0, oldFailures: 0 })
})

test('each finding says what is there and what was designed', async () => {
  proves('DPTR-78')
  const judged = await phase0(start, ['export function slug(words)', 'export class Store { get(key) }'])
  expect(judged.findings.map((finding) => finding.message)).toEqual([
    'src/text.js: slug(text) is there, designed as slug(words).',
    'No source file exports Store; looked in src/text.js.',
  ])
})

test('types are compared in TypeScript, and are nothing that plain JavaScript could hold', async () => {
  proves('DPTR-78')
  const typescript = { ...start, 'src/kind.ts': 'export interface Kind { name: string; size?: number }\n' }
  const same = await phase0(typescript, ['export interface Kind {\n  name: string,\n  size?: number,\n}'])
  expect(same.verdict).toBe('pass')
  expect(await phase0(typescript, ['interface Kind { name: number }'])).toMatchObject({ rules: ['signature-differs'] })
  const plain = await phase0(start, ['interface Kind { name: string }', 'slug(text)'])
  expect(plain).toMatchObject({ verdict: 'pass', data: { notCompared: ['Kind'] } })
})

test('a name alone asks that something of that name is exported, whatever it is', async () => {
  proves('DPTR-78')
  const classes = { ...start, 'src/emitter.js': 'export class Emitter {}\n' }
  expect(await phase0(classes, ['Emitter', 'slug'])).toMatchObject({ verdict: 'pass', data: { notCompared: [] } })
  expect(await phase0(classes, ['Emitter', 'Emitters'])).toMatchObject({ rules: ['interface-missing'] })
})

test('what is made by a call is there, and that its shape was not compared is told', async () => {
  proves('DPTR-78')
  const made = { ...bare, 'src/slug.js': `const make = () => (text) => text\nexport const slug = make()\n` }
  expect(await phase0(made, ['slug(text)'])).toMatchObject({ verdict: 'pass', data: { notCompared: ['slug'] } })
  expect(await phase0(made, ['slug(text)', 'other()'])).toMatchObject({ rules: ['interface-missing'] })
})

test('what may be exported, and shows only when it runs, cannot be judged, but for what was there before', async () => {
  proves('DPTR-78', 'SIG-49')
  const dynamic = {
    ...bare,
    'package.json': '{}',
    'src/text.js': 'exports.shout = (text) => text.toUpperCase()',
    'src/slug.js': `const slug = (text) => text\nif (slug) module['exp' + 'orts'] = { slug }`,
  }
  const older = { ...dynamic, 'test/old.test.js': `const { test } = require('node:test'); test('a', () => {})` }
  const { 'src/slug.js': _, ...without } = older
  expect(await phase0(older, ['slug(text)'], without)).toMatchObject({ rules: ['interface-missing'] })
  const opaque = { ...older, 'src/slug.js': `const slug = (text) => text\nif (slug) exports.slug = slug` }
  expect(await phase0(opaque, ['slug(text)'], without)).toMatchObject({
    verdict: 'unknown',
    rules: ['interface-unreadable'],
  })
  expect(await phase0(opaque, ['slug(text)'], opaque)).toMatchObject({
    verdict: 'pass',
    data: { notCompared: ['slug'] },
  })
  expect(await phase0(start, ['the slug of it all'])).toMatchObject({ rules: ['interface-unreadable'] })
})

test('a file that ends the process or has a syntax error does not load', async () => {
  proves('DPTR-78')
  const ends = await phase0({ ...start, 'src/run.js': 'process.exit(4)\n' }, ['slug(text)'])
  expect(ends.findings.map((finding) => finding.message)).toEqual([
    'src/run.js ended the process while it was loaded (exit 4).',
  ])
  const wrong = await phase0({ ...start, 'src/run.js': 'export const a = ;\n' }, ['slug(text)'])
  expect(wrong.findings[0]?.message).toMatch(/^src\/run\.js has syntax errors: line 1: /)
})

test('a file that never finishes loading cannot be judged', async () => {
  proves('SIG-49')
  const waiting = {
    ...bare,
    'src/wait.js': `export function slug(text) {}\nawait new Promise((done) => setTimeout(done, 60_000))\n`,
  }
  const baseline = { commit: await checkouts.commit(bare), evidence: null }
  const given = { before: baseline, interfaces: ['slug(text)'] }
  const judged = await judge('phase0', waiting, given, { checkLimitMs: 5_000 })
  expect(judged).toMatchObject({ verdict: 'unknown', rules: ['timed-out'] })
})

test('an old failure is no fault of Phase 0', async () => {
  const failing = { ...bare, 'test/old.test.js': tests(oldTest.replace(`'A')`, `'b')`)) }
  expect(await phase0({ ...failing, 'src/text.js': unwritten }, ['slug(text)'], failing)).toMatchObject({
    verdict: 'pass',
    data: { failedBefore: [expect.stringContaining('test/old.test.js')] },
  })
})
