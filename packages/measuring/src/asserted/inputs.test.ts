import { expect, test } from 'vitest'
import { inputsOf } from './inputs.ts'

const inputs = (text: string, line = 2) =>
  inputsOf({ file: 'a.test.js', text: `import { f, g } from '../a.js'\n${text}`, line, column: 1 })

test.each([
  ['f("a")', true],
  ['f([1])', true],
  ['f(null, "a")', true],
  ['f(given)', true],
  ['f(-1)', true],
  ['new f("a")', true],
  ['f`a`', true],
  ['f()', false],
  ['f([])', false],
  ['f(null, {})', false],
  ['f("", undefined, 0, new Map())', false],
  ['f(true)', false],
  ['h("a")', false],
  ['const a = f(); g(a)', false],
  ['const a = await f(); g(a)', false],
  ['g(new f())', false],
  ['const a = f(1); g(a)', true],
  ['const a = h(); g(a)', true],
  ['g(f)', true],
  ['f().filter((each) => each > "a")', false],
  ['(await f()).toSorted((a, b) => a - b).slice(0, 2)', false],
  ['f(1).map((each) => each.a)', true],
  ['const list = new f(); list.filter("a")', true],
])('%s has others of its kind: %s', (call, hasInputs) => {
  expect(inputs(`test('a', async () => { ${call} })`)).toMatchObject({ hasInputs })
})

test.each([
  [`test.each([null, undefined])('%s', (x) => f(x))`, false],
  [`test.each([[null], [[]]])('%s', (x) => f(x))`, false],
  [`test.each([null, 'a'])('%s', (x) => f(x))`, true],
  [`test.each([null])('%s', (x) => f(x, 'a'))`, true],
])('of the rows of %s there are others: %s', (text, hasInputs) => {
  expect(inputs(text)).toMatchObject({ hasInputs })
})

test.each([`'..'`, `'../index.js'`, `'@/a'`])('what %s offers is of the project', (from) => {
  const text = `import { f } from ${from}\ntest('a', () => f('b'))`
  expect(inputsOf({ file: 'a.test.js', text, line: 2, column: 1 })).toMatchObject({ called: ['f'], hasInputs: true })
})

test.each([
  `const all = require('../a.js'); const { f } = all`,
  `import * as all from '../a.js'; const { f } = all`,
  `const { f: own } = require('../a.js'); const f = own`,
])('%s: it is known what is called', (head) => {
  const text = `${head}\ntest('a', () => f('b'))`
  expect(inputsOf({ file: 'a.test.js', text, line: 2, column: 1 })).toMatchObject({ called: ['f'], hasInputs: true })
})

test.each([
  'let list\nbeforeEach(() => { list = new f() })',
  'let list; before(async () => { list = await f() })',
  'const make = () => new f()\nconst list = make()',
  'function make() { const own = new f(); return own }\nconst list = make()',
])('%s: it is known whose inputs they are', (head) => {
  const line = 2 + head.split('\n').length
  expect(inputs(`${head}\ntest('a', () => list.add('b'))`, line)).toMatchObject({ called: ['f'], hasInputs: true })
  expect(inputs(`${head}\ntest('a', () => list.add())`, line)).toMatchObject({ called: ['f'], hasInputs: false })
})

test.each([
  ['const list = new f(); list.add(1).of(2)', ['f', 'f.add']],
  ['new f().add(1)', ['f.add', 'f']],
  ['f(1).add(2)', ['f']],
  ['const list = f(1); list.add(2)', ['f']],
  ['const make = () => new f(); const list = make(); list.add(2)', ['f', 'f.add']],
])('%s asks for each method of what is made', (body, asked) => {
  expect(inputs(`test('a', () => { ${body} })`)?.asked.toSorted()).toEqual(asked.toSorted())
})

test('rows that are loaded are named by their file', () => {
  const rows = (from: string) =>
    inputs(
      `import cases from '${from}' with { type: 'json' }\ntest.each(cases)('is $x', ({ x, y }) => expect(f(x)).toBe(y))`,
      3,
    )
  expect(rows('./fixtures/a.json')?.values).toEqual(['./fixtures/a.json'])
  expect(rows('./helper.js')?.values).toEqual([])
})

test('a folder in which the test lays nothing has no others', () => {
  const head = `let out\nbeforeEach(async () => { out = await fs.mkdtemp(join(tmpdir(), 'x-')) })`
  const has = (body: string): boolean | undefined => inputs(`${head}\ntest('a', () => { ${body} })`, 4)?.hasInputs
  expect(has('expect(f(out)).toEqual({})')).toBe(false)
  expect(has(`writeFileSync(join(out, 'a'), ''); expect(f(out)).toEqual({})`)).toBe(true)
  expect(has(`expect(f(out, 'a')).toEqual({})`)).toBe(true)
  expect(has(`expect(f(join(out, 'a'))).toEqual({})`)).toBe(true)
})

test('what is used of a project is not all called', () => {
  const head = 'let list\nbeforeEach(() => { list = new f() })'
  const test = `test('a', () => { assert.equal(list.size, { g: 2 }.g); assert.ok(a.f) })`
  expect(inputs(`${head}\n${test}`, 4)).toMatchObject({ called: [], used: ['f'], hasInputs: false })
})

test('a method of what a namespace offers is one of the class', () => {
  const text = `import * as all from '../a.js'\ntest('a', () => new all.List().add('b'))`
  expect(inputsOf({ file: 'a.test.js', text, line: 2, column: 1 })?.asked).toEqual(['List.add', 'List'])
})

test('of what anybody else made nothing is an input of the project', () => {
  const text = `let list\nbeforeEach(() => { list = new Set() })\ntest('a', () => list.add('b'))`
  expect(inputs(text, 4)).toMatchObject({ called: [], hasInputs: false })
})

test('names that stand for one another in a circle stand for nothing', () => {
  const writes = Array.from({ length: 40 }, (_, at) => `a = b.x${at}(); b = a.y${at}()`).join('\n')
  const text = `let a, b; ${writes}; function c() { return c() }\ntest('a', () => { a.f('b'); c().f('b') })`
  expect(inputs(text, 42)).toMatchObject({ called: [], hasInputs: false })
})

const named = [
  [`test.each([['a', 'b']])('%s is %s', (x, y) => f(x))`, ['%s is %s'], ["'a'", "'b'"]],
  [`test.each\`x | y\n\${'a'} | \${'b'}\`('$x', ({ x }) => f(x))`, ['$x'], ["'a'", "'b'"]],
  [`for (const x of ['a']) test(\`\${x} is b\`, () => f(x))`, [`\${x} is b`], ["'a'"]],
  [`for (const x of ['a']) test('b is ' + x, () => f(x))`, [`'b is ' + x`], ["'a'"]],
  [`const rows = ['a']; for (const x of rows) test(\`\${x} is b\`, () => f(x))`, [`\${x} is b`], ["'a'"]],
  [`['a'].forEach((x) => test(\`\${x}\`, () => f(x)))`, [`\${x}`], ["'a'"]],
  [`describe.each(['a'])('of %s', (x) => { test('is b', () => f(x)) })`, ['of %s', 'is b'], ["'a'"]],
  [`describe('g', () => { test('is b', () => f('c')) })`, ['g', 'is b'], ["'c'"]],
] as const

test.each(named)('%s is called as the text has it, and its rows are values of it', (text, titles, values) => {
  const line = text.slice(0, text.search(/test(\.each)?[(`]/))
  const found = inputsOf({
    file: 'a.test.js',
    text: `import { f } from '../a.js'\n${text}`,
    line: 2,
    column: line.length + 1,
  })
  expect(found?.titles).toEqual(titles)
  expect(found?.values).toEqual(expect.arrayContaining([...values]))
})

test('rows in another order are the same rows', () => {
  const rows = (given: string) => new Set(inputs(`test.each([${given}])('%s', (a, b) => f(a, b))`)?.values)
  expect(rows(`['a', 1], ['b', 2]`)).toEqual(rows(`['b', 2], ['a', 1]`))
  expect(rows(`['a', 1], ['b', 2]`)).not.toEqual(rows(`['a', 2], ['b', 1]`))
})

test('values in another order, and another sign, are other values; another layout is none', () => {
  const values = (body: string) => inputs(`test('a', () => { const given = ${body}; f(given) })`)?.values
  expect(values('[1, 3, 2]')).not.toEqual(values('[2, 1, 3]'))
  expect(values('{ a: 1, b: [2, 1] }')).not.toEqual(values('{ a: 1, b: [1, 2] }'))
  expect(values('-1')).not.toEqual(values('+1'))
  expect(values('{ a: [1,2],\n  b: 3, }')).toEqual(values('{ a: [ 1, 2 ], b: 3 }'))
})
