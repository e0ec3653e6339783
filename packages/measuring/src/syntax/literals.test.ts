import { expect, test } from 'vitest'
import { exportedLiteral, RegExpText } from './literals.ts'

test.each<[string, string, unknown]>([
  ['a plain export', 'export default { test: { include: ["test/**"] } }', { test: { include: ['test/**'] } }],
  ['CommonJS', 'module.exports = { roots: ["<rootDir>/src"] }', { roots: ['<rootDir>/src'] }],
  ['a call round it', "export default defineConfig({ test: { dir: 'unit' } })", { test: { dir: 'unit' } }],
  ['calls that merge', 'export default merge(base, define({ a: 1 }))\nconst base = { a: 0, b: 2 }', { a: 1, b: 2 }],
  ['a function', 'export default define(() => ({ test: { globals: true } }))', { test: { globals: true } }],
  ['a function with a body', 'export default () => {\n  log()\n  return { a: `b` }\n}', { a: 'b' }],
  ['a name', 'const config: Config = { a: [1, 2] }\nexport default config', { a: [1, 2] }],
  ['a type', 'const a = { b: 1 } as const\nexport default a satisfies object', { b: 1 }],
  ['lists that grow', 'const more = ["b"]\nexport default { a: ["a", ...more, ...known.exclude] }', { a: ['a', 'b'] }],
  ['a pattern', 'export default { testRegex: /test\\.js$/ }', { testRegex: new RegExpText('test\\.js$') }],
  ['what is computed', 'export default { a: run(), b: x + y, [c]: 1, d: process.env.E, f: 1 }', { a: {}, f: 1 }],
  [
    'a list',
    "export default defineWorkspace(['packages/*', { test: { name: 'a' } }])",
    ['packages/*', { test: { name: 'a' } }],
  ],
  ['no export', 'const a = {}', undefined],
  ['a name of itself', 'const a = a\nexport default a', undefined],
  ['no program', 'export default {', undefined],
])('of a configuration that is %s its literals are read', (_, text, expected) => {
  expect(exportedLiteral('a.config.ts', text)).toEqual(expected)
})
