/** Planted weak tests are found, each in the function that it is about; strong ones are not blamed. */
import { memoryBlobs } from '@sigma/engine'
import type { Project } from '@sigma/protocol'
import { expect, test } from 'vitest'
import { folderCheckouts } from '../../fixture/folder-checkouts.ts'
import { localProcesses } from '../../fixture/local-processes.ts'
import { nodeTest } from '../../runners/node-test.ts'
import { strengthOf } from './strength.ts'

const checkouts = folderCheckouts()
const tools = {
  ...{ processes: localProcesses(), checkouts, blobs: memoryBlobs(), runners: [nodeTest] },
  ...{ baselines: new Map(), checked: new Map() },
}
const project: Project = {
  ...{ runner: 'node:test', folder: '', tests: ['test/**'], source: ['src/**'], guarded: [], checkLimitMs: 60_000 },
  coverage: { lines: 0, functions: 0, branches: 0, statements: 0 },
}

interface Piece {
  readonly name: string
  /** What is wrong with the weak test. */
  readonly weakness: string
  readonly code: string
  readonly weak: string
  readonly strong: string
}

const piece = (name: string, weakness: string, code: string, weak: string, strong: string): Piece => ({
  ...{ name, weakness, code, weak, strong },
})

/** Each function with a weak test of it and a strong one; `is` compares deeply, `throws` wants an error of that message. */
const pieces: readonly Piece[] = [
  piece(
    'isAdult',
    'the boundary is off by one',
    'isAdult = (age) => age >= 18',
    'is(m.isAdult(40), true); is(m.isAdult(3), false)',
    'is(m.isAdult(18), true); is(m.isAdult(17), false)',
  ),
  piece(
    'fits',
    'the upper boundary is missing',
    'fits = (n) => n >= 1 && n <= 9',
    'is(m.fits(1), true); is(m.fits(0), false); is(m.fits(50), false)',
    'is(m.fits(1), true); is(m.fits(0), false); is(m.fits(9), true); is(m.fits(10), false)',
  ),
  piece(
    'half',
    'the error case is missing',
    "half = (n) => {\n  if (n % 2 !== 0) throw new Error('odd')\n  return n / 2\n}",
    'is(m.half(8), 4)',
    "is(m.half(8), 4); throws(() => m.half(3), 'odd')",
  ),
  piece(
    'parse',
    'the error of an empty text is missing',
    "parse = (text) => {\n  if (text === '') throw new Error('empty')\n  return Number(text)\n}",
    "is(m.parse('4'), 4)",
    "is(m.parse('4'), 4); throws(() => m.parse(''), 'empty')",
  ),
  piece(
    'area',
    'the assertion is on the type',
    'area = (w, h) => w * h',
    "is(typeof m.area(2, 3), 'number')",
    'is(m.area(2, 3), 6)',
  ),
  piece(
    'sum',
    'the assertion is on what was given',
    'sum = (all) => {\n  let sum = 0\n  for (const each of all) sum += each\n  return sum\n}',
    'const given = [1, 2]; m.sum(given); is(given, [1, 2])',
    'is(m.sum([1, 2]), 3)',
  ),
  piece(
    'initials',
    'only the length is compared',
    "initials = (name) => name.split(' ').map((part) => part[0].toUpperCase()).join('')",
    "is(m.initials('ann bee').length, 2)",
    "is(m.initials('ann bee'), 'AB')",
  ),
  piece(
    'sorted',
    'the input is sorted already',
    'sorted = (all) => all.toSorted((a, b) => a - b)',
    'is(m.sorted([1, 2, 3]), [1, 2, 3])',
    'is(m.sorted([3, 1, 20]), [1, 3, 20])',
  ),
  piece(
    'clean',
    'the input has nothing to clean',
    'clean = (text) => text.trim().toLowerCase()',
    "is(m.clean('abc'), 'abc')",
    "is(m.clean(' ABc '), 'abc')",
  ),
  piece(
    'even',
    'nothing is filtered',
    'even = (all) => all.filter((n) => n % 2 === 0)',
    'is(m.even([2, 4]), [2, 4])',
    'is(m.even([1, 2, 3, 4]), [2, 4])',
  ),
  piece(
    'either',
    'the second half is never decisive',
    'either = (a, b) => a || b',
    'is(m.either(true, true), true)',
    'is(m.either(true, false), true); is(m.either(false, true), true); is(m.either(false, false), false)',
  ),
  piece(
    'both',
    'only the case of both is asked',
    'both = (a, b) => a && b',
    'is(m.both(true, true), true)',
    'is(m.both(true, true), true); is(m.both(true, false), false); is(m.both(false, true), false)',
  ),
  piece(
    'sign',
    'zero is missing',
    "sign = (n) => (n === 0 ? 'none' : n > 0 ? 'plus' : 'minus')",
    "is(m.sign(3), 'plus'); is(m.sign(-3), 'minus')",
    "is(m.sign(1), 'plus'); is(m.sign(-1), 'minus'); is(m.sign(0), 'none')",
  ),
  piece(
    'counter',
    'it is called once',
    'counter = () => {\n  let count = 0\n  return { next: () => {\n    count += 1\n    return count\n  } }\n}',
    "is(typeof m.counter().next(), 'number')",
    'const own = m.counter(); is(own.next(), 1); is(own.next(), 2)',
  ),
  piece(
    'store',
    'what is kept is never read',
    'store = (into, key, value) => {\n  into.set(key, value)\n  return true\n}',
    "is(m.store(new Map(), 'a', 1), true)",
    "const into = new Map(); is(m.store(into, 'a', 1), true); is(into.get('a'), 1)",
  ),
  piece(
    'anyBig',
    'one element cannot tell some from every',
    'anyBig = (all) => all.some((n) => n > 9)',
    'is(m.anyBig([10]), true); is(m.anyBig([9]), false)',
    'is(m.anyBig([10, 1]), true); is(m.anyBig([9]), false)',
  ),
  piece(
    'clamp',
    'nothing is clamped',
    'clamp = (n) => Math.max(0, Math.min(10, n))',
    'is(m.clamp(5) >= 0, true)',
    'is(m.clamp(5), 5); is(m.clamp(50), 10); is(m.clamp(-5), 0)',
  ),
  piece(
    'average',
    'any number will do',
    'average = (a, b) => (a + b) / 2',
    'is(Number.isFinite(m.average(2, 2)), true)',
    'is(m.average(2, 4), 3)',
  ),
  piece(
    'label',
    'the other answer is missing',
    "label = (isOpen) => (isOpen ? 'open' : 'shut')",
    "is(m.label(true), 'open')",
    "is(m.label(true), 'open'); is(m.label(false), 'shut')",
  ),
  piece('unused', 'nobody calls it', 'unused = (a) => a - 1', 'is(1, 1)', 'is(m.unused(3), 2)'),
]

const files = (of: 'weak' | 'strong'): Readonly<Record<string, string>> => ({
  'package.json': '{ "type": "module" }',
  'src/pieces.js': `${pieces.map(({ code }) => `export const ${code}`).join('\n')}\n`,
  'test/pieces.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as m from '../src/pieces.js'
const is = assert.deepEqual
const throws = (f, message) => assert.throws(f, { message })
${pieces.map((each) => `test('${each.name}', () => { ${each[of]} })`).join('\n')}
`,
})

/** Zero has an answer of its own before it is asked for. */
const equivalent = { file: 'src/pieces.js', was: 'n > 0', becomes: 'n >= 0', reason: 'zero was answered before' }

const measured = async (of: 'weak' | 'strong') =>
  await strengthOf(
    tools,
    { ...project, mutants: { command: null, report: '', least: 80, limitMs: 1, waived: [equivalent] } },
    { commit: await checkouts.commit(files(of)) },
    ['src/pieces.js'],
    400_000,
    AbortSignal.timeout(420_000),
  )

test('each of twenty weak tests is found, with its line and the test that runs it', { timeout: 430_000 }, async () => {
  const { functions, untried, unsure } = await measured('weak')
  expect([untried, unsure]).toEqual([0, 0])
  const strong = pieces.filter(({ name }) => {
    const own = functions.filter((each) => each.name === name || each.name.startsWith(`${name}.`))
    return own.every(({ unnoticed }) => unnoticed.length === 0)
  })
  expect(strong.map(({ name, weakness }) => `${name}: ${weakness}`)).toEqual([])
  const adult = functions.find(({ name }) => name === 'isAdult')
  expect(adult?.unnoticed).toMatchObject([
    { was: 'age >= 18', becomes: 'age > 18', tests: ['test/pieces.test.js › isAdult'] },
  ])
  expect(functions.filter(({ isReached }) => !isReached).map(({ name }) => name)).toEqual(['unused'])
  expect(functions[0]?.share).toBe(0)
})

test('none of twenty strong tests is blamed', { timeout: 430_000 }, async () => {
  const { functions, share } = await measured('strong')
  expect(functions.find(({ name }) => name === 'sign')).toMatchObject({ waived: 1 })
  const blamed = functions.flatMap(({ name, unnoticed }) =>
    unnoticed.map(({ was, becomes }) => `${name}: ${was} → ${becomes}`),
  )
  expect([blamed, share]).toEqual([[], 100])
})
