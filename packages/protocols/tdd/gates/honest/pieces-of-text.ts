import type { Piece } from './piece.ts'

/** Parsers with tables, dispatch tables, texts, numbers, dates, TypeScript. */
export const piecesOfText: readonly Piece[] = [
  {
    id: 'roman',
    kind: 'parser with a table',
    code: `const steps = [[10, 'X'], [9, 'IX'], [5, 'V'], [4, 'IV'], [1, 'I']]\nexport function roman(number) {\n  let [left, made] = [number, '']\n  for (const [size, sign] of steps) while (left >= size) { made += sign; left -= size }\n  return made\n}\n`,
    tests: { 'writes numbers': `assert.deepEqual([roman(4), roman(12)], ['IV', 'XII'])` },
    held: { 'writes numbers': `assert.deepEqual([roman(9), roman(27)], ['IX', 'XXVII'])` },
  },
  {
    id: 'status',
    kind: 'dispatch table',
    code: `const texts = { 200: 'OK', 404: 'Not Found', 500: 'Internal Server Error' }\nexport const textOf = (status) => texts[status] ?? 'Unknown'\n`,
    tests: {
      'says what a status means': `assert.equal(textOf(404), 'Not Found')`,
      'says so of what it does not know': `assert.equal(textOf(299), 'Unknown')`,
    },
    held: {
      'says what a status means': `assert.equal(textOf(500), 'Internal Server Error')`,
      'says so of what it does not know': `assert.equal(textOf(1), 'Unknown')`,
    },
  },
  {
    id: 'calculator',
    kind: 'dispatch table',
    code: `const operations = { '+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b, '/': (a, b) => a / b }\nexport function calculate(text) {\n  const [, left, sign, right] = /^(-?\\d+)\\s*([-+*/])\\s*(-?\\d+)$/.exec(text) ?? []\n  if (sign === undefined) throw new SyntaxError(text)\n  return operations[sign](Number(left), Number(right))\n}\n`,
    tests: {
      reckons: `assert.equal(calculate('2 + 3'), 5); assert.equal(calculate('6*7'), 42)`,
      'refuses the rest': `assert.throws(() => calculate('two'), SyntaxError)`,
    },
    held: {
      reckons: `assert.equal(calculate('9 - 20'), -11); assert.equal(calculate('8/2'), 4)`,
      'refuses the rest': `assert.throws(() => calculate('1 +'), SyntaxError)`,
    },
  },
  {
    id: 'duration',
    kind: 'parser with a table',
    code: `const sizes = { h: 3_600_000, m: 60_000, s: 1000 }\nexport function duration(text) {\n  if (!/^(\\d+[hms]\\s*)+$/.test(text)) throw new RangeError(text)\n  return [...text.matchAll(/(\\d+)([hms])/g)].reduce((sum, [, count, unit]) => sum + Number(count) * sizes[unit], 0)\n}\n`,
    tests: {
      'adds parts up': `assert.equal(duration('1h 2m'), 3_720_000)`,
      'refuses what it cannot read': `assert.throws(() => duration('soon'), RangeError)`,
    },
    held: {
      'adds parts up': `assert.equal(duration('3m 4s'), 184_000)`,
      'refuses what it cannot read': `assert.throws(() => duration('5x'), RangeError)`,
    },
  },
  {
    id: 'tokens',
    kind: 'parser with a table',
    code: `const kinds = [['space', /\\s+/y], ['number', /\\d+/y], ['name', /[a-z]+/y], ['sign', /[-+*/()]/y]]\nexport function* tokens(text) {\n  let at = 0\n  while (at < text.length) {\n    const found = kinds.map(([kind, pattern]) => { pattern.lastIndex = at; return [kind, pattern.exec(text)?.[0]] }).find(([, word]) => word !== undefined)\n    if (found === undefined) throw new SyntaxError(\`at \${at}\`)\n    at += found[1].length\n    if (found[0] !== 'space') yield found\n  }\n}\n`,
    tests: {
      'names each part': `assert.deepEqual([...tokens('a + 12')], [['name', 'a'], ['sign', '+'], ['number', '12']])`,
      'says where it stumbles': `assert.throws(() => [...tokens('a ?')], /at 2/)`,
    },
    held: {
      'names each part': `assert.deepEqual([...tokens('(xy)')], [['sign', '('], ['name', 'xy'], ['sign', ')']])`,
      'says where it stumbles': `assert.throws(() => [...tokens('12 # 3')], /at 3/)`,
    },
  },
  {
    id: 'csv',
    kind: 'parser',
    code: `export function parseCsv(text) {\n  const [head, ...rows] = text.trim().split('\\n').map((line) => line.split(','))\n  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])))\n}\n`,
    tests: {
      'gives a record for each row': `assert.deepEqual(parseCsv('a,b\\n1,2\\n3,4'), [{ a: '1', b: '2' }, { a: '3', b: '4' }])`,
    },
    held: { 'gives a record for each row': `assert.deepEqual(parseCsv('x\\n9\\n'), [{ x: '9' }])` },
  },
  {
    id: 'query',
    kind: 'parser',
    code: `export function readQuery(text) {\n  const made = {}\n  for (const [key, value] of new URLSearchParams(text)) made[key] = key in made ? [made[key], value].flat() : value\n  return made\n}\n`,
    tests: {
      'reads pairs, and lists of one name': `assert.deepEqual(readQuery('a=1&b=2&a=3'), { a: ['1', '3'], b: '2' })`,
    },
    held: { 'reads pairs, and lists of one name': `assert.deepEqual(readQuery('q=x%20y'), { q: 'x y' })` },
  },
  {
    id: 'colors',
    kind: 'enum',
    code: `export const Color = Object.freeze({ red: 1, green: 2, blue: 4 })\nexport function namesOf(mask) { return Object.keys(Color).filter((name) => (mask & Color[name]) !== 0) }\n`,
    stub: `export const Color = Object.freeze({ red: 0, green: 0, blue: 0 })\nexport function namesOf() { throw new Error('not implemented') }\n`,
    tests: { 'names what is in a mask': `assert.deepEqual(namesOf(Color.red | Color.blue), ['red', 'blue'])` },
    held: { 'names what is in a mask': `assert.deepEqual(namesOf(2 | 4), ['green', 'blue'])` },
  },
  {
    id: 'levels',
    kind: 'enum',
    ending: '.ts',
    runners: ['vitest'],
    code: `export enum Level { low = 1, middle, high }\nexport function atLeast(level: Level, least: keyof typeof Level): boolean { return level >= Level[least] }\n`,
    stub: `export enum Level { low = 1, middle, high }\nexport function atLeast(level: Level, least: keyof typeof Level): boolean { throw new Error('not implemented') }\n`,
    tests: {
      'compares by rank': `assert.equal(atLeast(3, 'middle'), true); assert.equal(atLeast(1, 'middle'), false)`,
    },
    held: { 'compares by rank': `assert.equal(atLeast(2, 'high'), false); assert.equal(atLeast(2, 'low'), true)` },
  },
  {
    id: 'shapes',
    kind: 'TypeScript',
    ending: '.ts',
    runners: ['vitest', 'node:test'],
    code: `export interface Circle { readonly kind: 'circle'; readonly radius: number }\nexport interface Square { readonly kind: 'square'; readonly side: number }\nexport function area(shape: Circle | Square): number { return shape.kind === 'circle' ? 3 * shape.radius ** 2 : shape.side ** 2 }\n`,
    stub: `export interface Circle { readonly kind: 'circle'; readonly radius: number }\nexport interface Square { readonly kind: 'square'; readonly side: number }\nexport function area(shape: Circle | Square): number { throw new Error('not implemented') }\n`,
    tests: {
      'is of the shape': `assert.equal(area({ kind: 'circle', radius: 2 }), 12); assert.equal(area({ kind: 'square', side: 3 }), 9)`,
    },
    held: {
      'is of the shape': `assert.equal(area({ kind: 'circle', radius: 1 }), 3); assert.equal(area({ kind: 'square', side: 10 }), 100)`,
    },
  },
  {
    id: 'overloads',
    kind: 'TypeScript',
    ending: '.ts',
    runners: ['vitest', 'node:test'],
    code: `export function repeat(text: string, count: number): string\nexport function repeat(list: string[], count: number): string[]\nexport function repeat(what: any, count: number): any { return typeof what === 'string' ? what.repeat(count) : Array.from({ length: count }, () => what).flat() }\n`,
    stub: `export function repeat(text: any, count: number): any { throw new Error('not implemented') }\n`,
    tests: {
      'repeats texts and lists': `assert.equal(repeat('ab', 2), 'abab'); assert.deepEqual(repeat(['a'], 2), ['a', 'a'])`,
    },
    held: {
      'repeats texts and lists': `assert.equal(repeat('x', 5), 'xxxxx'); assert.deepEqual(repeat(['p', 'q'], 2), ['p', 'q', 'p', 'q'])`,
    },
  },
  {
    id: 'typed-aliases',
    kind: 'TypeScript with path aliases',
    ending: '.ts',
    runners: ['vitest'],
    code: `import { twice } from '@/twice-by-alias'\nexport function doubled(list: readonly number[]): number[] { return list.map(twice) }\n`,
    stub: `export function doubled(list: readonly number[]): number[] { throw new Error('not implemented') }\n`,
    beside: { 'src/twice-by-alias.ts': `export const twice = (n: number): number => n * 2\n` },
    tests: { 'doubles each': `assert.deepEqual(doubled([1, 2]), [2, 4])` },
    held: { 'doubles each': `assert.deepEqual(doubled([5, -7]), [10, -14])` },
  },
  {
    id: 'wrapped',
    kind: 'text',
    code: `export function wrap(text, width) {\n  const lines = ['']\n  for (const word of text.split(/\\s+/)) {\n    const last = lines.at(-1)\n    if (last === '') lines[lines.length - 1] = word\n    else if (last.length + 1 + word.length <= width) lines[lines.length - 1] = \`\${last} \${word}\`\n    else lines.push(word)\n  }\n  return lines\n}\n`,
    tests: { 'breaks between words': `assert.deepEqual(wrap('aa bb cc', 5), ['aa bb', 'cc'])` },
    held: { 'breaks between words': `assert.deepEqual(wrap('one two three', 8), ['one two', 'three'])` },
  },
  {
    id: 'template',
    kind: 'text',
    code: `export const fill = (text, values) => text.replace(/\\{(\\w+)\\}/g, (all, name) => (name in values ? String(values[name]) : all))\n`,
    tests: {
      'puts values in': `assert.equal(fill('Hi {name}', { name: 'Ann' }), 'Hi Ann')`,
      'leaves what it does not know': `assert.equal(fill('{a} {b}', { a: 1 }), '1 {b}')`,
    },
    held: {
      'puts values in': `assert.equal(fill('{x}+{y}', { x: 4, y: 5 }), '4+5')`,
      'leaves what it does not know': `assert.equal(fill('{q}', {}), '{q}')`,
    },
  },
  {
    id: 'tagged',
    kind: 'text',
    code: `export const escaped = (strings, ...values) => strings.reduce((all, each, at) => all + String(values[at - 1]).replaceAll('<', '&lt;') + each)\n`,
    tests: { 'escapes what is put in': `assert.equal(escaped\`<b>\${'<i>'}</b>\`, '<b>&lt;i></b>')` },
    held: { 'escapes what is put in': `assert.equal(escaped\`a\${1}b\${'<'}\`, 'a1b&lt;')` },
  },
  {
    id: 'matrix',
    kind: 'numbers',
    code: `export const multiply = (a, b) => a.map((row) => b[0].map((_, at) => row.reduce((sum, each, k) => sum + each * b[k][at], 0)))\n`,
    tests: { multiplies: `assert.deepEqual(multiply([[1, 2], [3, 4]], [[5, 6], [7, 8]]), [[19, 22], [43, 50]])` },
    held: { multiplies: `assert.deepEqual(multiply([[2]], [[3]]), [[6]])` },
  },
  {
    id: 'bigints',
    kind: 'numbers',
    code: `export function factorial(n) { let made = 1n; for (let at = 2n; at <= n; at += 1n) made *= at; return made }\n`,
    tests: { 'is exact': `assert.equal(factorial(20n), 2432902008176640000n)` },
    held: { 'is exact': `assert.equal(factorial(25n), 15511210043330985984000000n)` },
  },
  {
    id: 'bytes',
    kind: 'typed arrays',
    code: `export function xor(data, key) { return Uint8Array.from(data, (each, at) => each ^ key[at % key.length]) }\n`,
    tests: {
      'is taken back by itself': `const key = Uint8Array.of(7, 9); assert.deepEqual(xor(xor(Uint8Array.of(1, 2, 3), key), key), Uint8Array.of(1, 2, 3)); assert.deepEqual(xor(Uint8Array.of(1), key), Uint8Array.of(6))`,
    },
    held: {
      'is taken back by itself': `assert.deepEqual(xor(Uint8Array.of(255, 0), Uint8Array.of(1)), Uint8Array.of(254, 1))`,
    },
  },
  {
    id: 'dates',
    kind: 'dates',
    code: `export function daysBetween(one, other) { return Math.round((other.getTime() - one.getTime()) / 86_400_000) }\nexport function isWeekend(date) { return [0, 6].includes(date.getUTCDay()) }\n`,
    tests: {
      'counts days': `assert.equal(daysBetween(new Date('2026-01-01'), new Date('2026-02-01')), 31)`,
      'knows weekends': `assert.equal(isWeekend(new Date('2026-11-28')), true); assert.equal(isWeekend(new Date('2026-11-27')), false)`,
    },
    held: {
      'counts days': `assert.equal(daysBetween(new Date('2024-02-28'), new Date('2024-03-01')), 2)`,
      'knows weekends': `assert.equal(isWeekend(new Date('2026-11-29')), true); assert.equal(isWeekend(new Date('2026-11-25')), false)`,
    },
  },
  {
    id: 'errors',
    kind: 'errors',
    code: `export class NotFound extends Error {\n  constructor(what, options) { super(\`\${what} is not there\`, options); this.name = 'NotFound'; this.what = what }\n}\nexport function need(map, key) {\n  try { if (!map.has(key)) throw new Error('absent'); return map.get(key) }\n  catch (cause) { throw new NotFound(key, { cause }) }\n}\n`,
    tests: {
      'says what is not there, and why': `assert.throws(() => need(new Map(), 'a'), (error) => error instanceof NotFound && error.what === 'a' && error.cause.message === 'absent')`,
      'gives what is': `assert.equal(need(new Map([['a', 1]]), 'a'), 1)`,
    },
    held: {
      'says what is not there, and why': `assert.throws(() => need(new Map([['x', 1]]), 'y'), { name: 'NotFound', what: 'y' })`,
      'gives what is': `assert.equal(need(new Map([['k', 'v']]), 'k'), 'v')`,
    },
  },
  {
    id: 'curry',
    kind: 'closures',
    code: `export const curry = (f) => function next(...given) { return given.length >= f.length ? f(...given) : (...more) => next(...given, ...more) }\n`,
    tests: {
      'takes arguments one by one': `const add = curry((a, b, c) => a + b + c); assert.equal(add(1)(2)(3), 6); assert.equal(add(1, 2)(3), 6)`,
    },
    held: {
      'takes arguments one by one': `const join = curry((a, b) => a + b); assert.equal(join('x')('y'), 'xy'); assert.equal(join('p', 'q'), 'pq')`,
    },
  },
  {
    id: 'proxied',
    kind: 'proxy',
    code: `export const withDefault = (object, value) => new Proxy(object, { get: (target, key) => (key in target ? target[key] : value) })\n`,
    tests: {
      'gives the default': `assert.equal(withDefault({ a: 1 }, 0).b, 0)`,
      'gives what is there': `assert.equal(withDefault({ a: 1 }, 0).a, 1)`,
    },
    held: {
      'gives the default': `assert.equal(withDefault({}, 'none').x, 'none')`,
      'gives what is there': `assert.equal(withDefault({ z: 5 }, 1).z, 5)`,
    },
  },
  {
    id: 'sorted-in-place',
    kind: 'mutable input',
    code: `export function sortBy(list, key) { list.sort((a, b) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0)) }\n`,
    tests: {
      'sorts what it is given': `const list = [{ n: 2 }, { n: 1 }]; sortBy(list, 'n'); assert.deepEqual(list, [{ n: 1 }, { n: 2 }])`,
    },
    held: {
      'sorts what it is given': `const list = [{ s: 'c' }, { s: 'a' }, { s: 'b' }]; sortBy(list, 's'); assert.deepEqual(list.map(({ s }) => s), ['a', 'b', 'c'])`,
    },
  },
  {
    id: 'sink',
    kind: 'side effects',
    code: `export function logTo(write, level, text) { write(\`[\${level}] \${text}\\n\`) }\n`,
    tests: {
      'writes a line': `const lines = []; logTo((line) => lines.push(line), 'info', 'begins'); assert.deepEqual(lines, ['[info] begins\\n'])`,
    },
    held: {
      'writes a line': `let out = ''; logTo((line) => { out += line }, 'warn', 'low'); assert.equal(out, '[warn] low\\n')`,
    },
  },
  {
    id: 'injected',
    kind: 'dependency injection',
    code: `export const createGreeter = ({ now, names }) => ({ greet: (id) => \`\${now() < 12 ? 'Good morning' : 'Hello'}, \${names(id)}\` })\n`,
    tests: {
      'greets by the hour': `assert.equal(createGreeter({ now: () => 9, names: (id) => 'n' + id }).greet(3), 'Good morning, n3')`,
      'greets later': `assert.equal(createGreeter({ now: () => 15, names: () => 'Bo' }).greet(1), 'Hello, Bo')`,
    },
    held: {
      'greets by the hour': `assert.equal(createGreeter({ now: () => 0, names: () => 'Al' }).greet(8), 'Good morning, Al')`,
      'greets later': `assert.equal(createGreeter({ now: () => 12, names: (id) => id }).greet('x'), 'Hello, x')`,
    },
  },
]
