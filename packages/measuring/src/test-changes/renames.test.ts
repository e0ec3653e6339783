import { expect, test } from 'vitest'
import type { TestCase, TestRun } from '../runners/test-run.ts'
import { nothingToRun } from '../runners/test-run.ts'
import { asMeant, bothMeant } from './meant.ts'
import { renamesOf } from './renames.ts'

const begins = `import assert from 'node:assert'\nimport { slug } from '../src/slug.js'\n`

interface Written {
  readonly [file: string]: string
}

/** A run in which every `test('name', …)` of the files passed, but for what is marked. */
function runOf(files: Written): TestRun {
  const tests = Object.entries(files).flatMap(([file, code]) => {
    const text = begins + code
    return [...text.matchAll(/\b(?:test|it)(\.skip)?\('([^']*)'/g)].map((found): TestCase => {
      const before = text.slice(0, found.index).split('\n')
      return {
        id: `${file} › ${found[2]}`,
        file,
        names: [found[2] ?? ''],
        outermost: 1,
        state: found[1] !== undefined ? 'skipped' : found[2]?.includes('fails') ? 'failed' : 'passed',
        line: before.length,
        column: (before.at(-1) ?? '').length + 1,
        failure: null,
      }
    })
  })
  return { ...nothingToRun('node:test'), tests }
}

async function renamed(before: Written, after: Written): Promise<readonly string[]> {
  const textOf = (files: Written) => (file: string) =>
    Promise.resolve(files[file] === undefined ? null : begins + files[file])
  const sides = { before: runOf(before), after: runOf(after), textBefore: textOf(before), textAfter: textOf(after) }
  return (await renamesOf(sides)).map(({ from, to }) => `${from} → ${to}`)
}

const file = 'test/a.test.js'
const joins = `() => assert.equal(slug('A b'), 'a-b')`
const inFile = (code: string): Written => ({ [file]: code })

test.each([
  ['its name', `test('joins', ${joins})`, `test("joins by hyphens", ${joins})`.replaceAll('"', "'")],
  [
    'its suite',
    `describe('slug', () => { test('joins', ${joins}) })`,
    `describe('all', () => { test('is joined', ${joins}) })`,
  ],
  ['its layout too', `test('joins', ${joins})`, `test('hyphens', () =>\n  assert.equal(slug("A b"), 'a-b'),)`],
  [
    'its name beside a new test',
    `test('joins', ${joins})`,
    `test('new', () => assert.ok(slug('')))\ntest('old', ${joins})`,
  ],
])('a test of which only %s changed is the same test', async (_what, before, after) => {
  expect(await renamed(inFile(before), inFile(after))).toHaveLength(1)
})

test('so is one in another file, wherever that lies, of what it imports there', async () => {
  const moved = { 'test/b.test.js': `test('joins', ${joins})` }
  expect(await renamed(inFile(`test('joins', ${joins})`), moved)).toEqual([
    'test/a.test.js › joins → test/b.test.js › joins',
  ])
  // `../src/slug.js` is another file there.
  expect(await renamed(inFile(`test('joins', ${joins})`), { 'test/two/b.test.js': `test('joins', ${joins})` })).toEqual(
    [],
  )
})

test.each([
  [`import { x } from './patches.js'`],
  [`const y = (slug.prototype.x = () => 'a-b')`],
  [`if (true) { slug.prototype.x = () => 'a-b' }`],
  [`const y = patch()`],
  [`class A { static { slug.prototype.x = 1 } }`],
  [`describe('a', () => { const y = (slug.prototype.x = 1) })`],
  [`test('other', { only: patch() }, () => {})`],
  [`test('other', () => { slug.prototype.x = () => 'a-b' })`],
  [`test.each(patch())('other', () => {})`],
])('a moved test is another beside what the old file did not do: %s', async (beside) => {
  const old = `test('joins', ${joins})`
  expect(await renamed(inFile(old), { 'test/b.test.js': `${beside}\n${old}` })).toEqual([])
  expect(await renamed(inFile(`${beside}\n${old}`), { 'test/b.test.js': `${beside}\n${old}` })).toContain(
    `${file} › joins → test/b.test.js › joins`,
  )
})

test.each([`const more = [1, 'a']`, `const run = () => slug('b')`, `import { join } from 'node:path'`])(
  'a moved test is the same beside what does nothing as its file is loaded: %s',
  async (beside) => {
    const old = `test('joins', ${joins})`
    expect(await renamed(inFile(old), { 'test/b.test.js': `${beside}\n${old}` })).toHaveLength(1)
  },
)

test.each([
  ['it asserts less', `test('joins', ${joins})`, `test('is', () => assert.ok(slug('A b')))`],
  ['its outcome is', `test('joins', ${joins})`, `test('fails', ${joins})`],
  ['it is skipped', `test('joins', ${joins})`, `test.skip('is', ${joins})`],
  [
    'what it expects is another constant',
    `const all = 'a-b'\ntest('joins', () => assert.equal(slug('A b'), all))`,
    `const all = slug('A b')\ntest('is', () => assert.equal(slug('A b'), all))`,
  ],
  [
    'a function that it calls is hollow',
    `function check(a, b) { assert.equal(a, b) }\ntest('joins', () => check(slug('A b'), 'a-b'))`,
    `function check(a, b) {}\ntest('is', () => check(slug('A b'), 'a-b'))`,
  ],
  [
    'a hook around it is another',
    `beforeEach(() => {})\ntest('joins', ${joins})`,
    `beforeEach((t) => t.skip())\ntest('is', ${joins})`,
  ],
  [
    'a hook of its suite is another',
    `describe('a', () => { test('joins', ${joins}) })`,
    `describe('a', () => { beforeEach((t) => t.skip()); test('is', ${joins}) })`,
  ],
  ['what it tests is mocked', `test('joins', ${joins})`, `vi.mock('../src/slug.js')\ntest('is', ${joins})`],
  [
    'its suite is marked',
    `describe('a', () => { test('joins', ${joins}) })`,
    `describe.skip('a', () => { test('is', ${joins}) })`,
  ],
  ['options switch it off', `test('joins', ${joins})`, `test('is', { skip: true }, ${joins})`],
  [
    'a row of its table is another',
    `test.each([['A b', 'a-b']])('joins', (text, wanted) => assert.equal(slug(text), wanted))`,
    `test.each([['', '']])('is', (text, wanted) => assert.equal(slug(text), wanted))`,
  ],
  [
    'nobody sees what it runs',
    `const made = (name, run) => { test('joins', run) }\ndescribe('b', () => { made('a', ${joins}) })`,
    `const made = (name, run) => { test('is', run) }\ndescribe('b', () => { made('a', () => {}) })`,
  ],
  [
    'a component that it shows is another',
    `const App = () => slug('A b')\ntest('joins', () => render(<App />))`,
    `const App = () => 'a-b'\ntest('is', () => render(<App />))`,
  ],
])('a test is another where %s', async (_what, before, after) => {
  const [was, is] = [before, after].map((code) => ({ 'test/a.test.jsx': code }))
  expect(await renamed(was ?? {}, is ?? {})).toEqual([])
})

test.each([
  ['its context', `(t) => assert.equal(slug(t.name), 'a-b')`],
  ['its context, taken apart', `({ task }) => assert.equal(slug(task.name), 'a-b')`],
  ['its context, handed on', `(t) => check(t)`],
  ['a state of the runner', `() => assert.equal(slug(expect.getState().currentTestName), 'a-b')`],
  ['itself', `function () { assert.equal(slug(this.test.title), 'a-b') }`],
])('a test that may read its title of %s is another under another one', async (_what, run) => {
  expect(await renamed(inFile(`test('A b', ${run})`), inFile(`test('a', ${run})`))).toEqual([])
  const hooked = `beforeEach(${run})\ntest('A b', ${joins})`
  expect(await renamed(inFile(hooked), inFile(hooked.replace(`test('A b'`, `test('a'`)))).toEqual([])
})

test.each([
  `async (t) => { t.plan(1); t.mock.method(console, 'log'); await t.test('joins', ${joins}) }`,
  `(done) => { assert.equal(slug('A b'), 'a-b'); done() }`,
  `({ page }) => assert.equal(slug(page), 'a-b')`,
])('a test that asks its context for something else is the same test: %s', async (run) => {
  const [was, is] = [`test('old', ${run})`, `test('is', ${run})`].map(inFile)
  expect(await renamed(was ?? {}, is ?? {})).toContain(`${file} › old → ${file} › is`)
})

test('a test that looks for files beside it is another in another place', async () => {
  const loads = `test('joins', async () => assert.equal((await import('./own.js')).run('A b'), 'a-b'))`
  expect(await renamed(inFile(loads), inFile(loads.replace('joins', 'is')))).toHaveLength(1)
  expect(await renamed({ 'test/a.test.js': loads }, { 'test/two/a.test.js': loads })).toEqual([])
})

test('of two tests that are alike, one new one is one of them', async () => {
  const two = `test('joins', ${joins})\ntest('hyphens', ${joins})`
  expect(await renamed(inFile(two), inFile(`test('both', ${joins})`))).toEqual([
    'test/a.test.js › joins → test/a.test.js › both',
  ])
})

test('a run of before is read with the names of now, and what was meant adds up', () => {
  const run = runOf(inFile(`test('a', 1)\ntest('b', 1)\ntest('c', 1)`))
  const first = { replaced: [`${file} › b`], renamed: [{ from: `${file} › a`, to: 'x › a', file: 'x' }] }
  expect(asMeant(run, first).tests.map(({ id }) => id)).toEqual(['x › a', `${file} › c`])
  const second = {
    replaced: [],
    renamed: [
      { from: 'x › a', to: 'y › a', file: 'y' },
      { from: `${file} › c`, to: 'd', file: 'y' },
    ],
  }
  const both = bothMeant(first, second)
  expect(both && asMeant(run, both).tests.map(({ id }) => id)).toEqual(['y › a', 'd'])
})
