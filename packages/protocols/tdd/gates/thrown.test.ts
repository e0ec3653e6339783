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

const slugsWell = `test('slugs', () => assert.equal(source.slug('A b'), 'a-b'))`
const undemanding = {
  'another function': `() => { source.slug('A b'); assert.equal(source.shout('b'), 'B') }`,
  'how many are asked for': `() => { source.slug('A b'); assert.equal(source.slug.length, 1) }`,
  'another value': `() => { source.slug('A b'); assert.equal(source.limit, 3) }`,
  'the same to itself': `() => assert.deepEqual(source.slug('A b'), source.slug('A b'))`,
  'a tautology': `() => assert.equal(source.slug('a') === source.slug('a'), true)`,
  'never reached': `() => { source.slug('a'); if (false) assert.equal(source.slug('a'), 'a') }`,
  'only where something is': `() => { const x = source.slug('a'); if (x) assert.equal(x, 'a'); assert.equal(source.shout('a'), 'A') }`,
  'something in its place': `() => assert.equal(source.shout(source.slug('a') ?? 'x'), 'X')`,
  'nothing, of another': `() => { source.slug('A b'); assert.equal(source.rest(), undefined) }`,
  'nothing, of another call': `() => { source.slug('A b'); assert.equal(source.slug(null), undefined) }`,
  'nothing, in a call back': `() => { [1].forEach(() => assert.equal(source.slug('A b'), undefined)) }`,
  'nothing, under a condition': `() => { if (source.limit) assert.equal(source.slug('A b'), undefined) }`,
  'nothing, of what is handed on': `() => assert.equal(((_) => {})(source.slug('A b')), undefined)`,
  'nothing, as source has it': `() => assert.equal(source.slug('A b'), source.rest())`,
  'what it leaves as it is': `() => { const made = source.shelf(); made.put(null); assert.equal(made.size, 0) }`,
}

test.concurrent('a test that is met where the function that threw does nothing demands nothing, whatever stands beside it', async () => {
  proves('SIG-51')
  const shelf = 'export const shelf = () => ({ size: 0, put(item) { item.name.trim(); this.size += 1 } })'
  const text = `${source(`if (text === null) return\n  return text.parts.join()`)}export const limit = 3\nexport const rest = () => {}\n${shelf}\n`
  const before = { ...start, 'src/text.js': text }
  const code = Object.entries(undemanding).map(([name, body]) => `test('${name}', ${body})`)
  const judged = await red(before, { ...before, 'test/slug.test.js': tests([...code, slugsWell].join('\n')) })
  expect(new Set(judged.rules)).toEqual(new Set(['any-result-passes']))
  const refused = judged.findings.map(({ message }) => message)
  expect(Object.keys(undemanding).filter((name) => !refused.some((each) => each.includes(`› ${name} `)))).toEqual([])
  expect(refused).toHaveLength(Object.keys(undemanding).length)
})

const unwanted = {
  'does not throw': `() => assert.doesNotThrow(() => source.slug('A b'))`,
  'does not reject': `async () => { await assert.doesNotReject(source.later('A b')) }`,
  'does not reject, called': `() => assert.doesNotReject(async () => { await source.later('A b') })`,
  'catches it': `() => { let met; try { source.slug('A b') } catch (error) { met = error } assert.equal(met, undefined) }`,
  'of what is made': `() => assert.doesNotThrow(() => source.shelf().put(null))`,
  'with other words': `() => assert.doesNotThrow(() => source.slug('A b'), 'not implemented')`,
}
const wanted = {
  'a value beside': `() => { let made; assert.doesNotThrow(() => { made = source.slug('A b') }); assert.equal(made, 'a-b') }`,
  'another error': `() => assert.throws(() => source.slug('A b'), RangeError, 'x')`,
  'no error given back': `() => assert.equal(source.check('A b'), undefined)`,
  'which error': `() => assert.throws(() => source.slug('A b'), /^RangeError: empty$/)`,
}

test.concurrent('a test that wants nothing but that an error does not come is met where nothing is done', async () => {
  proves('SIG-51')
  const shelf = 'export const shelf = () => ({ size: 0, put(item) { item.name.trim(); this.size += 1 } })'
  const later = 'export const later = async (text) => (await text).parts.join()'
  const before = {
    ...start,
    'src/text.js': `${source('return text.parts.join()')}${shelf}\n${later}\nexport const check = (text) => new TypeError(text)\n`,
  }
  const code = Object.entries({ ...unwanted, ...wanted }).map(([name, body]) => `test('${name}', ${body})`)
  const judged = await red(before, { ...before, 'test/slug.test.js': tests([...code, slugsWell].join('\n')) })
  const refused = judged.findings.map(({ rule, message }) => `${rule} ${message.split(' › ')[1]?.split(' passes')[0]}`)
  expect(refused).toEqual(Object.keys(unwanted).map((name) => `any-result-passes ${name}`))
  expect(judged.findings[0]?.message).toContain('(src/text.js:3:21)')
})

test.concurrent('a stub that is called beside an honest test need not throw', async () => {
  proves('SIG-51')
  const code = `${slugsWell}\ntest('takes nothing', () => assert.doesNotThrow(() => source.slug('')))`
  expect(await red(start, { ...start, 'test/slug.test.js': tests(code) })).toMatchObject({ verdict: 'pass' })
})

test.concurrent('an error that names no function of the source is met by a test that holds all it calls against constants', async () => {
  proves('SIG-37')
  const soon = `export const soon = () => new Promise((_, fail) => setTimeout(() => fail(new TypeError('no')), 1))\n`
  const before = { ...start, 'src/text.js': `${source('return text')}${soon}` }
  const judge = async (body: string) =>
    await red(before, { ...before, 'test/soon.test.js': tests(`test('a', async () => { ${body} })`) })
  expect(await judge(`assert.equal(await source.soon(), 'a')`)).toMatchObject({ verdict: 'pass' })
  for (const body of [
    `await source.soon(); assert.equal(source.shout('b'), 'B')`,
    `const x = await source.soon(); if (x) assert.equal(x, 'a')`,
    `assert.equal(await source.soon(), source.slug('a'))`,
  ])
    expect(await judge(body)).toMatchObject({ rules: ['not-an-assertion'] })
})

test.concurrent('what a call leaves is wanted where something is there before', async () => {
  proves('SIG-37')
  const shelf = 'export const shelf = () => ({ size: 0, put(item) { item.name.trim(); this.size += 1 } })'
  const before = { ...start, 'src/text.js': `${source('return text')}${shelf}\n` }
  const demand = `test('puts nothing', () => { const made = source.shelf(); made.put({ name: 'a' }); made.put(null); assert.equal(made.size, 1) })`
  expect(await red(before, { ...before, 'test/shelf.test.js': tests(demand) })).toMatchObject({ verdict: 'pass' })
})
