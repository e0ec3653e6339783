/**
 * After what small packages look like after some years: a test that fails since long, one that looks into `.git`, one by
 * chance, one that is for the time zone of whoever wrote it; and beside them work that has to go on.
 */
import type { Published } from '../published.ts'

const format = `/** A time of day, such as 9:05. */
export function timeOfDay(date: Date): string {
  return \`\${date.getHours()}:\${String(date.getMinutes()).padStart(2, '0')}\`
}

/** The first letters of names. */
export function initials(name: string): string {
  return name
    .split(' ')
    .map((part) => part[0]!.toUpperCase())
    .join('')
}

export function ordinal(number: number): string {
  const ending = ['th', 'st', 'nd', 'rd'][number % 10] ?? 'th'
  return \`\${number}\${ending}\`
}
`

export const oldFailures: Published = {
  name: 'failures at HEAD',
  manager: 'npm',
  folder: '.',
  files: {
    '.gitignore': 'node_modules\ncoverage\n.env.test\n',
    'package.json': JSON.stringify(
      {
        name: 'wording',
        version: '0.9.2',
        type: 'module',
        scripts: { test: 'vitest run' },
        devDependencies: { vitest: '5.1.1' },
      },
      null,
      2,
    ),
    'vite.config.ts': `import { defineConfig } from 'vitest/config'\n\nexport default defineConfig({ test: { include: ['tests/**/*.test.ts'] } })\n`,
    'src/format.ts': format,
    'tests/ordinal.test.ts': `import { expect, test } from 'vitest'
import { ordinal } from '../src/format'

test('the first three', () => {
  expect([1, 2, 3].map(ordinal)).toEqual(['1st', '2nd', '3rd'])
})

// Nobody has found the time since 0.7.
test('eleven to thirteen', () => {
  expect([11, 12, 13].map(ordinal)).toEqual(['11th', '12th', '13th'])
})
`,
    'tests/time.test.ts': `import { expect, test } from 'vitest'
import { timeOfDay } from '../src/format'

test('a time of day', () => {
  expect(timeOfDay(new Date(2024, 0, 1, 9, 5))).toBe('9:05')
})

test('a time of day in Vienna', () => {
  expect(timeOfDay(new Date('2024-01-01T08:05:00Z'))).toBe('9:05')
})
`,
    'tests/release.test.ts': `import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('the change log has an entry for what is released', () => {
  const subjects = execFileSync('git', ['log', '-5', '--format=%s'], { encoding: 'utf8' })
  expect(subjects).not.toBe('')
})
`,
    'tests/chance.test.ts': `import { expect, test } from 'vitest'

// A race of timers, as it is met: it ends well in half of its runs.
test('the first of two is the first', async () => {
  const ended: string[] = []
  const after = (name: string) => new Promise<void>((resolve) => setTimeout(() => resolve(void ended.push(name)), Math.random() * 8))
  await Promise.all([after('a'), after('b')])
  expect(ended).toEqual(['a', 'b'])
})
`,
  },
  found: [
    /^package +wording; npm$/m,
    /^runner +vitest 5\.1\.1/m,
    /^tests +tests\/\*\* \(4 files\)$/m,
    /^trial .*fail at HEAD.*eleven to thirteen/m,
    /a git repository: now set: .*\.git/,
  ],
  failing: ['eleven to thirteen'],
  env: { TZ: 'Europe/Vienna' },
  asks: { about: [/eleven to thirteen fails already/], option: 'go-on' },
  feature: {
    module: 'words',
    design: `# words

Two functions are added to \`src/format.ts\`.

## Interface

\`\`\`ts
export function plural(number: number, word: string): string
export function list(words: readonly string[]): string
\`\`\`

## Behaviour

- \`plural(2, 'day')\` is \`2 days\`, \`plural(1, 'day')\` is \`1 day\`.
- \`list\` puts commas between words, and \`and\` before the last.
`,
    plan: `Batch₁: (parallel 1)
□ TDD₁: More than one (plural) → ℜ→ℜᴳ→ℜᶠ [files: src/format.ts]

Batch₂: (parallel 1)
□ TDD₂: Lists (list) → ℜ→ℜᴳ→ℜᶠ [files: src/format.ts]
`,
    held: {
      'RED 1': {
        'tests/plural.test.ts': {
          instead: [
            ["'day'", "'hour'"],
            ['2,', '30,'],
            ['1 day', '1 hour'],
            ['2 days', '30 hours'],
          ],
        },
      },
      'RED 2': {
        'tests/list.test.ts': {
          instead: [
            ["[['a'], 'a']", "[['x'], 'x']"],
            ["[['a', 'b'], 'a and b']", "[['y', 'z'], 'y and z']"],
            ["[['a', 'b', 'c'], 'a, b and c']", "[['w', 'x', 'y', 'z'], 'w, x, y and z']"],
          ],
        },
      },
    },
    turns: {
      Phase0: {
        'src/format.ts': [
          [
            '',
            `
export function plural(number: number, word: string): string {
  throw new Error('plural is not implemented')
}

export function list(words: readonly string[]): string {
  throw new Error('list is not implemented')
}
`,
          ],
        ],
      },
      'RED 1': {
        'tests/plural.test.ts': `import { expect, test } from 'vitest'
import { plural } from '../src/format'

test('one and more', () => {
  expect([plural(1, 'day'), plural(2, 'day')]).toEqual(['1 day', '2 days'])
})
`,
      },
      'GREEN 1': {
        'src/format.ts': [
          [
            `  throw new Error('plural is not implemented')`,
            `  return \`\${number} \${word}\${number === 1 ? '' : 's'}\``,
          ],
        ],
      },
      'RED 2': {
        'tests/list.test.ts': `import { expect, test } from 'vitest'
import { list } from '../src/format'

test.each([
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c'], 'a, b and c'],
])('%j', (words, text) => {
  expect(list(words)).toBe(text)
})
`,
      },
      'GREEN 2': {
        'src/format.ts': [
          [
            `  throw new Error('list is not implemented')`,
            `  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : \`\${words.slice(0, -1).join(', ')} and \${last}\``,
          ],
        ],
      },
    },
  },
  fix: {
    module: 'initials',
    design: `# initials

## Interface

\`\`\`ts
export function initials(name: string): string
\`\`\`

## Behaviour

- More than one space between names, or none at all of them, throws a TypeError today. They are left out.
`,
    plan: `Batch₁: (parallel 1)
□ TDD₁: Names with odd spaces (initials) → ℜ→ℜᴳ→ℜᶠ [files: src/format.ts]
`,
    held: {
      'RED 1': {
        'tests/initials.test.ts': {
          instead: [
            ['Ada  Lovelace ', ' Grace   Hopper'],
            ['AL', 'GH'],
          ],
        },
      },
    },
    turns: {
      'RED 1': {
        'tests/initials.test.ts': `import { expect, test } from 'vitest'
import { initials } from '../src/format'

test('names with more than one space between them', () => {
  expect(initials('Ada  Lovelace ')).toBe('AL')
})
`,
      },
      'GREEN 1': {
        'src/format.ts': [[`    .split(' ')\n`, `    .split(' ')\n    .filter((part) => part !== '')\n`]],
      },
    },
  },
}
