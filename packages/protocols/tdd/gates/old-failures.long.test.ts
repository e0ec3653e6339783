/** What failed before any work is told, and held against nobody, as long as it does not grow. */
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Files } from '@sigma/measuring'
import type { JsonObject } from '@sigma/protocol'
import { beforeAll, expect, test } from 'vitest'
import { type Judged, trial } from './fixture/trial.ts'
import { bare, oldTest, red as redFiles, slugTest, source, start, tests, written } from './proofs/slug.ts'

const { judge } = trial()

const whispers = oldTest.replace('shouts', 'whispers').replace(`'A')`, `'b')`)
const broken = tests(`import '../src/nowhere.js'\n${oldTest}`)
const sick: Files = { 'test/sore.test.js': tests(`${oldTest}\n${whispers}`), 'test/broken.test.js': broken }
const sore = 'test/sore.test.js › whispers'
const known = { oldFailures: 2, failedBefore: ['test/broken.test.js', sore] }

const at = ({ baseline }: Judged): JsonObject => ({ commit: baseline.commit, evidence: baseline.evidence })
const wanted = { tests: ['test/**'], interfaces: ['slug'], sourceFrom: null }
const files = { phase0: { ...start, ...sick }, red: { ...redFiles, ...sick } }
const green: Files = { ...files.red, 'src/text.js': written }

/** As a run has them: each gate begins from what the one before saw. */
async function accepted() {
  const base = await judge('baseline', { ...bare, ...sick }, {})
  const prepared = await judge('phase0', files.phase0, { before: at(base), interfaces: ['slug(text)'] })
  const red = await judge('red', files.red, { before: at(prepared), ...wanted })
  const done = await judge('green', green, { before: at(prepared), red: at(red) })
  return { base, prepared, red, done }
}
let all: Awaited<ReturnType<typeof accepted>>
beforeAll(async () => {
  all = await accepted()
}, 960_000)

const inRed = (after: Files) => judge('red', after, { before: at(all.prepared), ...wanted })
const inGreen = (after: Files) => judge('green', after, { before: at(all.prepared), red: at(all.red) })
const refactored = (of: string, after: Files, more: JsonObject = {}) =>
  judge('refactor', after, { before: at(all.done), of, ...more })
const combined = (after: Files) => judge('combined', after, { cycles: [{ name: 'C1', accepted: at(all.done) }] })

test('honest work beside them passes every gate, and each tells how many there are', async () => {
  const { base, prepared, red, done } = all
  expect(base).toMatchObject({ verdict: 'fail', data: { failing: 2 } })
  for (const judged of [prepared, red, done]) expect(judged).toMatchObject({ verdict: 'pass', data: known })
  const tidied = { ...green, 'src/text.js': source(`return text.trim().toLowerCase().replace(/ /g, '-')`) }
  expect(await refactored('implementation', tidied)).toMatchObject({ verdict: 'pass', data: known })
  const renamed = { ...green, 'test/slug.test.js': tests(slugTest.replace('makes a slug', 'joins by hyphens')) }
  expect(await refactored('tests', renamed)).toMatchObject({ verdict: 'pass', data: known })
  expect(await combined(green)).toMatchObject({ verdict: 'pass', data: { ...known, asAccepted: true } })
  const beside = { ...green, 'readme.txt': 'Of another cycle.\n' }
  expect(await combined(beside)).toMatchObject({ verdict: 'pass', data: known })
})

test('an old failure that the work mends is one no more, and goes on passing in its cycle', async () => {
  const fixing = { ...sick, 'test/sore.test.js': tests(`test('shouts', () => assert.equal(source.shout('b'), 'B!'))`) }
  const before = await judge('baseline', { ...start, ...fixing }, {})
  const red = await judge('red', { ...redFiles, ...fixing }, { before: at(before), ...wanted })
  const louder = written.replace('text.toUpperCase()', `text.toUpperCase() + (text === 'b' ? '!' : '')`)
  const done = await judge(
    'green',
    { ...redFiles, ...fixing, 'src/text.js': louder },
    { before: at(before), red: at(red) },
  )
  expect(done).toMatchObject({ verdict: 'pass', data: { oldFailures: 1, failedBefore: ['test/broken.test.js'] } })
  const undone = await judge(
    'refactor',
    { ...redFiles, ...fixing, 'src/text.js': written },
    { before: at(done), of: 'implementation' },
  )
  expect(undone).toMatchObject({ verdict: 'fail', rules: ['test-fails'] })
})

test('a test that passed beside an old failure may not fail', async () => {
  const damaged = { ...green, 'src/text.js': written.replace('toUpperCase', 'toLowerCase') }
  expect(await inGreen(damaged)).toMatchObject({
    verdict: 'fail',
    findings: [
      { rule: 'test-fails' },
      { rule: 'test-fails', message: expect.stringContaining('sore.test.js › shouts') },
    ],
  })
  const judged = await refactored('implementation', damaged)
  expect(judged.findings.map(({ message }) => message).join()).toContain('sore.test.js › shouts')
  expect(judged.findings.map(({ message }) => message).join()).not.toContain('whispers')
  expect((await combined(damaged)).rules).toEqual(['test-fails', 'test-fails'])
})

test('a file with an old failure may not fail earlier, so that the tests beside it are gone', async () => {
  const needy = `import * as all from '../src/text.js'\nif (all.loud === undefined) throw new Error('no loud')\n`
  const own = { 'test/sore.test.js': `${needy}${sick['test/sore.test.js']}` }
  const loud = { 'src/text.js': `${start['src/text.js']}export const loud = 1\n` }
  const before = await judge('baseline', { ...start, ...sick, ...own, ...loud }, {})
  const red = await judge('red', { ...redFiles, ...sick, ...own, ...loud }, { before: at(before), ...wanted })
  const judged = await judge('green', { ...green, ...own }, { before: at(before), red: at(red) })
  expect(judged.verdict).toBe('fail')
  expect(judged.rules).toEqual(expect.arrayContaining(['load-error', 'test-vanished']))
})

test.each<readonly [string, Files, string]>([
  ['taken out', { 'test/sore.test.js': tests(oldTest) }, 'test-vanished'],
  [
    'switched off',
    { 'test/sore.test.js': tests(`${oldTest}\n${whispers.replace('test(', 'test.skip(')}`) },
    'newly-skipped',
  ],
  ['claimed', { 'test/sore.test.js': tests(`${oldTest}\n${whispers.replace(`'b'`, `'c'`)}`) }, 'failed-before'],
  [
    'joined by a new one in a file that cannot be loaded',
    { 'test/broken.test.js': `${broken}${slugTest}\n` },
    'load-error',
  ],
])('in RED no old failure is %s', async (_what, changed, rule) => {
  const judged = await inRed({ ...files.red, ...changed })
  expect(judged).toMatchObject({ verdict: 'fail', rules: expect.arrayContaining([rule]) })
})

test('an old failure is no demand of the cycle: RED asks for a test of its own beside it', async () => {
  const judged = await inRed({ ...files.phase0, 'test/sore.test.js': `${sick['test/sore.test.js']}// touched\n` })
  expect(judged).toMatchObject({ verdict: 'fail', rules: ['no-new-test'] })
  expect(judged.findings[0]?.message).toContain(
    `What failed before does not count, though it may pass in the end: ${sore}.`,
  )
})

test.each<readonly [string, Files]>([
  ['taken out', { 'test/sore.test.js': tests(oldTest) }],
  ['made to pass', { 'test/sore.test.js': tests(`${oldTest}\n${whispers.replace(`'b')`, `'A')`)}`) }],
  [
    'given the name of a test that passed',
    { 'test/sore.test.js': tests(oldTest.replace('shouts', 'whispers').replace(`'A')`, `'x')`)) },
  ],
])('in REFACTOR of tests no old failure is %s, even where a change was asked for', async (_what, changed) => {
  const judged = await refactored('tests', { ...green, ...changed }, { asked: true })
  expect(judged).toMatchObject({ verdict: 'fail', rules: expect.arrayContaining(['failed-before']) })
})

test('a test that is known to be flaky is judged by no gate, but may not be taken out', async () => {
  const mark = join(tmpdir(), `sigma-wavers-${process.pid}`)
  const place = JSON.stringify(mark)
  /** Fails once, and passes from then on. */
  const wavers = `test('wavers', async () => {
  const { existsSync, writeFileSync } = await import('node:fs')
  const there = existsSync(${place})
  writeFileSync(${place}, '')
  assert.ok(there)
})`
  const fresh = async (judged: () => Promise<Judged>): Promise<Judged> => {
    rmSync(mark, { force: true })
    return await judged()
  }
  const flaky: Files = { 'test/wavers.test.js': tests(`${oldTest}\n${wavers}`) }
  const base = await fresh(() => judge('baseline', { ...start, ...flaky }, {}))
  expect(base).toMatchObject({ verdict: 'pass', seen: { after: { knownFlaky: ['test/wavers.test.js › wavers'] } } })
  const given = { before: at(base), ...wanted }
  const red = await fresh(() => judge('red', { ...redFiles, ...flaky }, given))
  const done = { ...redFiles, ...flaky, 'src/text.js': written }
  const accepted = await fresh(() => judge('green', done, { before: at(base), red: at(red) }))
  const tidied = { ...done, 'src/text.js': source(`return text.trim().toLowerCase().replace(/ /g, '-')`) }
  const tidy = await fresh(() => judge('refactor', tidied, { before: at(accepted), of: 'implementation' }))
  const cycles = [{ name: 'C1', accepted: at(tidy) }]
  const whole = await fresh(() => judge('combined', { ...tidied, 'readme.txt': 'More.\n' }, { cycles }))
  const verdicts = [red, accepted, tidy, whole].map(({ verdict, data }) => [verdict, data])
  expect(verdicts).toMatchObject(Array(4).fill(['pass', { oldFailures: 0 }]))
  const without = { ...redFiles, 'test/wavers.test.js': tests(oldTest) }
  expect(await fresh(() => judge('red', without, given))).toMatchObject({ verdict: 'fail', rules: ['test-vanished'] })
  rmSync(mark, { force: true })
})
