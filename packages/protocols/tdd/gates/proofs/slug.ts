/** The small project that the proofs are played in: `slug` is to be written, `shout` is there and tested. */

import type { Files } from '@sigma/measuring'
import type { JsonObject, Project } from '@sigma/protocol'

export const project: Project = {
  runner: 'node:test',
  folder: '',
  tests: ['test/**'],
  source: ['src/**'],
  guarded: ['package.json'],
  coverage: { lines: 0, functions: 0, branches: 0, statements: 0 },
  checkLimitMs: 30_000,
}

const shout = 'export const shout = (text) => text.toUpperCase()\n'
const imports = `import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
`

export const unwritten: string = `${shout}export function slug(text) {
  throw new Error('not implemented')
}
`

export const written: string = `${shout}export function slug(text) {
  return text.trim().toLowerCase().replaceAll(' ', '-')
}
`

/** A source file that holds `slug` with this body. */
export const source = (body: string): string => `${shout}export function slug(text) {\n  ${body}\n}\n`

/** A test file over the source, holding these tests. */
export const tests = (code: string): string => `${imports}import * as source from '../src/text.js'\n${code}\n`

export const oldTest = `test('shouts', () => assert.equal(source.shout('a'), 'A'))`

export const slugTest = `test('makes a slug', () => assert.equal(source.slug('A b'), 'a-b'))`

/** Before Phase 0: nothing but the old module. */
export const bare: Files = {
  'package.json': '{ "type": "module" }\n',
  'src/text.js': shout,
  'test/old.test.js': tests(oldTest),
}

/** After Phase 0: the interface is there. */
export const start: Files = { ...bare, 'src/text.js': unwritten }

/** After RED: one honest new test. */
export const red: Files = { ...start, 'test/slug.test.js': tests(slugTest) }

/** After GREEN. */
export const green: Files = { ...red, 'src/text.js': written }

/** Beside an old failure and a file that cannot be loaded, as they stood before any work. */
export const sick: Files = {
  'test/sore.test.js': tests(`${oldTest}\ntest('whispers', () => assert.equal(source.shout('a'), 'b'))`),
  'test/broken.test.js': tests(`import '../src/nowhere.js'\n${oldTest}`),
}

/** A record of the vocabulary as JSON, as it travels in a check. */
export const asJson = (value: Project): JsonObject => ({ ...value, coverage: { ...value.coverage } })
