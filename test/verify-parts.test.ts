/** What CI plays less of, or not at all, is a part of `npm run verify` (decision 0101). */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parts } from '../scripts/verify/parts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const tests = globSync(['packages/*/src/**/*.test.ts', 'packages/protocols/**/*.test.ts', 'test/**/*.test.ts'], {
  cwd: root,
})

/** Whether an amount by tier stands there that is another one in the last tier than in the long one. */
function playsMore(text: string): boolean {
  const amounts = text.matchAll(/\{\s*fast: [\s\S]*?,\s*long: ([\s\S]*?),\s*verify: ([\s\S]*?),?\s*\}\)/g)
  return /byVerify\(\(\)/.test(text) || [...amounts].some(([, long, verify]) => long !== verify)
}

const larger = tests.filter(
  (file) => file.endsWith('.verify.test.ts') || playsMore(readFileSync(join(root, file), 'utf8')),
)

test('every test of which npm run verify has more than CI is in a part of it', () => {
  expect(larger.length).toBeGreaterThan(40)
  const played = new Set(parts.map(({ file }) => file))
  expect(larger.filter((file) => !played.has(file))).toEqual([])
})

test('each part names a file that is there, and has a name of its own', () => {
  expect(parts.filter(({ file }) => !existsSync(join(root, file)))).toEqual([])
  expect(new Set(parts.map(({ name }) => name)).size).toBe(parts.length)
})
