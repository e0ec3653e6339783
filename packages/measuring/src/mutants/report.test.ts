import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMutable } from './mutable.ts'
import { readReport } from './report.ts'

const text = 'export const sum = (a, b) =>\n  a - b\n'
const file = { path: 'src/sum.js', text, lines: new Set([2]) }
const minus = {
  id: '0',
  mutatorName: 'ArithmeticOperator',
  replacement: 'a + b',
  status: 'Killed',
  location: { start: { line: 2, column: 3 }, end: { line: 2, column: 8 } },
}

const report = (mutants: readonly object[], more: object = {}, name = 'src/sum.js', source = text): string =>
  JSON.stringify({ schemaVersion: '2', files: { [name]: { language: 'javascript', source, mutants } }, ...more })
const read = (text: string, folder = '') => readReport(text, [file], folder)

test('a mutant on a changed line is told by its place, what it replaces and by what', () => {
  expect(read(report([{ ...minus, killedBy: ['12', '7'] }]))).toEqual({
    kind: 'read',
    mutants: [
      {
        ...{ file: 'src/sum.js', line: 2, start: 31, end: 36, mutator: 'ArithmeticOperator' },
        ...{ from: 'a - b', to: 'a + b', status: 'noticed', noticedBy: '12' },
      },
    ],
  })
})

test.each([
  ['Killed', 'noticed'],
  ['Timeout', 'noticed'],
  ['Survived', 'survived'],
  ['NoCoverage', 'survived'],
  ['Ignored', 'left-out'],
  ['CompileError', 'left-out'],
  ['RuntimeError', 'left-out'],
])('%s is %s', (status, wanted) => {
  expect(read(report([{ ...minus, status }]))).toMatchObject({ mutants: [{ status: wanted }] })
})

test('names are relative to the folder in which the program ran, or absolute', () => {
  const own = { ...file, path: 'packages/a/src/sum.js' }
  expect(readReport(report([minus]), [own], 'packages/a')).toMatchObject({ kind: 'read', mutants: [{}] })
  const whole = report([minus], { projectRoot: '/tmp/x' }, '/tmp/x/src/sum.js')
  expect(read(whole)).toMatchObject({ kind: 'read', mutants: [{ file: 'src/sum.js' }] })
})

const elsewhere = { start: { line: 2, column: 3 }, end: { line: 2, column: 99 } }

test.each<[string, string, RegExp]>([
  ['is no JSON', 'mutants: 7', /cannot be read: it is no JSON of that schema/],
  ['has another form', '{ "files": { "a": {} } }', /cannot be read: files\.a\.source: /],
  ['has an unknown status', report([{ ...minus, status: 'Fine' }]), /cannot be read: files\.src/],
  ['has no mutant on changed lines', report([]), /no mutant on changed lines of src\/sum\.js/],
  [
    'has mutants on other lines alone',
    report([{ ...minus, location: { ...minus.location, end: { line: 1, column: 9 }, start: { line: 1, column: 3 } } }]),
    /no mutant on changed/,
  ],
  ['is about other files', report([minus], {}, 'src/other.js'), /no mutant on changed lines of src\/sum\.js/],
  ['is about another text', report([minus], {}, 'src/sum.js', `${text}// later\n`), /another text of src\/sum\.js/],
  ['was not finished', report([{ ...minus, status: 'Pending' }]), /leaves mutants of src\/sum\.js untried/],
  ['names places that are none', report([{ ...minus, location: elsewhere }]), /names places that src\/sum\.js/],
])('a report that %s says nothing', (_what, text, why) => {
  expect(read(text)).toEqual({ kind: 'unusable', why: expect.stringMatching(why) })
})

test('whatever stands in a report, it is read or says nothing', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.jsonValue().map((value) => report([minus], { files: value })),
      ),
      (text) => {
        expect(['read', 'unusable']).toContain(read(text).kind)
      },
    ),
  )
})

test.each([
  ['a comparison', 'export const is = (a) => a > 1', true],
  ['a body', 'export function f() {\n  g()\n}', true],
  ['a method', 'class A {\n  m() { return 1 }\n}', true],
  ['a decision', 'if (a) b()', true],
  ['what cannot be read', 'export const =', true],
  ['a number', 'export const limit = 5', false],
  ['types', 'export interface A { readonly on: true }', false],
  ['imports', "import { a } from './a.js'\nexport { b } from './b.js'", false],
  ['nothing', '// a word', false],
])('%s can be replaced: %s', (_what, text, wanted) => {
  const lines = new Set(text.split('\n').map((_, at) => at + 1))
  expect(isMutable({ path: 'src/a.ts', text, lines })).toBe(wanted)
})

test('what only reaches into the changed lines does not have to be replaced', () => {
  const text = 'export function f() {\n  g(5)\n}'
  expect(isMutable({ path: 'src/a.ts', text, lines: new Set([2]) })).toBe(false)
})
