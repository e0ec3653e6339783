/** After ufo: functions over URLs, tests in a folder of their own, type tests beside them. */
import type { Published } from '../published.ts'
import { locator } from './vitest-typescript-files.ts'

export const vitestTypescript: Published = {
  name: 'vitest and TypeScript',
  manager: 'npm',
  folder: '.',
  files: locator,
  found: [
    /^package +locator; npm$/m,
    /^runner +vitest 5\.1\.1/m,
    /^tests +test\/\*\*, .*test-d.* \(2 files\)$/m,
    /^source +src\/\*\* \(4 files\)$/m,
    /^trial +7 tests pass/m,
  ],
  feature: {
    module: 'slashes',
    design: `# slashes

What \`src/utils.ts\` and \`src/parse.ts\` have is added to.

## Interface

\`\`\`ts
export function withoutTrailingSlash(input?: string): string
export function stringifyParsedURL(parsed: ParsedURL): string
\`\`\`

## Behaviour

- \`withoutTrailingSlash\` takes one slash from the end; what is empty then is \`/\`.
- \`stringifyParsedURL\` is the inverse of \`parseURL\`.
`,
    plan: `Batch₁: (parallel 2)
□ TDD₁: No slash at the end (withoutTrailingSlash) → ℜ→ℜᴳ→ℜᶠ [files: src/utils.ts, test/utils.test.ts]
□ TDD₂: Put together again (stringifyParsedURL) → ℜ→ℜᴳ→ℜᶠ [files: src/parse.ts, test/parse.test.ts]
`,
    held: {
      'RED 1': {
        'test/utils.test.ts': {
          head: [`import { describe, expect, it } from 'vitest'`, `import { withoutTrailingSlash } from '../src'`],
          instead: [
            ["{ input: '', out: '/' }", "{ input: 'bar', out: 'bar' }"],
            ["{ input: '/', out: '/' }", "{ input: 'foo/bar/', out: 'foo/bar' }"],
            ["{ input: 'foo/', out: 'foo' }", "{ input: '/foo/', out: '/foo' }"],
            ['example.com', 'test.example'],
          ],
        },
      },
      'RED 2': {
        'test/parse.test.ts': {
          head: [
            `import { describe, expect, it } from 'vitest'`,
            `import { parseURL, stringifyParsedURL } from '../src'`,
          ],
          instead: [
            [
              "'https://john:doe@example.com/path', 'https://example.com', '/path'",
              "'http://a:b@test.example/x/y', 'http://test.example', '/x/y'",
            ],
          ],
        },
      },
    },
    turns: {
      Phase0: {
        'src/utils.ts': [
          [
            '',
            `\nexport function withoutTrailingSlash(input = ''): string {\n  throw new Error('not implemented')\n}\n`,
          ],
        ],
        'src/parse.ts': [
          [
            '',
            `\nexport function stringifyParsedURL(parsed: ParsedURL): string {\n  throw new Error('not implemented')\n}\n`,
          ],
        ],
      },
      'RED 1': {
        'test/utils.test.ts': [
          ['hasTrailingSlash, withTrailingSlash }', 'hasTrailingSlash, withoutTrailingSlash, withTrailingSlash }'],
          [
            '',
            `
describe('withoutTrailingSlash', () => {
  const tests = [
    { input: '', out: '/' },
    { input: '/', out: '/' },
    { input: 'foo/', out: 'foo' },
    { input: 'http://user:secret@example.com/', out: 'http://user:secret@example.com' },
  ]

  for (const t of tests) {
    it(\`\${t.input} becomes \${t.out}\`, () => expect(withoutTrailingSlash(t.input)).toBe(t.out))
  }
})
`,
          ],
        ],
      },
      'GREEN 1': {
        'src/utils.ts': [
          [
            `  throw new Error('not implemented')`,
            `  return (hasTrailingSlash(input) ? input.slice(0, -1) : input) || '/'`,
          ],
        ],
      },
      'RED 2': {
        'test/parse.test.ts': [
          ['import { parseURL }', 'import { parseURL, stringifyParsedURL }'],
          [
            '',
            `
describe('stringifyParsedURL', () => {
  it.each(['https://john:doe@example.com/path', 'https://example.com', '/path'])('gives %s back', (input) => {
    expect(stringifyParsedURL(parseURL(input))).toBe(input)
  })
})
`,
          ],
        ],
      },
      'GREEN 2': {
        'src/parse.ts': [
          [
            `  throw new Error('not implemented')`,
            `  const { protocol, auth, host, pathname } = parsed
  return protocol === undefined ? pathname : \`\${protocol}//\${auth === '' ? '' : \`\${auth}@\`}\${host}\${pathname}\``,
          ],
        ],
      },
    },
  },
  fix: {
    module: 'query',
    design: `# query

## Interface

\`\`\`ts
export function parseQuery(text: string): QueryObject
\`\`\`

## Behaviour

- A value that is not encoded well, such as \`100%\`, is taken as it stands. Today it throws a URIError.
`,
    plan: `Batch₁: (parallel 1)
□ TDD₁: Values that are not encoded (parseQuery) → ℜ→ℜᴳ→ℜᶠ [files: src/query.ts, test/query.test.ts]
`,
    held: {
      'RED 1': {
        'test/query.test.ts': {
          instead: [
            ['?discount=100%&a=b', '?x=1&y=%zz'],
            ["{ discount: '100%', a: 'b' }", "{ x: '1', y: '%zz' }"],
          ],
        },
      },
    },
    turns: {
      'RED 1': {
        'test/query.test.ts': `import { describe, expect, it } from 'vitest'
import { parseQuery } from '../src'

describe('parseQuery', () => {
  it('takes a value as it stands that is not encoded', () => {
    expect(parseQuery('?discount=100%&a=b')).toEqual({ discount: '100%', a: 'b' })
  })
})
`,
      },
      'GREEN 1': {
        'src/query.ts': [
          ['const name = decodeURIComponent(key)', 'const name = decode(key)'],
          [`decodeURIComponent(value.replaceAll('+', ' '))`, `decode(value.replaceAll('+', ' '))`],
          [
            '',
            `
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
`,
          ],
        ],
      },
    },
  },
}
