/** A function that asserts may lie among the source: what tests demand by it stays (SIG-41). */
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { trial } from './fixture/trial.ts'
import { source, start, tests, written } from './proofs/slug.ts'

const { red, green, judge } = trial()
const checking = (body: string) =>
  `import assert from 'node:assert/strict'\nexport const checkSame = (a, b) => ${body}\n`
const before = { ...start, 'src/checks.js': checking('assert.equal(a, b)') }
const wanted = {
  ...before,
  'test/slug.test.js': `import { checkSame } from '../src/checks.js'\n${tests(`test('makes a slug', () => checkSame(source.slug('A b'), 'a-b'))`)}`,
}
const done = { ...wanted, 'src/text.js': written }
const lie = { 'src/text.js': source('return text'), 'src/checks.js': checking('assert.ok(a, b)') }

test('GREEN hollows out nothing that its tests assert by, and may tidy it', async () => {
  proves('SIG-41')
  const accepted = await red(before, wanted)
  expect(await green(before, accepted, { ...wanted, ...lie })).toMatchObject({
    verdict: 'fail',
    rules: ['assertion-weakened'],
  })
  const tidied = { ...done, 'src/checks.js': checking('{ assert.equal(a, b) }').replaceAll(/\ba\b/g, 'is') }
  expect(await green(before, accepted, tidied)).toMatchObject({ verdict: 'pass' })
})

test('nor does a refactoring of the implementation, whoever asked for it', async () => {
  proves('SIG-41', 'SIG-44')
  const accepted = await green(before, await red(before, wanted), done)
  const given = { before: { ...accepted.baseline }, of: 'implementation', asked: true }
  expect(await judge('refactor', { ...done, ...lie }, given)).toMatchObject({
    verdict: 'fail',
    rules: ['assertion-weakened'],
  })
  const own = { ...done, 'src/text.js': written.replace('.trim()', `.trim().normalize('NFC')`) }
  expect(await judge('refactor', own, given)).toMatchObject({ verdict: 'pass' })
})
