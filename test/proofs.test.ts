import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { assertedIn } from './rules/asserted.ts'
import { rulesIn } from './rules/found.ts'
import { pageOf, proofTable } from './rules/proofs.ts'
import { withoutCheat } from './rules/without-cheat.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const table = proofTable(root)

test('every rule that a gate, the intake or the protocol refuses by is found in the sources', () => {
  expect(table.unread).toEqual([])
  expect(table.rows.length).toBeGreaterThan(90)
})

test('every rule has a fast proof and a long one', () => {
  expect(table.rows.filter(({ fast, long }) => fast === null || long === null)).toEqual([])
})

test('the page shows them as they are now: npm run proofs', () => {
  expect(readFileSync(new URL('../docs/proofs.md', import.meta.url), 'utf8')).toBe(pageOf(table))
})

test('nothing is excused that is not a rule, or that a cheat shows', () => {
  const excused = table.rows.filter(({ rule, long }) => long !== null && long === withoutCheat[rule])
  expect(new Set(Object.keys(withoutCheat))).toEqual(new Set(excused.map(({ rule }) => rule)))
})

test('rules are read where they stand: properties, tables, types, parameters', () => {
  const text = `const late = { rule: done ? 'one' : 'two' }
const faultRule = { load: 'three' }
type OddRule = 'four'
function failed(cause: string, rule: string) { return { cause, rule } }
failed('crash', 'five')
const open = { rule: faultRule[kind] }
const unknown = { rule: word }
// rule: 'six'`
  expect(rulesIn('a.ts', text)).toEqual({ rules: ['one', 'two', 'three', 'four', 'five'], unread: ['a.ts word'] })
})

test('a test proves what it expects: no comment, no other word in it, nothing that it expects not to be', () => {
  const text = `test('refuses', () => {
  // 'in-a-comment'
  use('in-a-call')
  expect(rules).not.toContain('not-wanted')
  expect(rules).toEqual(['is-wanted'])
})
test.each(['of-a-table'])('each', (rule) => expect(rules).toEqual([rule]))
test.skip('later', () => expect(rules).toEqual(['is-skipped']))
test('word', () => expect(seen).toMatchObject({ word: 'aborted', rule: 'flaky' }))`
  expect([...assertedIn('a.test.ts', text)]).toEqual(['is-wanted', 'of-a-table', 'flaky'])
})
