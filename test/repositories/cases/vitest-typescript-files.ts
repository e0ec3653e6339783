/** What the repository holds before anybody works on it. */
import type { Files } from '../../kit/repository.ts'

const parse = `export interface ParsedURL {
  protocol?: string
  auth: string
  host: string
  pathname: string
}

/** Takes a URL apart; without a protocol all of it is the path. */
export function parseURL(input: string): ParsedURL {
  const [, protocol, rest = ''] = /^([a-z][\\w+.-]*:)\\/\\/(.*)$/i.exec(input) ?? []
  if (protocol === undefined) return { auth: '', host: '', pathname: input }
  const slash = rest.indexOf('/')
  const authority = slash === -1 ? rest : rest.slice(0, slash)
  const at = authority.lastIndexOf('@')
  return {
    protocol,
    auth: at === -1 ? '' : authority.slice(0, at),
    host: authority.slice(at + 1),
    pathname: slash === -1 ? '' : rest.slice(slash),
  }
}
`

const query = `export type QueryValue = string | string[]
export type QueryObject = Record<string, QueryValue>

export function parseQuery(text: string): QueryObject {
  const query: QueryObject = {}
  for (const part of text.replace(/^\\?/, '').split('&')) {
    if (part === '') continue
    const [key = '', value = ''] = part.split('=')
    const name = decodeURIComponent(key)
    const known = query[name]
    const decoded = decodeURIComponent(value.replaceAll('+', ' '))
    query[name] = known === undefined ? decoded : [known, decoded].flat()
  }
  return query
}

export function stringifyQuery(query: QueryObject): string {
  return Object.entries(query)
    .flatMap(([name, value]) => [value].flat().map((each) => \`\${encodeURIComponent(name)}=\${encodeURIComponent(each)}\`))
    .join('&')
}
`

const utils = `export function hasTrailingSlash(input = ''): boolean {
  return input.endsWith('/')
}

export function withTrailingSlash(input = ''): string {
  return hasTrailingSlash(input) ? input : \`\${input}/\`
}

export function hasProtocol(input: string): boolean {
  return /^[a-z][\\w+.-]*:/i.test(input)
}
`

const utilsTest = `import { describe, expect, it } from 'vitest'
import { hasProtocol, hasTrailingSlash, withTrailingSlash } from '../src'

describe('withTrailingSlash', () => {
  const tests = [
    { input: '', out: '/' },
    { input: 'foo', out: 'foo/' },
    { input: 'foo/', out: 'foo/' },
  ]

  for (const t of tests) {
    it(\`\${JSON.stringify(t.input)} becomes \${t.out}\`, () => {
      expect(withTrailingSlash(t.input)).toBe(t.out)
      expect(hasTrailingSlash(t.out)).toBe(true)
    })
  }
})

describe('hasProtocol', () => {
  it.each([
    ['http://user:password@example.com', true],
    ['/relative', false],
  ])('%s is %s', (input, expected) => {
    expect(hasProtocol(input)).toBe(expected)
  })
})
`

const parseTest = `import { describe, expect, it } from 'vitest'
import { parseURL } from '../src'

describe('parseURL', () => {
  const tests = [
    {
      input: 'https://john:doe@example.com/path',
      out: { protocol: 'https:', auth: 'john:doe', host: 'example.com', pathname: '/path' },
    },
    { input: '/path', out: { auth: '', host: '', pathname: '/path' } },
  ]

  for (const t of tests) {
    it(t.input, () => expect(parseURL(t.input)).toEqual(t.out))
  }
})
`

export const locator: Files = {
  '.gitignore': 'node_modules\ndist\ncoverage\n*.log\n',
  'README.md': '# locator\n\nURLs for humans.\n',
  'package.json': JSON.stringify(
    {
      name: 'locator',
      version: '1.4.0',
      type: 'module',
      sideEffects: false,
      exports: { '.': './dist/index.mjs' },
      scripts: { dev: 'vitest', test: 'vitest run --typecheck', 'test:types': 'tsc --noEmit' },
      devDependencies: { typescript: '7.0.2', vitest: '5.1.1' },
    },
    null,
    2,
  ),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ESNext',
      module: 'ESNext',
      moduleResolution: 'Bundler',
      strict: true,
      skipLibCheck: true,
      noEmit: true,
    },
    include: ['src', 'test'],
  }),
  'vitest.config.ts': `import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { coverage: { include: ['src/**/*.ts'] } },
})
`,
  'src/index.ts': `export * from './parse'\nexport * from './query'\nexport * from './utils'\n`,
  'src/parse.ts': parse,
  'src/query.ts': query,
  'src/utils.ts': utils,
  'test/parse.test.ts': parseTest,
  'test/utils.test.ts': utilsTest,
  'test/types.test-d.ts': `import { expectTypeOf, test } from 'vitest'
import { type QueryObject, parseQuery } from '../src'

test('a query is an object', () => {
  expectTypeOf(parseQuery('?a=1')).toEqualTypeOf<QueryObject>()
})
`,
}
