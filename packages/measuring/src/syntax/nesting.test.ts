import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { definesTests, focusIn } from '../runners/focus.ts'
import { isTooDeep } from './nesting.ts'
import { parse } from './syntax.ts'

const n = 20_000
const deep: readonly (readonly [string, string])[] = [
  ['a.js', '('.repeat(n)],
  ['a.js', '['.repeat(n)],
  ['a.js', `${'1+'.repeat(n)}1`],
  ['a.js', `${'1+\n'.repeat(n)}1`],
  ['a.js', `1${'\n+1'.repeat(n)}`],
  ['a.js', `${'!'.repeat(n)}1`],
  ['a.js', `${'()=>'.repeat(n)}1`],
  ['a.js', '{'.repeat(n)],
  ['a.js', 'a('.repeat(n)],
  ['a.js', `${'a?1:'.repeat(n)}1`],
  ['a.js', '`${'.repeat(n)],
  ['a.js', `a${'.a'.repeat(n)}`],
  ['a.js', `a${'()'.repeat(n)}`],
  ['a.js', `${'if(a){}else '.repeat(n)}{}`],
  ['a.js', `${'if(a){}\nelse '.repeat(n)}{}`],
  ['a.js', `${'if(a)'.repeat(n)};`],
  ['a.js', 'class extends '.repeat(n)],
  ['a.js', 'function f(){'.repeat(n)],
  ['a.js', `${'new '.repeat(n)}a`],
  ['a.js', `x=${'{a:'.repeat(n)}`],
  ['a.js', `x=${'{}+'.repeat(n)}1`],
  ['a.js', `${'typeof '.repeat(n)}a`],
  ['a.js', `${'a:'.repeat(n)};`],
  ['a.ts', `type A=${'A<'.repeat(n)}`],
  ['a.ts', `type A=${'A|'.repeat(n)}A`],
  ['a.ts', `let a: A${'[]'.repeat(n)}`],
  ['a.tsx', `x=${'<a>'.repeat(n)}`],
  ['a.js', `${'(1+'.repeat(n / 4)}1`],
  ['a.js', `${'do '.repeat(n)};`],
  ['a.js', `${'await '.repeat(n)}a`],
]

test.each(deep)('code that is nested without end in %s is not parsed: %#', (file, text) => {
  proves('T47')
  expect(parse(file, text).errors).toEqual(['line 1: nested too deeply to be read'])
  expect(focusIn(file, `${text}// only`)).toEqual([])
  expect(definesTests(file, text)).toBe(false)
})

test('code that people write is parsed, be it long', () => {
  const root = fileURLToPath(new URL('../../../..', import.meta.url))
  const own = globSync('packages/*/src/**/*.{ts,mjs,cjs}', { cwd: root })
  expect(own.length).toBeGreaterThan(300)
  expect(own.filter((file) => isTooDeep(file, readFileSync(`${root}/${file}`, 'utf8')))).toEqual([])
  const data = `export default [${Array.from({ length: 20_000 }, (_, at) => `{ id: ${at}, name: "a" }`).join(',\n')}]`
  expect(isTooDeep('data.js', data)).toBe(false)
  const plain = Array.from({ length: 5_000 }, (_, at) => `const a${at} = b.c(d) + e\n`).join('')
  expect(isTooDeep('plain.js', plain)).toBe(false)
  const page = Array.from({ length: 1_000 }, (_, at) => `  <li key="${at}">{name}</li>\n`).join('')
  expect(isTooDeep('page.tsx', `export const P = () => (<ul>\n${page}</ul>)`)).toBe(false)
})
