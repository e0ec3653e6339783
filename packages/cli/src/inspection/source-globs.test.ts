import { expect, test } from 'vitest'
import { type SourceSigns, sourceGlobs } from './source-globs.ts'

const nothing: SourceSigns = { files: [], isTest: () => false, imported: [], entries: [], members: [] }
const found = (...files: readonly string[]) => sourceGlobs({ ...nothing, files })

test('benchmarks and stories beside source are none', () => {
  expect(found('src/a.ts', 'src/a.bench.ts', 'src/a.stories.tsx')).toMatchObject({
    globs: ['src/**'],
    files: ['src/a.ts'],
  })
})

test('a folder that is made from source is none, unless tests import it', () => {
  const files = ['src/a.ts', 'lib/a.js']
  expect(found(...files).globs).toEqual(['src/**'])
  expect(sourceGlobs({ ...nothing, files, imported: ['lib/a.js'] }).globs).toEqual(['src/**', 'lib/**'])
  expect(found(...files, 'lib/own.js').globs).toEqual(['src/**', 'lib/**'])
})

test('files at the top of packages count where no package has a folder of source', () => {
  const members = ['packages/a', 'packages/b']
  const files = ['packages/a/index.js', 'packages/b/index.js']
  const endings = '{js,mjs,cjs,ts,mts,cts,jsx,tsx}'
  expect(sourceGlobs({ ...nothing, members, files }).globs).toEqual([`packages/*/*.${endings}`])
  expect(sourceGlobs({ ...nothing, members, files: [...files, 'packages/a/src/a.js'] }).globs).toEqual([
    'packages/*/src/**',
  ])
})
