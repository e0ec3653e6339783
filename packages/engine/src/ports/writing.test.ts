import { expect, test } from 'vitest'
import { createDenial, type Denial, writingText } from './writing.ts'

const existing = new Set(['src/a.ts', 'src/c.ts', 'src/deep/d.js', 'src/pack/index.ts', 'test/a.test.ts', 'README.md'])
const kept = [{ by: 'TDD_2', files: ['src/b.ts', 'src/two/*.ts', 'src/pack/index.ts', 'test/b.test.ts'] }]
const creates = {
  globs: ['src/**', '!src/two/*.ts', '!src/b.ts', '!src/pack/index.ts', '!test/b.test.ts', 'src/a.ts', '!test/**'],
  since: 'base',
  kept,
}
const denial = createDenial({ writes: ['src/a.ts', 'src/gone.ts'], creates }, existing)

const cases: readonly (readonly [string, string, Denial | null])[] = [
  ['src/a.ts', 'is named for the cycle', null],
  ['src/new.ts', 'is new', null],
  ['src/deep/er/new.ts', 'is new in a new folder', null],
  ['src/a.css', 'is new, and no module', null],
  ['src/c.ts', 'exists, and nobody names it', { kind: 'unnamed', by: null }],
  ['src/pack/index.ts', 'exists, and another cycle names it', { kind: 'unnamed', by: 'TDD_2' }],
  ['src/b.ts', 'is named by another cycle', { kind: 'kept', by: 'TDD_2' }],
  ['src/B.ts', 'is named by another cycle in another case', { kind: 'kept', by: 'TDD_2' }],
  ['src/b.js', 'would be found where another cycle makes a file', { kind: 'kept', by: 'TDD_2' }],
  ['src/b/index.ts', 'as well, as a folder', { kind: 'kept', by: 'TDD_2' }],
  ['src/two/x.ts', 'is in a folder that another cycle names', { kind: 'kept', by: 'TDD_2' }],
  ['test/b.test.ts', "is another cycle's, and of another role", { kind: 'kept', by: 'TDD_2' }],
  ['src/c.js', 'would be loaded in place of an existing file', { kind: 'in-place-of', file: 'src/c.ts' }],
  ['src/C.ts', 'differs only in case from an existing file', { kind: 'in-place-of', file: 'src/c.ts' }],
  ['src/c/index.mjs', 'is a folder by the name of an existing module', { kind: 'in-place-of', file: 'src/c.ts' }],
  ['src/pack.ts', 'is a module by the name of an existing folder', { kind: 'kept', by: 'TDD_2' }],
  ['src/deep/d.json', 'is data by the name of an existing module', { kind: 'in-place-of', file: 'src/deep/d.js' }],
  ['src/a.js', 'is found where the cycle has its own file', null],
  ['test/new.test.ts', 'is new, and of another role', { kind: 'not-of-role' }],
  ['test/a.test.ts', 'exists, and is of another role', { kind: 'not-of-role' }],
  ['README.md', 'is of no role', { kind: 'not-of-role' }],
]

test.each(cases)('%s %s', (path, _says, expected) => {
  expect(denial(path)).toEqual(expected)
})

test('a cycle may make its own file where another one names a module of that name', () => {
  const own = createDenial(
    { writes: ['src/b.js'], creates: { ...creates, globs: ['src/**', '!src/b.ts', 'src/b.js'] } },
    existing,
  )
  expect([own('src/b.js'), own('src/b.ts')]).toEqual([null, { kind: 'kept', by: 'TDD_2' }])
})

test('without a word on new files one list says it for all', () => {
  const plain = createDenial({ writes: ['src/**', '!src/c.ts'] }, existing)
  expect([plain('src/new.ts'), plain('src/a.ts'), plain('src/c.ts')]).toEqual([null, null, { kind: 'not-of-role' }])
})

test('what may be written is told in words', () => {
  const creatable = ['src/**', '!src/b.ts', 'src/\\[id\\].ts', '!test/**']
  expect([writingText(['src/\\[id\\].ts'], creatable), writingText(['src/**', '!test/**']), writingText([])]).toEqual([
    'src/[id].ts; new files in src/**, not test/**, none that is named for other work',
    'src/**, not test/**',
    'no file',
  ])
})
