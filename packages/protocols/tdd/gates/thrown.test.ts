/** An error that the source raises is a rightful RED where the test wants a value, and proves nothing else. */
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { redProofs } from './proofs/red.ts'
import { source, start, tests } from './proofs/slug.ts'

const { red, play } = trial()

for (const proof of redProofs.filter(({ title }) => title.includes('provoked'))) {
  test.concurrent(`RED refuses ${proof.title}`, async () => {
    proves('SIG-51')
    expect(await play(proof)).toEqual({ ok: true, saw: `fail: ${proof.rule}` })
  })
}

const broken = { ...start, 'src/text.js': source('return text.parts.join()') }
const redOf = (code: string) => red(broken, { ...broken, 'test/slug.test.js': tests(code) })

test.concurrent('a bug that throws is met by a test of the value that is wanted, and told by the error', async () => {
  proves('SIG-37', 'SIG-38')
  const judged = await redOf(`test('slugs', () => assert.equal(source.slug('A b'), 'a-b'))`)
  expect(judged).toMatchObject({ verdict: 'pass', data: { bySourceError: 1, byAssertion: 0, byNotImplemented: 0 } })
  expect(judged.seen.after.tests.find(({ state }) => state === 'failed')?.failure).toMatchObject({
    kind: 'source-error',
    name: 'TypeError',
    frame: 'src/text.js:3',
    entry: 'src/text.js:3:21',
  })
})

test.concurrent('what a call only has to leave as it is, is a value as well', async () => {
  proves('SIG-51')
  const shelf = `export const shelf = () => ({ size: 0, put(item) { item.name.trim(); this.size += 1 } })`
  const before = { ...start, 'src/text.js': `${source('return text')}${shelf}\n` }
  const demand = `test('puts nothing', () => { const made = source.shelf(); made.put(null); assert.equal(made.size, 0) })`
  expect(await red(before, { ...before, 'test/shelf.test.js': tests(demand) })).toMatchObject({ verdict: 'pass' })
})
