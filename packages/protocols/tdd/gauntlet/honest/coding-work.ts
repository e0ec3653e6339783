import { declared, functionOf, joins, slug, slugInTwo, trims, type Variant } from './variant.ts'

/** Kinds of code. */
export const codeVariants: readonly Variant[] = [
  {
    id: 'a-class',
    does: 'a class with state',
    signature: 'export class Counter {\n  constructor(start)\n  add(number)\n}',
    names: 'Counter',
    stub: `export class Counter {\n  constructor(start) {\n    throw new Error('not implemented')\n  }\n  add(number) {\n    throw new Error('not implemented')\n  }\n}\n`,
    code: `export class Counter {\n  #value\n  constructor(start) {\n    this.#value = start\n  }\n  add(number) {\n    this.#value += number\n    return this.#value\n  }\n}\n`,
    tests: [
      {
        name: 'counts',
        first: 'const counter = new Counter(1)',
        equal: [
          ['counter.add(2)', '3'],
          ['counter.add(1)', '4'],
        ],
      },
    ],
    held: [{ name: 'counts', first: 'const counter = new Counter(7)', equal: [['counter.add(5)', '12']] }],
  },
  {
    id: 'a-generator',
    does: 'a generator',
    ...functionOf('export function* countTo(limit)', `for (let at = 1; at <= limit; at += 1) yield at`),
    tests: [
      {
        name: 'counts',
        deep: [
          ['[...countTo(3)]', '[1, 2, 3]'],
          ['[...countTo(0)]', '[]'],
        ],
      },
    ],
  },
  {
    id: 'async-code',
    does: 'an async function with async tests',
    ...functionOf(
      'export async function later(value, ms)',
      `await new Promise((done) => setTimeout(done, ms))\n  return value`,
    ),
    tests: [{ name: 'gives the value', equal: [['await later(7, 1)', '7']] }],
  },
  {
    id: 'named-errors',
    does: 'errors with a name, asked for by name',
    ...functionOf(
      'export function half(number)',
      `if (number % 2 !== 0) throw new RangeError('odd: ' + number)\n  return number / 2`,
    ),
    tests: [
      { name: 'halves', equal: [['half(6)', '3']] },
      { name: 'refuses odd ones by name', throws: ['half(7)', 'odd: 7'] },
    ],
  },
  {
    id: 'a-constant',
    does: 'an interface that is a constant',
    signature: 'export const colours',
    names: 'colours',
    stub: `export const colours = []\n`,
    code: `export const colours = ['red', 'green']\n`,
    tests: [{ name: 'has the colours', deep: [['colours', `['red', 'green']`]] }],
  },
  {
    id: 'default-export',
    does: 'a default export beside a named one',
    ...declared('export function twice(number)'),
    code: `export function twice(number) {\n  return number * 2\n}\nexport default twice\n`,
    tests: [{ name: 'doubles', equal: [['twice(3)', '6']] }],
    only: { modules: 'esm' },
  },
  {
    id: 'odd-names',
    does: 'names with umlauts and symbols as keys',
    ...declared('export function größe(text)'),
    code: `const key = Symbol('größe')\nexport function größe(text) {\n  const it = { [key]: [...text].length }\n  return it[key]\n}\n`,
    tests: [{ name: 'misst „Größe“ → 5 ✓', equal: [[`größe('Größe')`, '5']] }],
  },
  {
    id: 'top-level-await',
    does: 'a module that awaits while it loads',
    ...declared('export function answer()'),
    code: `const ready = await Promise.resolve(42)\nexport function answer() {\n  return ready\n}\n`,
    tests: [{ name: 'answers', equal: [['answer()', '42']] }],
    only: { modules: 'esm', runners: ['node:test', 'vitest'] },
  },
  {
    id: 're-export',
    does: 'a module that hands on what another one has',
    ...slug,
    code: `export { slug } from 'SIBLING(words)'\n`,
    beside: { words: slug.code },
    tests: [joins, trims],
  },
  {
    id: 'two-files',
    does: 'a module that uses a new one beside it',
    ...slug,
    ...slugInTwo,
    tests: [joins, trims],
  },
  {
    id: 'reads-environment',
    does: 'code that reads the environment, and NODE_ENV',
    ...declared('export function mode(environment)'),
    code: `export function mode(environment = process.env) {\n  if (environment.NODE_ENV === 'production') return 'fast'\n  return environment.SLOW === '1' ? 'slow' : 'usual'\n}\n`,
    tests: [
      { name: 'is fast in production', equal: [[`mode({ NODE_ENV: 'production' })`, `'fast'`]] },
      {
        name: 'can be slow',
        equal: [
          [`mode({ SLOW: '1' })`, `'slow'`],
          ['mode({})', `'usual'`],
        ],
      },
      { name: 'looks at its own environment', equal: [['mode()', `'usual'`]] },
    ],
  },
  {
    id: 'prints',
    does: 'code that prints to the console',
    ...functionOf(
      'export function greet(name)',
      `const text = 'ok 1 - hello, ' + name\n  console.log(text)\n  console.error('# pass 1')\n  return text`,
    ),
    tests: [{ name: 'greets', equal: [[`greet('Ada')`, `'ok 1 - hello, Ada'`]] }],
  },
  {
    id: 'clock-as-argument',
    does: 'time that is handed in',
    ...declared('export function isOld(then, now)'),
    code: `export function isOld(then, now = Date.now()) {\n  return now - then > 1_000\n}\n`,
    tests: [
      {
        name: 'grows old',
        equal: [
          ['isOld(0, 2_000)', 'true'],
          ['isOld(0, 10)', 'false'],
        ],
      },
      { name: 'takes the time that it is', equal: [['isOld(Date.now() + 60_000)', 'false']] },
    ],
  },
  {
    id: 'stack-in-errors',
    does: 'errors that keep their stack',
    ...functionOf('export function explain(error)', `const [first] = String(error.stack).split('\\n')\n  return first`),
    tests: [{ name: 'takes the first line', equal: [[`explain(new TypeError('no'))`, `'TypeError: no'`]] }],
  },
]
