import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { testChangesOf } from '../test-changes/test-changes.ts'
import { emptinessOf } from '../vacuous/emptiness.ts'
import { callAtPlace, readTestCode } from './test-code.ts'

const heads = `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { slug } from '../src/text.js'`
const times = (count: number, of: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => of(at)).join('\n')

/** Test files that are made to be looked at for ever, or to break whoever looks. */
const hostile: Readonly<Record<string, string>> = {
  'names that stand for two others each': `${times(40, (at) => `const a${at} = a${at + 1} + a${at + 1}`)}\nconst a40 = slug('a')\ntest('x', () => { assert.equal(a0, 'a') })`,
  'helpers that call helpers a hundred times': `${times(8, (at) => `function f${at}() { ${times(100, () => `f${at + 1}()`)} }`)}\nfunction f8() { assert.ok(slug('a')) }\ntest('x', () => { f0() })`,
  'loops in loops': `const all = [${'1, '.repeat(200)}]\ntest('x', () => { for (const a of all) for (const b of all) for (const c of all) for (const d of all) slug(a + b + c + d) })`,
  'functions that give back each other': `const one = () => other()\nconst other = () => one()\ntest('x', () => { assert.equal(one(), slug(other())) })`,
  'names that stand for themselves': `const a = b\nconst b = a\ntest('x', () => { assert.equal(a, b) })`,
  'the same assertion, over and over': `test('x', () => {\n${times(8_000, () => `assert.ok(slug('a'))`)}\n})`,
  'a test for every line': times(2_000, (at) => `test('x${at}', () => { assert.equal(slug('a'), ${at}) })`),
  'hooks for every test': times(1_000, (at) => `beforeEach(() => { slug('${at}') })\ntest('x', () => { slug('a') })`),
  'brackets without end': `test('x', () => assert.ok(${'['.repeat(100_000)}`,
  'names of objects': `test('__proto__', () => { const { constructor: a, __proto__: b } = slug('a'); assert.equal(a, b); assert.constructor(a).hasOwnProperty(b) })`,
  'no code at all': '\u0000\ufeff\u2028'.repeat(1_000),
}

for (const [what, text] of Object.entries(hostile)) {
  test(`${what}: it is looked at, or not, and that comes to its end`, () => {
    proves('T47')
    const file = `${heads}\n${text}`
    const code = readTestCode('test/a.test.js', file)
    const calls = (code?.calls ?? []).slice(0, 500)
    for (const { start } of code === null ? [] : calls) {
      const before = file.slice(0, start).split('\n')
      const call = code === null ? null : callAtPlace(code, before.length, (before.at(-1)?.length ?? 0) + 1)
      if (code !== null && call !== null) emptinessOf(call, code, { isSource: () => true, plainLanguage: true })
    }
    expect(testChangesOf([['test/a.test.js', file, file]]).every(({ kind }) => kind === 'unread')).toBe(true)
    const turned = file.replaceAll(`slug('a')`, `slug('b')`)
    expect(testChangesOf([['test/a.test.js', file, turned]]).length).toBeLessThanOrEqual(200)
  })
}
