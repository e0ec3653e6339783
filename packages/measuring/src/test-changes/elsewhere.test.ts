/** Demands that a test makes through functions of other files. */
import { proves } from '@sigma/protocol/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { styles } from '../fixture/small-project.ts'
import { lostDemands, testChangesOf } from './test-changes.ts'
import { type TestTree, treeOf } from './test-tree.ts'

type Files = Readonly<Record<string, string>> & { readonly [file]: string }
const file = 'test/slug.test.js'
const isTest = (path: string): boolean => path.startsWith('test/')

const treeIn = (files: Files): TestTree =>
  treeOf(new Set(['src/text.js', ...Object.keys(files)]), new Map(Object.entries(files)), isTest)

const between = (before: Files, after: Files) =>
  testChangesOf([[file, before[file], after[file]]], { before: treeIn(before), after: treeIn(after) })
const lost = (before: Files, after: Files): readonly string[] =>
  lostDemands(between(before, after)).map(({ rule, message }) => `${rule}: ${message}`)

for (const style of Object.values(styles)) {
  const { head, uses, gives, runner } = style
  const kit = [
    head.split('\n')[0] ?? '',
    uses('slug', '../../src/text.js'),
    gives('makes', '(text, wanted) => { assert.equal(slug(text), wanted) }'),
  ].join('\n')
  const through = [uses('makes', './makes.js'), gives('checks', '(text, wanted) => makes(text, wanted)')].join('\n')
  const withTests = (tests: readonly string[], helper = kit): Files => ({
    'test/kit/makes.js': helper,
    'test/kit/checks.js': through,
    [file]: [
      head,
      uses('slug', '../src/text.js'),
      uses('makes', './kit/makes.js'),
      uses('checks', './kit/checks.js'),
      ...tests,
    ].join('\n'),
  })
  const cases = fc.uniqueArray(
    fc.record({ text: fc.stringMatching(/^[A-Z][a-z]{1,5}$/), by: fc.constantFrom('makes', 'checks') }),
    { minLength: 2, maxLength: 6, selector: ({ text }) => text },
  )
  type Case = { readonly text: string; readonly by: string }
  const call = ({ text, by }: Case): string => `${by}('${text}', '${text.toLowerCase()}')`
  const titled = (each: Case): string => `test('of ${each.text}', () => ${call(each)})`

  test(`${runner}: a test that is gone, or asks something weaker, is told by its name, whatever asserts for it`, () => {
    proves('SIG-41', 'SIG-45')
    fc.assert(
      fc.property(cases, fc.nat(), (all, which) => {
        const before = withTests(all.map(titled))
        const one = all[which % all.length]
        if (one === undefined) return
        const others = all.filter((each) => each !== one).map(titled)
        const dropped = [
          `assertion-dropped: ${file} › of ${one.text}: \`${call(one)}: assert.equal(slug(text), wanted)\` is asserted no more.`,
        ]
        expect(lost(before, withTests(others))).toEqual(dropped)
        expect(lost(before, withTests([...others, `test('of ${one.text}', () => { slug('${one.text}') })`]))).toEqual(
          dropped,
        )
        const hollow = withTests(
          all.map(titled),
          kit.replace('assert.equal(slug(text), wanted)', 'assert.ok(slug(text))'),
        )
        expect(lost(before, hollow)).toHaveLength(all.length)
        const other = lost(before, withTests([...others, titled({ ...one, text: 'Other' })]))
        expect(other).toEqual(dropped)
      }),
      { numRuns: 15 },
    )
  })

  test(`${runner}: tests merged into one, renamed, inlined or led through another file lose nothing`, () => {
    fc.assert(
      fc.property(cases, (all) => {
        const before = withTests(all.map(titled))
        const merged = withTests([`test('all', () => { ${all.map(call).join('; ')} })`])
        const written = all.map(({ text }) => `assert.equal(slug('${text}'), '${text.toLowerCase()}')`)
        const swapped = all.map((each) => ({ ...each, by: each.by === 'makes' ? 'checks' : 'makes' }))
        expect(lost(before, before)).toEqual([])
        expect(lost(before, merged)).toEqual([])
        expect(lost(before, withTests([`test('all', () => { ${written.join('; ')} })`]))).toEqual([])
        expect(lost(withTests([`test('all', () => { ${written.join('; ')} })`]), before)).toEqual([])
        expect(lost(before, withTests(swapped.map(titled)))).toEqual([])
      }),
      { numRuns: 15 },
    )
  })
}

const heads = `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { slug } from '../src/text.js'\n`
const own = (code: string, kit = ''): Files => ({ [file]: `${heads}${code}`, 'test/kit.js': kit })
const second = `test('other', () => { assert.equal(slug('C'), 'c') })`

const unseen: readonly (readonly [title: string, code: string, kit?: string])[] = [
  ['of a file that is not there', `import { makes } from './gone.js'\ntest('one', () => makes('A b', 'a-b'))`],
  [
    'of a file that cannot be parsed',
    `import { makes } from './kit.js'\ntest('one', () => makes('A b', 'a-b'))`,
    'export (',
  ],
  ['of a package', `import { makes } from 'some-kit'\ntest('one', () => { makes('A b', 'a-b') })`],
  ['under an alias', `import * as kit from '#kit'\ntest('one', async () => { await kit.makes('A b', 'a-b') })`],
  [
    'of an object that a package made',
    `import { kit } from 'some-kit'\nconst own = kit()\ntest('one', () => own.makes('A b', 'a-b'))`,
  ],
  ['that the runner hands in', `test('one', ({ makes }) => makes('A b', 'a-b'))`],
  ['of nobody, by its name', `test('one', () => { assertSlug('A b', 'a-b') })`],
  ['that gives back the test', `import { makes } from 'some-kit'\ntest('one', makes('A b', 'a-b'))`],
  ['that is the test', `import { makes } from 'some-kit'\ntest('one', makes)`],
  ['whose answer is used', `import { makes } from 'some-kit'\ntest('one', () => { const made = makes('A b'); made })`],
  ['of the source, which must end well', `test('one', () => { slug('A b') })`],
]
for (const [title, code, kit] of unseen) {
  test(`a gone test that calls what nobody sees through is a dropped demand: ${title}`, () => {
    proves('SIG-45')
    const imports = code.split('\n').slice(0, -1).join('\n')
    const before = own(`${code}\n${second}`, kit)
    expect(lost(before, own(`${imports}\n${second}`, kit))).toEqual([
      expect.stringMatching(/^assertion-dropped: test\/slug\.test\.js › one: `.*(makes|assertSlug|slug)/),
    ])
    expect(lost(before, own(`${code.replace(`test('one'`, `test('first'`)}\n${second}`, kit))).toEqual([])
  })
}

test('what only arranges may go with a test whose assertions are kept', () => {
  const before = own(
    `import { vi } from 'vitest'\ntest('one', (t) => { t.plan(1); vi.useFakeTimers(); const made = structuredClone('A b'); assert.equal(slug('A b'), 'a-b') })\n${second}`,
  )
  const after = own(
    `import { vi } from 'vitest'\ntest('all', () => { assert.equal(slug('A b'), 'a-b'); assert.equal(slug('C'), 'c') })`,
  )
  expect(lost(before, after)).toEqual([])
})

test('a demand of a test of many changes is told before what only changed', () => {
  const titles = Array.from(
    { length: 250 },
    (_, at) => `test('n${at}', () => { assert.equal(slug('A${at}'), 'a${at}') })`,
  )
  const renamed = titles.map((each) => each.replace("test('n", "test('renamed"))
  expect(lost(own(`${titles.join('\n')}\n${second}`), own(renamed.join('\n')))).toHaveLength(1)
})

test('a call that is handed what was expected, and is seen to assert nothing, keeps no demand', () => {
  const kit = 'export const makes = (text, wanted) => {}\n'
  const uses = `import { makes } from './kit.js'\n`
  const before = own(`${uses}test('one', () => { assert.equal(slug('A b'), 'a-b') })`, kit)
  expect(lost(before, own(`${uses}test('one', () => { makes('A b', 'a-b') })`, kit))).toHaveLength(1)
})

test('a helper whose errors are let go asserts nothing', () => {
  const kit = `import assert from 'node:assert/strict'\nimport { slug } from '../src/text.js'\nexport function makes(text, wanted) { assert.equal(slug(text), wanted) }`
  const code = `import { makes } from './kit.js'\ntest('one', () => { makes('A b', 'a-b') })`
  expect(
    lost(own(code, kit), own(code.replace("makes('A b', 'a-b')", `try { makes('A b', 'a-b') } catch {}`), kit)),
  ).toHaveLength(1)
})

const shapes: readonly (readonly [uses: string, call: string, kit: string])[] = [
  [`import makes from './kit.js'`, 'makes', 'export default function (text, wanted) { BODY }'],
  [`import { has as makes } from './kit.js'`, 'makes', 'const own = (text, wanted) => { BODY }\nexport { own as has }'],
  [`import * as kit from './kit.js'`, 'kit.makes', 'export function makes(text, wanted) { BODY }'],
  [`import { kit } from './kit.js'`, 'kit.makes', 'export const kit = { makes(text, wanted) { BODY } }'],
  [`const kit = require('./kit')`, 'kit.makes', 'module.exports = { makes: (text, wanted) => { BODY } }'],
  [`const makes = require('./kit')`, 'makes', 'module.exports = function (text, wanted) { BODY }'],
  [`const { makes } = require('./kit.js')`, 'makes', 'exports.makes = (text, wanted = 1) => { BODY }'],
]
for (const [uses, call, kit] of shapes) {
  test(`found however it is offered: ${uses} of ${kit}`, () => {
    const lines = `const assert = require('node:assert/strict')\nconst { slug } = require('../src/text.js')\n`
    const files = own(
      `${uses}\ntest('one', () => { ${call}('A b', 'a-b') })`,
      lines + kit.replace('BODY', 'assert.equal(slug(text), wanted)'),
    )
    const direct = own(`${uses}\ntest('one', () => { assert.equal(slug('A b'), 'a-b') })`)
    expect(between(files, direct)).toEqual([])
    expect(between(direct, files)).toEqual([])
  })
}
