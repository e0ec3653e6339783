/** Tests of values that the source offers, as a table is, beside hooks that call functions of the source: the hooks are not what they demand. */
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { start, tests } from './proofs/slug.ts'

const { red, green } = trial()

const unwritten = `{ throw new Error('not implemented') }`
const stub = `export const names = {}
export const limit = 0
export const days = { format() ${unwritten} }
export function use(name) ${unwritten}
`
const source = `let current = 'en'
export const names = { en: 'English', de: 'Deutsch' }
export const limit = 25
export const days = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC' })
export function use(name) {
  current = name
  return names[current]
}
`
const head = `import { beforeEach } from 'node:test'
import { days, limit, names, use } from '../src/names.js'
beforeEach(() => { use('en') })
test('uses', () => assert.equal(use('de'), 'Deutsch'))`

const honest = {
  'a field': `assert.equal(names.de, 'Deutsch')`,
  'all names': `assert.deepEqual(Object.keys(names), ['en', 'de'])`,
  'a number': `assert.equal(limit, 25)`,
  'an object of the runtime': `assert.equal(days.format(new Date(0)), '01/01/1970')`,
}
const weak = {
  'that it is there': `assert.ok(names)`,
  'its type': `assert.equal(typeof limit, 'number')`,
}

async function refusedOf(asked: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const before = { ...start, 'src/names.js': stub }
  const bodies = Object.entries(asked).map(([name, body]) => `test('${name}', () => { ${body} })`)
  const wish = { ...before, 'test/names.test.js': tests([head, ...bodies].join('\n')) }
  const accepted = await red(before, wish)
  expect(accepted.findings).toEqual([])
  const { findings } = await green(before, accepted, { ...wish, 'src/names.js': source })
  return findings.map(({ rule, message }) => `${rule} ${/› (.*?) passes/.exec(message)?.[1]}`)
}

test('a test of a value that the source offers demands it', async () => {
  proves('SIG-51')
  expect(await refusedOf(honest)).toEqual([])
})

test('a test to which any such value would do demands nothing', async () => {
  proves('SIG-51')
  expect(await refusedOf(weak)).toEqual(Object.keys(weak).map((name) => `any-result-passes ${name}`))
})
