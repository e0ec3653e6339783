import { expect, test } from 'vitest'
import { buildsMissing } from './packages.ts'

test('what a build has not made is named from the configuration, wherever the failure names it from', () => {
  const causes = buildsMissing([{ id: 't', file: 'x', text: 'ENOENT: packages/b/dist/b.js', places: [] }], {
    manifest: '{ "scripts": { "build": "tsc" } }',
    files: ['packages/a/package.json', 'packages/b/package.json'],
    folder: 'packages/a',
  })
  expect(causes[0]?.setting).toBe('`npm run build`, then "tests": { "reads": ["../b/dist"] }')
})
