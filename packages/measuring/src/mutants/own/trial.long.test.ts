import { fileURLToPath } from 'node:url'
import { memoryBlobs } from '@sigma/engine'
import type { Project } from '@sigma/protocol'
import { expect, test } from 'vitest'
import { folderCheckouts } from '../../fixture/folder-checkouts.ts'
import { localProcesses } from '../../fixture/local-processes.ts'
import { jest } from '../../runners/jest.ts'
import { nodeTest } from '../../runners/node-test.ts'
import { vitest } from '../../runners/vitest.ts'
import { outcomesOf } from './outcomes.ts'
import { tryMutants } from './trial.ts'

const modules = fileURLToPath(new URL('../../../../../node_modules', import.meta.url))
const checkouts = folderCheckouts(undefined, modules)
const tools = {
  ...{ processes: localProcesses(), checkouts, blobs: memoryBlobs(), runners: [nodeTest, vitest, jest] },
  ...{ baselines: new Map(), checked: new Map() },
}

const source = `const cache = new Map()
export function fee(amount) {
  if (cache.has(amount)) return cache.get(amount)
  if (amount < 0) throw new RangeError('no such amount')
  const fee = amount >= 100 ? 0 : amount / 10
  cache.set(amount, fee)
  return fee
}
export function unused(a) {
  while (a > 0) a -= 1
  return a
}
export function countDown(from) {
  const all = []
  let left = from
  while (left > 0) {
    all.push(left)
    left -= 1
  }
  return all
}
`
const head = {
  'node:test': `import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
const equal = assert.deepEqual
const throws = assert.throws
`,
  vitest: `import { describe, expect, test } from 'vitest'
const equal = (a, b) => expect(a).toEqual(b)
const throws = (f) => expect(f).toThrow()
`,
  jest: `import { describe, expect, test } from '@jest/globals'
const equal = (a, b) => expect(a).toEqual(b)
const throws = (f) => expect(f).toThrow()
`,
}
const tests = `import { countDown, fee } from '../src/fee.js'
describe('fee', () => {
  test('a tenth', () => equal(fee(50), 5))
  test('none of much', () => equal(fee(200), 0))
  test('of nothing below nothing', () => throws(() => fee(-1)))
})
test('counts down', () => equal(countDown(2), [2, 1]))
`
const project: Project = {
  ...{ runner: 'node:test', folder: '', tests: ['test/**'], source: ['src/**'], guarded: [], checkLimitMs: 60_000 },
  coverage: { lines: 0, functions: 0, branches: 0, statements: 0 },
}
const packages = {
  'node:test': { type: 'module' },
  vitest: { type: 'module' },
  jest: {
    type: 'module',
    scripts: { test: 'NODE_OPTIONS=--experimental-vm-modules jest' },
    jest: { transform: {} },
  },
}

test.concurrent.each(['node:test', 'vitest', 'jest'] as const)(
  'with %s each mutant is noticed, or not, by the tests that reach it, from a fresh start',
  { timeout: 240_000 },
  async (runner) => {
    const commit = await checkouts.commit({
      'package.json': JSON.stringify(packages[runner]),
      'src/fee.js': source,
      'test/fee.test.js': `${head[runner]}${tests}`,
      'test/other.test.js': `${head[runner]}test('else', () => equal(1, 1))\n`,
    })
    const tried = await tryMutants(
      ...[tools, { ...project, runner }, { commit }, [{ path: 'src/fee.js', lines: null }]],
      { runs: null, leastMs: 0, limitMs: 200_000 },
      AbortSignal.timeout(220_000),
    )
    expect(tried.account.isWhole, tried.printed).toBe(true)
    const outcomes = outcomesOf(tried)
    const of = (standing: string): readonly string[] =>
      outcomes.flatMap((each) => (each.standing === standing ? [`${each.line} ${each.from} → ${each.to}`] : []))
    expect(of('survived')).toEqual([
      '3 cache.has(amount) → false',
      '4 amount < 0 → amount <= 0',
      '5 amount >= 100 → amount > 100',
      '6 cache.set(amount, fee) → ',
    ])
    expect(new Set(outcomes.flatMap(({ standing, within }) => (standing === 'unreached' ? [within] : [])))).toEqual(
      new Set(['unused']),
    )
    expect([of('unsure'), of('untried')]).toEqual([[], []])
    const boundary = outcomes.find(({ to }) => to === 'amount > 100')
    const names = boundary?.tests.map((name) => name.replace(/ › fee(?: ›)? /, ' › '))
    expect(names).toEqual(['test/fee.test.js › a tenth', 'test/fee.test.js › none of much'])
    // A loop that a mutant keeps going.
    expect(outcomes.find(({ to }) => to === 'left += 1')).toMatchObject({ standing: 'noticed' })
  },
)
