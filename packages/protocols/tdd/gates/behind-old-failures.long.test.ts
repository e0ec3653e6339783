/** What failed or wavered before the work hides no failure of the work's own. */
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Files } from '@sigma/measuring'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { type Judged, trial } from './fixture/trial.ts'
import { slugTest, source, start, tests, written } from './proofs/slug.ts'

const { judge } = trial()

const at = ({ baseline }: Judged) => ({ commit: baseline.commit, evidence: baseline.evidence })
const wanted = { tests: ['test/**'], interfaces: ['slug'], sourceFrom: null }
const demand: Files = { 'test/slug.test.js': tests(slugTest) }

/** Does something else each second time: `other` the first time. */
const inTurn = (mark: string, other: string): string =>
  `const fs = process.getBuiltinModule('node:fs')
  const isSecond = fs.existsSync(${JSON.stringify(mark)})
  if (isSecond) fs.rmSync(${JSON.stringify(mark)})
  else fs.writeFileSync(${JSON.stringify(mark)}, '')
  if (isSecond) ${other}`

test('a test that was flaky before is nobody’s to make a demand of, and one that the plan has replaced must pass twice', async () => {
  proves('SIG-52')
  const [mark, other] = ['a', 'b'].map((name) => join(tmpdir(), `sigma-wavers-${process.pid}-${name}`))
  for (const each of [mark, other]) rmSync(each ?? '', { force: true })
  const wavers = `test('wavers', () => {\n  ${inTurn(mark ?? '', 'return')}\n  assert.equal(source.shout('a'), 'b')\n})`
  const before = { ...start, 'test/wavers.test.js': tests(wavers) }
  const base = await judge('baseline', before, {})
  expect(base.seen.after.knownFlaky).toEqual(['test/wavers.test.js › wavers'])
  const taken = { ...before, 'test/wavers.test.js': tests(slugTest.replace('makes a slug', 'wavers')) }
  expect(await judge('red', taken, { before: at(base), ...wanted })).toMatchObject({
    verdict: 'fail',
    rules: ['failed-before'],
  })
  const replaces = [{ files: 'test/wavers.test.js', test: 'wavers' }]
  const red = await judge('red', taken, { before: at(base), ...wanted, replaces })
  expect(red).toMatchObject({ verdict: 'pass' })
  const seldom = source(`${inTurn(other ?? '', `return 'x'`)}\n  return text.toLowerCase().replaceAll(' ', '-')`)
  const green = await judge('green', { ...taken, 'src/text.js': seldom }, { before: at(base), red: at(red) })
  expect(green).toMatchObject({ verdict: 'fail', rules: ['flaky'] })
})

test('a test that failed only by a test inside it must hold what it asserts itself', async () => {
  proves('SIG-40')
  const code = `test('p', async (t) => {
  await t.test('x', () => assert.equal(1, 2))
  assert.equal(source.shout('q'), 'Q')
})`
  const before = { ...start, 'test/p.test.js': tests(code) }
  const base = await judge('baseline', before, {})
  const red = await judge('red', { ...before, ...demand }, { before: at(base), ...wanted })
  expect(red).toMatchObject({ verdict: 'pass' })
  const done = { ...before, ...demand, 'src/text.js': written }
  expect(await judge('green', done, { before: at(base), red: at(red) })).toMatchObject({ verdict: 'pass' })
  const quiet = {
    ...done,
    'src/text.js': written.replace('text.toUpperCase()', `text === 'q' ? 'q' : text.toUpperCase()`),
  }
  expect(await judge('green', quiet, { before: at(base), red: at(red) })).toMatchObject({ rules: ['test-fails'] })
})

test('a failing test that nobody had seen is new in a file of which others ran, whatever fault the file had', async () => {
  proves('SIG-40')
  const rows = `import { after } from 'node:test'
for (const name of Object.keys(source)) test(name + ' gives text', () => assert.equal(typeof source[name]('a'), 'string'))
after(() => { throw new Error('an old fault') })`
  const before = { ...start, 'test/rows.test.js': tests(rows), 'src/text.js': source('return text') }
  const base = await judge('baseline', before, {})
  const red = await judge('red', { ...before, ...demand }, { before: at(base), ...wanted })
  expect(red).toMatchObject({ verdict: 'pass' })
  const done = { ...before, ...demand, 'src/text.js': written }
  expect(await judge('green', done, { before: at(base), red: at(red) })).toMatchObject({ verdict: 'pass' })
  const more = { ...done, 'src/text.js': `${written}export const count = () => 1\n` }
  expect(await judge('green', more, { before: at(base), red: at(red) })).toMatchObject({ rules: ['test-fails'] })
})
