/** After zod: packages under pnpm with links of its own, versions by a catalog, one configuration of vitest in the root. */
import type { Published } from '../published.ts'

const schema = `import { issueText } from '@shapes/messages'

export type Parsed<T> = { success: true; data: T } | { success: false; error: string }

export class ShapeError extends Error {}

export interface Shape<T> {
  readonly kind: string
  safeParse(input: unknown): Parsed<T>
  parse(input: unknown): T
}

/** A shape by its check. */
export const createShape = <T>(kind: string, check: (input: unknown) => input is T): Shape<T> => ({
  kind,
  safeParse(input) {
    return check(input) ? { success: true, data: input } : { success: false, error: issueText(kind, input) }
  },
  parse(input) {
    const result = this.safeParse(input)
    if (!result.success) throw new ShapeError(result.error)
    return result.data
  },
})

export const string = () => createShape('string', (input): input is string => typeof input === 'string')
export const number = () => createShape('number', (input): input is number => typeof input === 'number')
`

const object = `import { createShape, type Shape } from './shape.js'

type Shapes = Record<string, Shape<unknown>>
type Values<T extends Shapes> = { [Key in keyof T]: T[Key] extends Shape<infer Value> ? Value : never }

export function object<T extends Shapes>(shapes: T) {
  return createShape('object', (input): input is Values<T> =>
    Object.entries(shapes).every(([key, shape]) => shape.safeParse((input as Record<string, unknown>)[key]).success),
  )
}
`

export const pnpmWorkspaces: Published = {
  name: 'pnpm workspaces',
  manager: 'pnpm',
  folder: 'packages/shapes',
  files: {
    '.gitignore': 'node_modules\ndist\n',
    'package.json': JSON.stringify(
      {
        name: 'root',
        private: true,
        packageManager: 'pnpm@11.28.11',
        scripts: { test: 'vitest run' },
        devDependencies: { typescript: '7.0.2', vitest: 'catalog:' },
      },
      null,
      2,
    ),
    'pnpm-workspace.yaml': `packages:\n  - packages/*\ncatalog:\n  vitest: 5.1.1\n`,
    'tsconfig.json': JSON.stringify({
      compilerOptions: { target: 'ESNext', module: 'NodeNext', strict: true, skipLibCheck: true, noEmit: true },
    }),
    'vitest.config.ts': `import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { projects: ['packages/*'], watch: false, isolate: true },
})
`,
    'packages/messages/package.json': JSON.stringify({
      name: '@shapes/messages',
      version: '4.2.0',
      type: 'module',
      exports: './src/index.ts',
      devDependencies: { vitest: 'catalog:' },
    }),
    'packages/messages/src/index.ts': `export const issueText = (kind: string, input: unknown): string => \`expected \${kind}, received \${typeof input}\`\n`,
    'packages/shapes/package.json': JSON.stringify(
      {
        name: 'shapes',
        version: '4.2.0',
        type: 'module',
        exports: './src/index.ts',
        scripts: { test: 'vitest run', clean: 'rm -rf dist' },
        dependencies: { '@shapes/messages': 'workspace:*' },
        devDependencies: { vitest: 'catalog:' },
      },
      null,
      2,
    ),
    'packages/shapes/tsconfig.json': JSON.stringify({ extends: '../../tsconfig.json', include: ['src'] }),
    'packages/shapes/vitest.config.ts': `import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'shapes', include: ['src/**/*.test.ts'] },
})
`,
    'packages/shapes/src/index.ts': `export * from './shape.js'\nexport * from './object.js'\n`,
    'packages/shapes/src/shape.ts': schema,
    'packages/shapes/src/object.ts': object,
    'packages/shapes/src/tests/string.test.ts': `import { expect, test } from 'vitest'
import * as s from '../index.js'

const schema = s.string()

test('a text passes', () => {
  expect(schema.parse('a')).toEqual('a')
})

test('another thing does not', () => {
  expect(() => schema.parse(1)).toThrow('expected string, received number')
})
`,
    'packages/shapes/src/tests/object.test.ts': `import { expect, test } from 'vitest'
import * as s from '../index.js'

const point = s.object({ x: s.number(), y: s.number() })

test('each part is looked at', () => {
  expect(point.safeParse({ x: 1, y: 2 })).toEqual({ success: true, data: { x: 1, y: 2 } })
  expect(point.safeParse({ x: 1 }).success).toBe(false)
})
`,
  },
  found: [
    /^package +shapes in packages\/shapes, one of 2; pnpm$/m,
    /^runner +vitest 5\.1\.1/m,
    /^tests .* \(2 files\)$/m,
    /^source +src\/\*\* \(3 files\)$/m,
    /^trial +3 tests pass/m,
  ],
  feature: {
    module: 'more-shapes',
    design: `# more shapes

## Interface

\`\`\`ts
export const boolean: () => Shape<boolean>
export function partial<T extends Shapes>(shapes: T): Shape<Partial<Values<T>>>
\`\`\`

## Behaviour

- \`boolean()\` is met by \`true\` and \`false\`.
- \`partial\` is \`object\`, where each part may be absent.
`,
    plan: `Batch₁: (parallel 2)
□ TDD₁: True or false (boolean) → ℜ→ℜᴳ→ℜᶠ [files: src/shape.ts]
□ TDD₂: Parts that may be absent (partial) → ℜ→ℜᴳ→ℜᶠ [files: src/object.ts, src/tests/object.test.ts]
`,
    held: {
      'RED 1': {
        'packages/shapes/src/tests/boolean.test.ts': {
          instead: [
            ['parse(false)).toBe(false)', 'parse(true)).toBe(true)'],

            ['safeParse(0)', "safeParse('true')"],
            ['received number', 'received string'],
          ],
        },
      },
      'RED 2': {
        'packages/shapes/src/tests/object.test.ts': {
          head: [`import { expect, test } from 'vitest'`, `import * as s from '../index.js'`],
          instead: [
            ['x:', 'left:'],
            ['y:', 'top:'],
            ['left: 1 }', 'top: 5, left: 2 }'],
            ["left: '1'", 'left: 2, top: false'],
          ],
        },
      },
    },
    turns: {
      Phase0: {
        'packages/shapes/src/shape.ts': [
          ['', `export const boolean = (): Shape<boolean> => {\n  throw new Error('not implemented')\n}\n`],
        ],
        'packages/shapes/src/object.ts': [
          [
            '',
            `\nexport function partial<T extends Shapes>(shapes: T): Shape<Partial<Values<T>>> {\n  throw new Error('not implemented')\n}\n`,
          ],
        ],
      },
      'RED 1': {
        'packages/shapes/src/tests/boolean.test.ts': `import { expect, test } from 'vitest'
import * as s from '../index.js'

test('true and false pass, and nothing else', () => {
  const schema = s.boolean()
  expect(schema.parse(false)).toBe(false)
  expect(schema.safeParse(0)).toEqual({ success: false, error: 'expected boolean, received number' })
})
`,
      },
      'GREEN 1': {
        'packages/shapes/src/shape.ts': [
          [
            `export const boolean = (): Shape<boolean> => {\n  throw new Error('not implemented')\n}\n`,
            `export const boolean = (): Shape<boolean> =>
  createShape('boolean', (input): input is boolean => typeof input === 'boolean')
`,
          ],
        ],
      },
      'RED 2': {
        'packages/shapes/src/tests/object.test.ts': [
          [
            '',
            `
test('parts may be absent', () => {
  const some = s.partial({ x: s.number(), y: s.number() })
  expect(some.safeParse({ x: 1 }).success).toBe(true)
  expect(some.safeParse({ x: '1' }).success).toBe(false)
})
`,
          ],
        ],
      },
      'GREEN 2': {
        'packages/shapes/src/object.ts': [
          [
            `  throw new Error('not implemented')`,
            `  return createShape('object', (input): input is Partial<Values<T>> =>
    Object.entries(shapes).every(([key, shape]) => {
      const value = (input as Record<string, unknown>)[key]
      return value === undefined || shape.safeParse(value).success
    }),
  )`,
          ],
        ],
      },
    },
  },
  fix: {
    module: 'nothing',
    design: `# nothing

## Interface

\`\`\`ts
export function object<T extends Shapes>(shapes: T)
\`\`\`

## Behaviour

- \`null\` and \`undefined\` are no objects. Today \`safeParse\` throws a TypeError where it must never throw.
`,
    plan: `Batch₁: (parallel 1)
□ TDD₁: What is no object (object) → ℜ→ℜᴳ→ℜᶠ [files: src/object.ts, src/tests/object.test.ts]
`,
    turns: {
      'RED 1': {
        'packages/shapes/src/tests/object.test.ts': [
          [
            '',
            `
test.each([null, undefined])('%s is no object', (input) => {
  expect(point.safeParse(input)).toMatchObject({ success: false })
})
`,
          ],
        ],
      },
      'GREEN 1': {
        'packages/shapes/src/object.ts': [
          [
            `  return createShape('object', (input): input is Values<T> =>
    Object.entries(shapes).every(([key, shape]) => shape.safeParse((input as Record<string, unknown>)[key]).success),
  )`,
            `  return createShape('object', (input): input is Values<T> =>
    typeof input === 'object' && input !== null &&
    Object.entries(shapes).every(([key, shape]) => shape.safeParse((input as Record<string, unknown>)[key]).success),
  )`,
          ],
        ],
      },
    },
  },
}
