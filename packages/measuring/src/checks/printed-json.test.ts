import { expect, test } from 'vitest'
import { grown, readPrinted } from './printed.ts'

const files = new Set(['src/a.ts', 'src/b.ts', 'src/new.ts'])
const read = (printed: string) =>
  readPrinted(printed, files, '').flatMap(({ files: about, isFinding }) => (isFinding ? [about] : []))

const eslint = [
  {
    filePath: 'src/a.ts',
    messages: [
      { line: 1, message: 'one' },
      { line: 2, message: 'two' },
    ],
    source: 'a\n',
  },
  { filePath: 'src/b.ts', messages: [], suppressedMessages: [{ line: 1 }], usedDeprecatedRules: [{ ruleId: 'x' }] },
]
const biome = { diagnostics: [{ category: 'lint/x', location: { path: { file: './src/a.ts' } }, tags: [] }] }
const knip = { files: ['src/b.ts'], issues: [{ file: 'src/a.ts', exports: [{ name: 'x', line: 1 }], types: [] }] }

test.each<[string, string, readonly (readonly string[])[]]>([
  ['eslint', JSON.stringify(eslint), [['src/a.ts'], ['src/a.ts']]],
  ['eslint by npm, laid out', `> lint\n> eslint\n\n${JSON.stringify(eslint, null, 2)}\n`, [['src/a.ts'], ['src/a.ts']]],
  ['biome', JSON.stringify(biome), [['src/a.ts']]],
  ['knip', JSON.stringify(knip), [['src/b.ts'], ['src/a.ts']]],
  ['circles', JSON.stringify([['src/a.ts', 'src/b.ts']]), [['src/a.ts', 'src/b.ts']]],
  ['an object a line', '{"path":"src/a.ts","m":1}\nfail\n{"path":"src/b.ts","m":2}', [['src/a.ts'], ['src/b.ts']]],
  ['a circle as text', '1) src/a.ts > src/b.ts', [['src/a.ts', 'src/b.ts']]],
  [
    'a circle below a heading',
    'src/a.ts\n  1:1  error  Circle by src/b.ts\n  2:2  error  x',
    [['src/a.ts', 'src/b.ts'], ['src/a.ts']],
  ],
  ['a mark that is no JSON', '[warn] src/a.ts\n[warn] src/b.ts', [['src/a.ts'], ['src/b.ts']]],
])('what %s says is counted for each file that it names', (_what, printed, found) => {
  expect(read(printed)).toEqual(found)
})

test('one more in JSON on one line is new, and the others are not', () => {
  const before = readPrinted(JSON.stringify(eslint), files, '')
  const more = [{ filePath: 'src/new.ts', messages: [{ line: 7, message: 'three' }] }, ...eslint]
  const fresh = grown(before, readPrinted(JSON.stringify(more), files, ''))
  expect(fresh.map(({ file, text }) => [file, text])).toEqual([['src/new.ts', '{"line":7,"message":"three"}']])
})
