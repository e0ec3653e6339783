/** After defu: TypeScript that Node reads as it stands, tests by node:test, and examples of others as a submodule. */
import type { Published } from '../published.ts'

const defaults = `export type Plain = Record<string, unknown>

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Fills in what is missing; what is there wins. */
export function fill(object: Plain, ...sources: Plain[]): Plain {
  const result = { ...object }
  for (const source of sources) {
    for (const [key, value] of Object.entries(source)) {
      const known = result[key]
      if (known === undefined || known === null) result[key] = value
      else if (Array.isArray(known) && Array.isArray(value)) result[key] = [...known, ...value]
      else if (isPlain(known) && isPlain(value)) result[key] = fill(known, value)
    }
  }
  return result
}
`

const path = `import type { Plain } from './fill.ts'

/** What stands at a path such as \`a.b.c\`. */
export function at(object: Plain, path: string): unknown {
  let value: unknown = object
  for (const key of path.split('.')) value = (value as Plain)[key]
  return value
}
`

export const modulesSubmodule: Published = {
  name: 'node:test, ECMAScript modules in TypeScript, a submodule',
  manager: null,
  folder: '.',
  odd: 'submodule',
  files: {
    '.gitignore': 'node_modules\ndist\n',
    'package.json': JSON.stringify(
      {
        name: 'filled',
        version: '6.1.4',
        type: 'module',
        exports: { '.': './dist/fill.js' },
        engines: { node: '>=22.18' },
        scripts: { test: "node --test 'test/**/*.test.ts'" },
      },
      null,
      2,
    ),
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'ESNext',
        module: 'NodeNext',
        strict: true,
        allowImportingTsExtensions: true,
        noEmit: true,
      },
    }),
    'src/fill.ts': defaults,
    'src/path.ts': path,
    'test/fill.test.ts': `import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fill } from '../src/fill.ts'

describe('fill', () => {
  it('keeps what is there', () => {
    assert.deepEqual(fill({ a: 'c' }, { a: 'bbb', d: 'c' }), { a: 'c', d: 'c' })
  })

  it('goes into objects', () => {
    assert.deepEqual(fill({ a: { b: 1 } }, { a: { c: 2 } }), { a: { b: 1, c: 2 } })
  })
})
`,
    'test/suite.test.ts': `import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fill } from '../src/fill.ts'

const suite = JSON.parse(readFileSync(new URL('../vendor/suite/cases.json', import.meta.url), 'utf8'))

describe('what others agreed upon', () => {
  for (const { title, object, source, result } of suite) {
    it(title, () => assert.deepEqual(fill(object, source), result))
  }
})
`,
  },
  found: [
    /^package +filled; npm$/m,
    /^runner +node:test/m,
    /^tests +test\/\*\* \(2 files\)$/m,
    /^source +src\/\*\* \(2 files\)$/m,
    /^trial +3 tests pass/m,
  ],
  feature: {
    module: 'arrays',
    design: `# arrays

## Interface

\`\`\`ts
export type Merge = (key: string, known: unknown, value: unknown) => unknown
export function fillWith(merge: Merge, object: Plain, source: Plain): Plain
export function has(object: Plain, path: string): boolean
\`\`\`

## Behaviour

- \`fillWith\` asks \`merge\` first; what that gives takes the place, unless it is \`undefined\`.
- \`has\` is whether something stands at a path.
`,
    plan: `Batch₁: (parallel 2)
□ TDD₁: A merge of one’s own (fillWith) → ℜ→ℜᴳ→ℜᶠ [files: src/fill.ts, test/fill.test.ts]
□ TDD₂: Is there something (has) → ℜ→ℜᴳ→ℜᶠ [files: src/path.ts]
`,
    held: {
      'RED 1': {
        'test/fill.test.ts': {
          head: [
            `import assert from 'node:assert/strict'`,
            `import { describe, it } from 'node:test'`,
            `import { fillWith } from '../src/fill.ts'`,
          ],
          instead: [
            ['cost: 15', 'cost: 40'],
            ['cost: 10', 'cost: -1'],
            ['cost: 25', 'cost: 39'],
            ['EUR', 'USD'],
          ],
        },
      },
      'RED 2': {
        'test/path.test.ts': {
          instead: [
            ['{ a: { b: 0 } }', '{ x: { y: { z: null } } }'],
            ["'a.b'", "'x.y.z'"],
            ["'a.c'", "'x.b'"],
          ],
        },
      },
    },
    turns: {
      Phase0: {
        'src/fill.ts': [
          [
            '',
            `
export type Merge = (key: string, known: unknown, value: unknown) => unknown

export function fillWith(merge: Merge, object: Plain, source: Plain): Plain {
  throw new Error('not implemented')
}
`,
          ],
        ],
        'src/path.ts': [
          [
            '',
            `\nexport function has(object: Plain, path: string): boolean {\n  throw new Error('not implemented')\n}\n`,
          ],
        ],
      },
      'RED 1': {
        'test/fill.test.ts': [
          ['import { fill }', 'import { fill, fillWith }'],
          [
            '',
            `
describe('fillWith', () => {
  const sum = (_: string, known: unknown, value: unknown) =>
    typeof known === 'number' && typeof value === 'number' ? known + value : undefined

  it('asks for a value first', () => {
    assert.deepEqual(fillWith(sum, { cost: 15 }, { cost: 10, currency: 'EUR' }), { cost: 25, currency: 'EUR' })
  })
})
`,
          ],
        ],
      },
      'GREEN 1': {
        'src/fill.ts': [
          [
            `  throw new Error('not implemented')`,
            `  const merged = Object.entries(source).flatMap(([key, value]) => {
    const own = merge(key, object[key], value)
    return own === undefined ? [] : [[key, own] as const]
  })
  return fill({ ...object, ...Object.fromEntries(merged) }, source)`,
          ],
        ],
      },
      'RED 2': {
        'test/path.test.ts': `import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { has } from '../src/path.ts'

describe('has', () => {
  it('sees what is there', () => {
    assert.equal(has({ a: { b: 0 } }, 'a.b'), true)
  })

  it('sees what is not', () => {
    assert.equal(has({ a: { b: 0 } }, 'a.c'), false)
  })
})
`,
      },
      'GREEN 2': {
        'src/path.ts': [[`  throw new Error('not implemented')`, '  return at(object, path) !== undefined']],
      },
    },
  },
  fix: {
    module: 'path',
    design: `# path

## Interface

\`\`\`ts
export function at(object: Plain, path: string): unknown
\`\`\`

## Behaviour

- Where a path leads through nothing, nothing stands there: \`undefined\`. Today that throws a TypeError.
`,
    plan: `Batch₁: (parallel 1)
□ TDD₁: Paths that lead nowhere (at) → ℜ→ℜᴳ→ℜᶠ [files: src/path.ts, test/path.test.ts]
`,
    held: {
      'RED 1': {
        'test/path.test.ts': {
          head: [
            `import assert from 'node:assert/strict'`,
            `import { describe, it } from 'node:test'`,
            `import { at } from '../src/path.ts'`,
          ],
          instead: [
            ['{ a: null }', '{ x: { y: 1 } }'],
            ["'a.b.c'", "'x.z.b.c'"],
          ],
        },
      },
    },
    turns: {
      'RED 1': {
        'test/path.test.ts': [
          ['import { has }', 'import { at, has }'],
          [
            '',
            `
describe('at', () => {
  it('is undefined where the path leads through nothing', () => {
    assert.equal(at({ a: null }, 'a.b.c'), undefined)
  })
})
`,
          ],
        ],
      },
      'GREEN 1': {
        'src/path.ts': [['value = (value as Plain)[key]', 'value = (value as Plain | null | undefined)?.[key]']],
      },
    },
  },
}
