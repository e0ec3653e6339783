import { expect, test } from 'vitest'
import { fileTree } from '../testing/file-tree.ts'
import { importedBy } from './imported.ts'

const files = ['index.ts', 'core/a.ts', 'core/b.mts', 'core/deep/index.js', 'core/view.tsx']

test.each<[string, readonly string[]]>([
  ["import { a } from '../core/a.ts'", ['core/a.ts']],
  ["import { a } from '../core/a'", ['core/a.ts']],
  // TypeScript names what is made of a file.
  ["import { a } from '../core/a.js'", ['core/a.ts']],
  ["import { b } from '../core/b.mjs'", ['core/b.mts']],
  ["import '../core/view.jsx'", ['core/view.tsx']],
  ["const deep = require('../core/deep')", ['core/deep/index.js']],
  ["vi.mock('../core/deep/')", ['core/deep/index.js']],
  ["import all from '..'", ['index.ts']],
  ["import { test } from 'node:test'", []],
  ["import x from '../core/gone.js'", []],
])('%s', (text, imported) => {
  expect(importedBy(fileTree({ 'one/test/a.test.ts': text }), 'one', ['test/a.test.ts'], files)).toEqual(imported)
})
