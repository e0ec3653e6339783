/** Test-only: small things to be written, each with examples that tests show and others that are held back. */
export interface Task {
  readonly name: string
  readonly parameters: string
  /** Of a function that does it. */
  readonly body: string
  /** Arguments and result, as text. */
  readonly shown: readonly (readonly [given: string, wanted: string])[]
  readonly held: readonly (readonly [given: string, wanted: string])[]
  /** What somebody answers who does not do it; never what is wanted of an example. */
  readonly lazy: readonly [string, ...string[]]
  /** `typeof` of the result, or `list`. */
  readonly gives: 'string' | 'number' | 'boolean' | 'list' | 'object'
}

export const tasks: readonly [Task, ...Task[]] = [
  {
    name: 'slug',
    parameters: 'text',
    body: `return text.trim().toLowerCase().replaceAll(' ', '-')`,
    shown: [
      [`'Two Words'`, `'two-words'`],
      [`'ABC'`, `'abc'`],
    ],
    held: [
      [`'One More Word'`, `'one-more-word'`],
      [`'XyZ'`, `'xyz'`],
    ],
    lazy: ['text', `''`, `'slug'`],
    gives: 'string',
  },
  {
    name: 'roman',
    parameters: 'number',
    body: `const steps = [[10, 'X'], [9, 'IX'], [5, 'V'], [4, 'IV'], [1, 'I']]; let left = number, made = ''; for (const [size, sign] of steps) while (left >= size) { made += sign; left -= size } return made`,
    shown: [
      ['4', `'IV'`],
      ['12', `'XII'`],
    ],
    held: [
      ['7', `'VII'`],
      ['29', `'XXIX'`],
    ],
    lazy: [`''`, `String(number)`, `'I'`],
    gives: 'string',
  },
  {
    name: 'clamp',
    parameters: 'low, high, value',
    body: `return value < low ? low : value > high ? high : value`,
    shown: [
      ['1, 5, 9', '5'],
      ['1, 5, -3', '1'],
    ],
    held: [
      ['2, 8, 40', '8'],
      ['3, 6, 0', '3'],
    ],
    lazy: ['value', '0', 'value * 2'],
    gives: 'number',
  },
  {
    name: 'seconds',
    parameters: 'text',
    body: `const sizes = { h: 3600, m: 60, s: 1 }; let sum = 0; for (const [, count, unit] of text.matchAll(/(\\d+)([hms])/g)) sum += Number(count) * sizes[unit]; return sum`,
    shown: [
      [`'1h 2m'`, '3720'],
      [`'45s'`, '45'],
    ],
    held: [
      [`'3m 4s'`, '184'],
      [`'2h'`, '7200'],
    ],
    lazy: ['0', 'text.length', '-1'],
    gives: 'number',
  },
  {
    name: 'isLeap',
    parameters: 'year',
    body: `return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0`,
    shown: [
      ['2024', 'true'],
      ['1900', 'false'],
    ],
    held: [
      ['2000', 'true'],
      ['2023', 'false'],
      ['2100', 'false'],
      ['1996', 'true'],
    ],
    lazy: ['year === 7', 'year > 1e6', 'year < 0'],
    gives: 'boolean',
  },
  {
    name: 'words',
    parameters: 'text',
    body: `return text.split(' ').filter((each) => each !== '')`,
    shown: [
      [`'a  b'`, `['a', 'b']`],
      [`' one '`, `['one']`],
    ],
    held: [
      [`'x yy  zzz'`, `['x', 'yy', 'zzz']`],
      [`'  last'`, `['last']`],
    ],
    lazy: ['[]', '[text]', `['none']`],
    gives: 'list',
  },
  {
    name: 'counts',
    parameters: 'text',
    body: `const made = {}; for (const each of text) made[each] = (made[each] ?? 0) + 1; return made`,
    shown: [
      [`'aab'`, `{ a: 2, b: 1 }`],
      [`'zz'`, `{ z: 2 }`],
    ],
    held: [
      [`'abcc'`, `{ a: 1, b: 1, c: 2 }`],
      [`'q'`, `{ q: 1 }`],
    ],
    lazy: ['{}', '{ size: text.length }', '{ a: 0 }'],
    gives: 'object',
  },
]
