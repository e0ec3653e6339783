/** What counts where calls are made again: nobody is let through by a process that ends, nor refused for what an earlier try left. */
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { oldTest, source, start, tests } from './proofs/slug.ts'

const { red, green } = trial(undefined, null, { limitMs: 240_000 })
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
