import { expect, test } from 'vitest'
import { explained, grown, readPrinted, unheard } from './printed.ts'

const files: ReadonlySet<string> = new Set([
  'src/a.ts',
  'src/b.ts',
  'test/a.test.ts',
  'app/(shop)/[id]/the page.tsx',
  'packages/one/src/a.ts',
])

const read = (printed: string, folder = '') =>
  readPrinted(printed, files, folder).flatMap(({ file, isFinding, text }) => (isFinding ? [[file, text.trim()]] : []))

test.each<[string, string, readonly (readonly string[])[]]>([
  [
    'eslint',
    '\nsrc/a.ts\n  3:5  error  x is never used  no-unused-vars\n  9:1  error  Missing return\n\ntest/a.test.ts\n  1:1  warning  y\n\n✖ 3 problems',
    [
      ['src/a.ts', '3:5  error  x is never used  no-unused-vars'],
      ['src/a.ts', '9:1  error  Missing return'],
      ['test/a.test.ts', '1:1  warning  y'],
    ],
  ],
  [
    'tsc',
    "src/a.ts(3,5): error TS2322: Type 'string' is not assignable.\n  Types of property 'x' differ.\nsrc/b.ts(1,1): error TS1005: ';' expected.",
    [
      ['src/a.ts', "src/a.ts(3,5): error TS2322: Type 'string' is not assignable."],
      ['src/b.ts', "src/b.ts(1,1): error TS1005: ';' expected."],
    ],
  ],
  [
    'biome',
    'src/a.ts:3:7 lint/correctness/noUnusedVariables ━━━━━━\n\n  × This variable is unused.\n    1 │ x\n  > 3 │ let y\n\nsrc/b.ts format ━━━━\n\nChecked 2 files.',
    [
      ['src/a.ts', 'src/a.ts:3:7 lint/correctness/noUnusedVariables ━━━━━━'],
      ['src/b.ts', 'src/b.ts format ━━━━'],
    ],
  ],
  [
    'prettier',
    'Checking formatting...\n[warn] src/a.ts\n[warn] ./app/(shop)/[id]/the page.tsx\n[warn] Code style issues found in 2 files.',
    [
      ['src/a.ts', '[warn] src/a.ts'],
      ['app/(shop)/[id]/the page.tsx', '[warn] ./app/(shop)/[id]/the page.tsx'],
    ],
  ],
  ['standard', '  src/a.ts:1:5: Extra semicolon. (semi)', [['src/a.ts', 'src/a.ts:1:5: Extra semicolon. (semi)']]],
  [
    'a linter whose findings name other files',
    'src/a.ts\n  3:5  error  src/b.ts imports this file  import/no-cycle\n  4:1  error  x',
    [
      ['src/a.ts', '3:5  error  src/b.ts imports this file  import/no-cycle'],
      ['src/a.ts', '4:1  error  x'],
    ],
  ],
  [
    'tools that put names between signs',
    'bad: "src/a.ts"\nbad: (src/b.ts)\n1)src/a.ts > src/b.ts\n<src/b.ts> bad',
    [
      ['src/a.ts', 'bad: "src/a.ts"'],
      ['src/b.ts', 'bad: (src/b.ts)'],
      ['src/b.ts', '1)src/a.ts > src/b.ts'],
      ['src/b.ts', '<src/b.ts> bad'],
    ],
  ],
  ['names that are no files of the project', 'node_modules/x/index.js:1:2 bad\nsee eslint.org/a.html\n3:4 odd', []],
])('reads what %s prints', (_what, printed, found) => {
  expect(read(printed)).toEqual(found)
})

test('a path is read as relative to the folder where the program runs, or to the root', () => {
  expect(read('src/a.ts(1,1): error', 'packages/one')).toEqual([['packages/one/src/a.ts', 'src/a.ts(1,1): error']])
  expect(read('src/b.ts(1,1): error', 'packages/one')).toEqual([['src/b.ts', 'src/b.ts(1,1): error']])
})

test('what is found again at another line is not new, and the same once more is', () => {
  const before = readPrinted('src/a.ts(3,5): error TS1: one\nsrc/a.ts(9,5): error TS2: two', files, '')
  const fresh = (printed: string) => grown(before, readPrinted(printed, files, '')).map(({ text }) => text)
  expect(fresh('src/a.ts(13,7): error TS1: one')).toEqual([])
  expect(fresh('src/a.ts(3,5): error TS1: one\nsrc/a.ts(4,5): error TS1: one')).toEqual([
    'src/a.ts(4,5): error TS1: one',
  ])
  expect(fresh('src/b.ts(3,5): error TS1: one')).toEqual(['src/b.ts(3,5): error TS1: one'])
})

test.each([
  [
    'tsc',
    "src/a.ts(3,5): error TS2582: Cannot find name 'test'.",
    "test/a.test.ts(91,2): error TS2582: Cannot find name 'test'.",
    true,
  ],
  [
    'another error',
    "src/a.ts(3,5): error TS2304: Cannot find name 'x'.",
    "src/b.ts(3,5): error TS2304: Cannot find name 'y'.",
    false,
  ],
  [
    'eslint',
    'src/a.ts\n  3:5  error  Unexpected any  no-explicit-any',
    'src/b.ts\n  13:15  error  Unexpected any  no-explicit-any',
    true,
  ],
  ['standard', '  src/a.ts:1:5: Extra semicolon. (semi)', '  src/b.ts:2:5: Extra semicolon. (semi)', true],
  ['the same severity', 'src/a.ts\n  3:5  error  one is wrong', 'src/b.ts\n  3:5  error  two is wrong', false],
  ['prettier', '[warn] src/a.ts', '[warn] src/b.ts', false],
  ['biome', 'src/a.ts format ━━━', 'src/b.ts format ━━━', false],
])(
  'what stood there before for another file is known by its words, not by a mark: %s',
  (_what, before, after, isKnown) => {
    const [earlier, later] = [readPrinted(before, files, ''), readPrinted(after, files, '')]
    const fresh = grown(earlier, later)
    expect(fresh).toHaveLength(1)
    expect(unheard(earlier, fresh)).toEqual(isKnown ? [] : fresh)
  },
)

test('a finding is shown below its heading and with what explains it, and nothing else', () => {
  const shownOf = (printed: string, wanted: RegExp) => {
    const lines = readPrinted(printed, files, '')
    const findings = lines.filter(({ text, isFinding }) => isFinding && wanted.test(text))
    return explained(lines, findings).map(({ text }) => text)
  }
  const eslint = 'src/a.ts\n  1:1  error  one\n  2:1  error  two\n\nsrc/b.ts\n  1:1  error  two\n\n✖ 3 problems'
  expect(shownOf(eslint, /two/)).toEqual([
    ...['src/a.ts', '  2:1  error  two', ''],
    ...['src/b.ts', '  1:1  error  two', '', '✖ 3 problems'],
  ])
  const tsc = 'src/a.ts(1,1): error TS1: one\n  because of this\nsrc/b.ts(1,1): error TS2: two\n  because of that'
  expect(shownOf(tsc, /one/)).toEqual(['src/a.ts(1,1): error TS1: one', '  because of this'])
})

test('a line without end is read in no time', () => {
  const began = performance.now()
  readPrinted(`${'a.ts '.repeat(200_000)}\n`.repeat(3), files, '')
  expect(performance.now() - began).toBeLessThan(1_000)
})
