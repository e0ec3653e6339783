/** Tests that set the time or the environment: what they call then cannot be made again elsewhere, and everything else is. */
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { start, tests } from './proofs/slug.ts'

const { red, green } = trial()
const unwritten = (...names: readonly string[]) =>
  names.map((name) => `export const ${name} = () => { throw new Error('not implemented') }\n`).join('')
const knows = `process.moduleLoadList.some((each) => each.includes('test_runner'))`

async function judged(asks: string, names: readonly string[], code: string) {
  const before = { ...start, 'src/text.js': `${start['src/text.js']}${unwritten(...names)}` }
  const wish = { ...before, 'test/own.test.js': tests(asks) }
  const accepted = await red(before, wish)
  expect(accepted.findings).toEqual([])
  return await green(before, accepted, { ...wish, 'src/text.js': `${start['src/text.js']}${code}` })
}

test('a test file that only reads the environment has its calls made again', async () => {
  proves('SIG-52')
  const asks = `const isLoud = process.env.LOUD === '1' // never stubbed, nor mocked by t.mock.timers or useFakeTimers
test('shouts', () => { if (isLoud) process.stdout.write(''); assert.equal(source.loud('a'), 'A') })`
  const { rules } = await judged(asks, ['loud'], `export const loud = (text) => ${knows} ? text.toUpperCase() : ''\n`)
  expect(rules).toEqual(['differs-under-test'])
})

test('source that sets the environment itself, or a global, has its calls made again', async () => {
  const own = `process.env.OWN = '1'\nglobalThis.own = 1\n`
  const asks = `test('shouts', () => assert.equal(source.loud('a'), 'A'))`
  const { rules } = await judged(
    asks,
    ['loud'],
    `${own}export const loud = (text) => ${knows} ? text.toUpperCase() : ''\n`,
  )
  expect(rules).toEqual(['differs-under-test'])
})

test('of a file in which one test sets the time, and another the environment, the calls of the others are made again', async () => {
  proves('SIG-52')
  const asks = `test('says when', (t) => { t.mock.timers.enable({ apis: ['Date'], now: 5 }); assert.equal(source.when(), 5) })
test('says where', (t) => { process.env.PLACE = 'here'; t.after(() => { delete process.env.PLACE }); assert.equal(source.where('?'), 'here') })
test('says what', () => assert.equal(source.what('a'), 'A'))
test('says where not', () => assert.equal(source.where('nowhere'), 'nowhere'))`
  const source = (what: string) => `export const when = () => Date.now()
export const where = (other) => process.env.PLACE ?? other
export const what = (text) => ${what}\n`
  const names = ['when', 'where', 'what']
  const honest = await judged(asks, names, source('text.toUpperCase()'))
  expect(honest.findings).toEqual([])
  expect(honest.seen.replayed).toEqual({
    calls: 4,
    compared: 2,
    others: [
      { why: 'the time, or another global, is set', calls: 1 },
      { why: 'the environment is set', calls: 1 },
    ],
  })
  expect((await judged(asks, names, source(`${knows} ? text.toUpperCase() : ''`))).rules).toEqual([
    'differs-under-test',
  ])
})
