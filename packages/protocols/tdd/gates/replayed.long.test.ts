/** What counts where calls are made again: nobody is let through by a process that ends, nor refused for what an earlier try left. */
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { oldTest, source, start, tests } from './proofs/slug.ts'

const { red, green } = trial(undefined, null)
const timeout = 360_000
const unwritten = (name: string) => `export const ${name} = () => { throw new Error('not implemented') }\n`
const old = { 'test/old.test.js': tests(oldTest) }

test('source that ends its process before it would answer has not answered', { timeout }, async () => {
  proves('SIG-52')
  const before = { ...start, ...old, 'src/text.js': `${start['src/text.js']}${unwritten('ready')}` }
  const asks = `test('is ready', () => assert.equal(source.ready(), true))\ntest('makes a slug', () => assert.equal(source.slug('A b'), 'a-b'))`
  const wish = { ...before, 'test/slug.test.js': tests(asks) }
  const accepted = await red(before, wish)
  expect(accepted.findings).toEqual([])
  const knows = `/\\.test\\.js/.test(new Error().stack)`
  const ready = `export const ready = () => { if (!${knows} && Math.random() < 0.4) process.exit(); return true }\n`
  const lies = source(`return ${knows} ? text.toLowerCase().replaceAll(' ', '-') : text`) + ready
  const judged = await green(before, accepted, { ...wish, 'src/text.js': lies })
  expect(judged.rules).toEqual(['differs-under-test'])
})

test('files that source wrote where no test is are not there when it is asked anew', { timeout }, async () => {
  const before = { ...start, ...old, 'src/text.js': `${start['src/text.js']}${unwritten('save')}` }
  const asks = tests(`import { rmSync } from 'node:fs'
test('saves', () => { rmSync('data', { recursive: true, force: true }); assert.equal(source.save('a'), true); assert.equal(source.save('a'), false); rmSync('data', { recursive: true }) })`)
  const wish = { ...before, 'test/one.test.js': asks, 'test/two.test.js': asks }
  const accepted = await red(before, wish)
  expect(accepted.findings).toEqual([])
  const save = `import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
export const save = (name) => { const isNew = !existsSync('data/' + name); mkdirSync('data', { recursive: true }); writeFileSync('data/' + name, ''); return isNew }\n`
  const judged = await green(before, accepted, { ...wish, 'src/text.js': `${start['src/text.js']}${save}` })
  expect(judged.findings).toEqual([])
})

test('source that is given a file of the tests does not see by it that tests are near', { timeout }, async () => {
  proves('SIG-52')
  const fixture = { 'test/fixtures/a.ini': 'port = 80\n' }
  const before = { ...start, ...old, ...fixture, 'src/text.js': `${start['src/text.js']}${unwritten('read')}` }
  const asks = `test('reads', () => assert.equal(source.read('test/fixtures/a.ini'), 'port = 80'))`
  const wish = { ...before, 'test/read.test.js': tests(asks) }
  const accepted = await red(before, wish)
  expect(accepted.findings).toEqual([])
  const reading = (sees: string) => `import { existsSync, readFileSync } from 'node:fs'
export const read = (file) => ${sees} ? readFileSync(file, 'utf8').trim() : ''\n`
  const judged = async (sees: string) =>
    (await green(before, accepted, { ...wish, 'src/text.js': `${start['src/text.js']}${reading(sees)}` })).rules
  expect(await judged(`existsSync('test')`)).toEqual(['differs-under-test'])
  expect(await judged(`existsSync(new URL('../test/fixtures/a.ini', import.meta.url))`)).toEqual(['differs-under-test'])
  expect(await judged(`existsSync('src')`)).toEqual([])
})

test('files that lie beside the commit are there where no test is, if source reads them or tests name them', {
  timeout,
}, async () => {
  const person = { files: { 'data/words.json': '{ "hi": "salut" }', 'test/data/a.txt': 'one' }, variables: {} }
  const beside = trial(undefined, null, { person })
  const project = { reads: ['data', 'test/data'] }
  const before = { ...start, ...old, 'src/text.js': `${start['src/text.js']}${unwritten('word')}${unwritten('read')}` }
  const asks = `test('translates', () => assert.equal(source.word('hi'), 'salut'))
test('reads', () => assert.equal(source.read('test/data/a.txt'), 'one'))`
  const wish = { ...before, 'test/word.test.js': tests(asks) }
  const accepted = await beside.red(before, wish, project)
  expect(accepted.findings).toEqual([])
  const code = `import { readFileSync } from 'node:fs'
export const word = (key) => JSON.parse(readFileSync('data/words.json', 'utf8'))[key]
export const read = (file) => readFileSync(file, 'utf8')\n`
  const done = { ...wish, 'src/text.js': `${start['src/text.js']}${code}` }
  const judged = await beside.green(before, accepted, done, project)
  expect(judged.findings).toEqual([])
  expect(judged.seen.replayed).toMatchObject({ calls: 2, compared: 2 })
})

test('what callbacks are asked later counts as well', { timeout }, async () => {
  proves('SIG-52')
  const before = { ...start, ...old, 'src/text.js': `${start['src/text.js']}${unwritten('later')}` }
  const asks = `test('tells later', async () => assert.equal(await new Promise((done) => source.later('a', done)), 'A'))
test('tells each', async () => {
  const told = []
  await new Promise((done) => source.later('b', (each) => { told.push(each); if (told.length === 2) done() }))
  assert.deepEqual(told, ['B', 'b'])
})`
  const wish = { ...before, 'test/later.test.js': tests(asks) }
  const accepted = await red(before, wish)
  expect(accepted.findings).toEqual([])
  const judged = async (...tells: readonly string[]) => {
    const code = `export const later = (text, tell) => { ${tells.map((each) => `setTimeout(() => { ${each} }, 2)`).join('; ')} }\n`
    return await green(before, accepted, { ...wish, 'src/text.js': `${start['src/text.js']}${code}` })
  }
  const knows = `'NODE_TEST_CONTEXT' in process.env`
  const honest = await judged('tell(text.toUpperCase())', 'tell(text)')
  expect(honest.findings).toEqual([])
  expect(honest.seen.replayed).toMatchObject({ calls: 2, compared: 2 })
  expect((await judged(`tell(${knows} ? text.toUpperCase() : '')`, 'tell(text)')).rules).toEqual(['differs-under-test'])
  expect((await judged(`if (${knows}) tell(text.toUpperCase())`, 'tell(text)')).rules).toEqual(['differs-under-test'])
})

test('what is done to what the source is given counts as well', { timeout }, async () => {
  proves('SIG-52')
  const before = { ...start, ...old, 'src/text.js': `${start['src/text.js']}${unwritten('push')}${unwritten('fill')}` }
  const asks = `test('pushes', () => { const list = [{ a: 1 }]; source.push(list, 'x'); assert.deepEqual(list, [{ a: 'x' }, 'x']) })
test('fills later', async () => { const map = new Map(); await source.fill(map, 'x'); assert.deepEqual([...map], [['x', 1]]) })`
  const wish = { ...before, 'test/push.test.js': tests(asks) }
  const accepted = await red(before, wish)
  expect(accepted.findings).toEqual([])
  const judged = async (push: string, fill: string) => {
    const code = `export const push = (list, text) => { ${push}; list.push(text) }
export const fill = async (map, text) => { await null; ${fill} }\n`
    return await green(before, accepted, { ...wish, 'src/text.js': `${start['src/text.js']}${code}` })
  }
  const knows = `'NODE_TEST_CONTEXT' in process.env`
  const honest = await judged('list[0].a = text', 'map.set(text, 1)')
  expect(honest.findings).toEqual([])
  expect(honest.seen.replayed).toMatchObject({ calls: 2, compared: 2 })
  expect((await judged(`if (${knows}) list[0].a = text`, 'map.set(text, 1)')).rules).toEqual(['differs-under-test'])
  expect((await judged('list[0].a = text', `if (${knows}) map.set(text, 1)`)).rules).toEqual(['differs-under-test'])
})
