import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { bisect, type Failing } from './bisected.ts'
import { trial } from './fixture/trial.ts'
import { start, tests } from './proofs/slug.ts'

const failing = (...ids: readonly string[]): readonly Failing[] => ids.map((id) => ({ id, file: `${id}.test.js` }))

/** A test fails with every set of cycles that holds all those that it is named for. */
function world(causes: Readonly<Record<string, readonly string[]>>) {
  const asked: string[] = []
  return {
    asked,
    failsWith: async (names: readonly string[], wanted: readonly Failing[]) => {
      asked.push(`${names.join('+')}: ${wanted.map(({ id }) => id).join(' ')}`)
      const red = wanted.filter(({ id }) => causes[id]?.every((name) => names.includes(name)))
      return new Set(red.map(({ id }) => id))
    },
  }
}

const three = ['C1', 'C2', 'C3']

test('what fails is put down to one cycle, to two, or to all, each asked about as little as tells them apart', async () => {
  proves('DPTR-102')
  const causes = { one: ['C2'], pair: ['C1', 'C3'], later: ['C2', 'C3'], early: ['C1', 'C2'], all: three }
  const { failsWith, asked } = world(causes)
  const found = await bisect(three, failing(...Object.keys(causes)), failsWith)
  expect(Object.fromEntries(found)).toEqual(causes)
  expect(asked).toEqual([
    'C1: one pair later early all',
    'C1+C2: one pair later early all',
    'C2: one early',
    'C3: pair later all',
    'C1+C3: pair later all',
    'C2+C3: later all',
  ])
})

test('of two cycles each is looked at alone, and no combination is run', async () => {
  const { failsWith, asked } = world({ a: ['C2'], b: ['C1', 'C2'] })
  const found = await bisect(['C1', 'C2'], failing('a', 'b'), failsWith)
  expect(Object.fromEntries(found)).toEqual({ a: ['C2'], b: ['C1', 'C2'] })
  expect(asked.every((each) => !each.includes('+'))).toBe(true)
})

test('where nobody can tell, no cycle is named', async () => {
  expect(await bisect(three, failing('a'), async () => null)).toEqual(new Map())
})

const code = (shout: string, more: string): string =>
  `export const level = ${more}\nexport const shout = (text) => ${shout}\n`

test('the gate runs the pairs, and tells only of those cycles that make a test fail', async () => {
  proves('DPTR-102')
  const { judge, checkouts } = trial()
  const quiet = `level > 1 ? text : text.toUpperCase()`
  const files = (shout: string, more: string, extra: object = {}) => ({
    ...start,
    'src/text.js': code(shout, more),
    ...extra,
  })
  const other = { 'test/other.test.js': tests(`test('other', () => assert.ok(true))`) }
  const plain = 'text.toUpperCase()'
  const [one, two, both] = [files(quiet, '1'), files(plain, '1', other), files(quiet, '1', other)]
  const third = files(plain, '2')
  const commits = await Promise.all([one, two, third].map(checkouts.commit))
  const [first = '', second = '', last = ''] = commits
  const whole = files(quiet, '2', other)
  checkouts.merging([first, second], await checkouts.commit(both))
  checkouts.merging([first, last], await checkouts.commit(files(quiet, '2')))
  checkouts.merging(commits, await checkouts.commit(whole))
  const cycles = commits.map((commit, at) => ({ name: `C${at + 1}`, accepted: { commit, evidence: null } }))
  const judged = await judge('combined', whole, { cycles })
  expect(judged.findings).toMatchObject([
    { rule: 'test-fails', units: ['C1', 'C3'], message: expect.stringContaining('It fails with C1 and C3 together') },
  ])
  const tried = await judge('together', whole, { cycles })
  expect(tried).toMatchObject({ verdict: 'fail', data: { fits: false }, findings: [{ units: ['C1', 'C3'] }] })
  expect(judged.data).not.toHaveProperty('fits')
  const byHand = await judge('combined', { ...whole, 'src/more.js': '' }, { cycles })
  expect(byHand.findings[0]).toMatchObject({ rule: 'test-fails' })
  expect(byHand.findings[0]).not.toHaveProperty('units')
})

test('a cycle that breaks a test by itself is named alone', async () => {
  proves('DPTR-102')
  const { judge, checkouts } = trial()
  const broken = { ...start, 'src/text.js': `export const shout = (text) => text\n` }
  const other = { 'test/other.test.js': tests(`test('other', () => assert.ok(true))`) }
  const commits = await Promise.all([{ ...start, ...other }, broken].map(checkouts.commit))
  checkouts.merging(commits, await checkouts.commit({ ...broken, ...other }))
  const cycles = commits.map((commit, at) => ({ name: `C${at + 1}`, accepted: { commit, evidence: null } }))
  const judged = await judge('combined', { ...broken, ...other }, { cycles })
  expect(judged.findings).toMatchObject([{ rule: 'test-fails', units: ['C2'] }])
  expect(judged.findings[0]?.message).toContain('It fails with C2 alone.')
})
