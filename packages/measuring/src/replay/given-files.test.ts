/** Which files of the tests' folders calls name, and where these lie for calls that are made again. */
import { mkdir, mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { CallEvent } from './account.ts'
import { givenFiles, layGiven } from './given-files.ts'

const leftOut = ['test/a.test.js', 'test/fixtures/a.ini', 'test/fixtures/deep/b.ini', 'src/a.snap', 'vitest.config.js']
const commit = {
  leftOut,
  kept: ['package.json', 'src/a.js'],
  isRun: (file: string) => /test\.js$/.test(file),
  folder: '',
}
const called = (text: string, answer = ''): readonly CallEvent[] => [
  { event: 'called', at: 1, what: ['export', 'src/a.js', 'read'], given: [['value', text]], words: '' },
  { event: 'answered', at: 1, value: ['value', answer], said: '' },
]
const named = (text: string, answer = '', own: Partial<typeof commit> = {}) => {
  const events = called(text, answer)
  const found = givenFiles(events, { ...commit, ...own })
  if (found === null) return null
  const [call, answered] = found.renamed(events)
  return {
    given: call?.event === 'called' ? call.given : null,
    answer: answered?.event === 'answered' ? answered.value : null,
    files: Object.fromEntries(found.files),
  }
}
const fixtures = { 'test/fixtures/a.ini': '1/a.ini', 'test/fixtures/deep/b.ini': '1/deep/b.ini' }

test.each([
  ['<root>/test/fixtures/a.ini', '<inputs>/1/a.ini', fixtures],
  ['file://<root>/test/fixtures/a.ini', 'file://<inputs>/1/a.ini', fixtures],
  ['test/fixtures/a.ini', '<inputs>/1/a.ini', fixtures],
  ['./test/fixtures/', '<inputs>/1/', fixtures],
  ['<root>/test/fixtures/none.ini', '<inputs>/1/none.ini', fixtures],
  ['<root>/test/fixtures/deep', '<inputs>/1', { 'test/fixtures/deep/b.ini': '1/b.ini' }],
  ['node <root>/test/fixtures/a.ini --all', 'node <inputs>/1/a.ini --all', fixtures],
  // A test itself is no input unless it is named itself.
  [
    '<root>/test',
    '<inputs>/1',
    { 'test/fixtures/a.ini': '1/fixtures/a.ini', 'test/fixtures/deep/b.ini': '1/fixtures/deep/b.ini' },
  ],
  ['<root>/src/a.snap', '<inputs>/1/a.snap', { 'src/a.snap': '1/a.snap' }],
])('%s lies at %s', (text, given, files) => {
  expect(named(text)).toEqual({ given: [['value', given]], answer: ['value', ''], files })
})

test.each([
  'test',
  'a test/of words',
  '<root>/src/a.js',
  'src/a.js',
  '/test/fixtures',
  '<root>',
  'x/test/fixtures/a.ini',
  'tests/fixtures',
])('%s names none', (text) => {
  expect(named(text)).toBeNull()
})

test('an answer that names a file names it where it lies', () => {
  expect(named('test/fixtures/a.ini', 'no row 3 in test/fixtures/a.ini.')?.answer).toEqual([
    'value',
    'no row 3 in <inputs>/1/a.ini.',
  ])
  expect(named('test/fixtures/a.ini', 'my-test/fixtures/a.ini, test/fixtures2')?.answer).toEqual([
    'value',
    'my-test/fixtures/a.ini, test/fixtures2',
  ])
})

test('a relative name is one in the folder of the project', () => {
  const own = { leftOut: ['app/test/data/a.txt'], kept: ['app/src/a.js'], folder: 'app' }
  expect(named('test/data/a.txt', '', own)?.given).toEqual([['value', '<inputs>/1/a.txt']])
  expect(named('app/test/data/a.txt', '', own)).toBeNull()
})

test('nothing else is laid, and nothing stays of an earlier try', async () => {
  await using place = await mkdtempDisposable(join(tmpdir(), 'sigma-given-'))
  const [checkout, inputs] = [join(place.path, 'checkout'), join(place.path, 'inputs')]
  const there = [...leftOut, 'package.json'].map((file) => join(checkout, file))
  for (const path of [...there, join(inputs, '1/left.txt')]) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, path.slice(checkout.length + 1))
  }
  const given = givenFiles(called('test/fixtures/a.ini'), commit)
  if (given === null) throw new Error('no file was found')
  await layGiven(given, checkout, inputs)
  expect((await readdir(inputs, { recursive: true })).toSorted()).toEqual([
    '1',
    '1/a.ini',
    '1/deep',
    '1/deep/b.ini',
    'package.json',
  ])
  expect(await readFile(join(inputs, '1/a.ini'), 'utf8')).toBe('test/fixtures/a.ini')
})
