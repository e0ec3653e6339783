/** After fastify-cors: CommonJS that lies at the top, types and type tests beside it, tests by node:test. */
import type { Published } from '../published.ts'
import { heldOfFeature, heldOfFix } from './commonjs-flat-held.ts'

const index = `'use strict'

const { appendVary } = require('./vary')

const defaults = {
  origin: '*',
  methods: 'GET,HEAD,POST',
  credentials: false,
  maxAge: null
}

/** The headers that a response has for a request. */
function corsHeaders (request, opts) {
  const options = { ...defaults, ...opts }
  const headers = {}
  const origin = originFor(request, options)
  if (origin === null) return headers
  headers['Access-Control-Allow-Origin'] = origin
  if (origin !== '*') appendVary(headers, 'Origin')
  if (options.credentials) headers['Access-Control-Allow-Credentials'] = 'true'
  if (request.method === 'OPTIONS') headers['Access-Control-Allow-Methods'] = options.methods
  return headers
}

function originFor (request, options) {
  const { origin } = options
  if (origin instanceof RegExp) return origin.test(request.headers.origin) ? request.headers.origin : null
  if (Array.isArray(origin)) return origin.includes(request.headers.origin) ? request.headers.origin : null
  return origin
}

module.exports = corsHeaders
module.exports.default = corsHeaders
module.exports.corsHeaders = corsHeaders
`

const vary = `'use strict'

/** Adds a name to the header Vary, once. */
function appendVary (headers, field) {
  const names = headers.Vary.split(', ')
  if (names.includes('*') || names.includes(field)) return
  headers.Vary = [...names, field].join(', ')
}

function parseMethods (text) {
  return text.split(',').map((each) => each.trim().toUpperCase()).filter((each) => each !== '')
}

module.exports.appendVary = appendVary
module.exports.parseMethods = parseMethods
`

export const commonjsFlat: Published = {
  name: 'node:test, CommonJS, all at the top',
  manager: null,
  folder: '.',
  files: {
    '.gitignore': 'node_modules\n*.log\ncoverage\n',
    'package.json': JSON.stringify(
      {
        name: 'cross-headers',
        version: '11.2.0',
        main: 'index.js',
        type: 'commonjs',
        types: 'types/index.d.ts',
        scripts: { test: 'npm run test:unit', 'test:unit': 'node --test' },
      },
      null,
      2,
    ),
    'index.js': index,
    'vary.js': vary,
    'benchmark.js': `'use strict'\nconst cors = require('./index')\nconsole.log(cors({ method: 'GET', headers: {} }))\n`,
    'types/index.d.ts': `export interface CorsOptions { origin?: string | RegExp | string[], credentials?: boolean }
export function corsHeaders (request: object, options?: CorsOptions): Record<string, string>
export default corsHeaders
`,
    'types/index.test-d.ts': `import { expectType } from 'tsd'
import { corsHeaders } from '..'

expectType<Record<string, string>>(corsHeaders({}))
`,
    'test/cors.test.js': `'use strict'

const { test } = require('node:test')
const cors = require('../')

test('Should add cors headers', async t => {
  t.plan(1)
  t.assert.deepStrictEqual(cors({ method: 'GET', headers: {} }), { 'Access-Control-Allow-Origin': '*' })
})

test('Should add methods to a preflight', async t => {
  t.plan(1)
  const headers = cors({ method: 'OPTIONS', headers: {} }, { methods: 'GET' })
  t.assert.strictEqual(headers['Access-Control-Allow-Methods'], 'GET')
})

test('Should add nothing for another origin', async t => {
  t.plan(1)
  t.assert.deepStrictEqual(cors({ method: 'GET', headers: { origin: 'https://a.example' } }, { origin: ['https://b.example'] }), {})
})
`,
    'test/vary.test.js': `'use strict'

const { test } = require('node:test')
const { appendVary, parseMethods } = require('../vary')

test('Should add a name once', async t => {
  t.plan(1)
  const headers = { Vary: 'Accept' }
  appendVary(headers, 'Origin')
  appendVary(headers, 'Origin')
  t.assert.strictEqual(headers.Vary, 'Accept, Origin')
})

test('Should read methods', async t => {
  t.plan(1)
  t.assert.deepStrictEqual(parseMethods('get, Post,'), ['GET', 'POST'])
})
`,
  },
  found: [
    /^package +cross-headers; npm$/m,
    /^runner +node:test/m,
    /^tests +test\/\*\* \(2 files\)$/m,
    /^source +\*\.js \(3 files\)$/m,
    /^trial +5 tests pass/m,
  ],
  feature: {
    module: 'exposed',
    design: `# exposed

\`index.js\` and \`vary.js\` are added to.

## Interface

\`\`\`js
export function preflightHeaders(request, options)
export function removeVary(headers, field)
\`\`\`

## Behaviour

- \`preflightHeaders\` is \`corsHeaders\` of the same request as OPTIONS, with \`Access-Control-Max-Age\` where the option \`maxAge\` is set.
- \`removeVary\` takes a name out of the header; the last one takes the header with it.
`,
    plan: `Batch₁: (parallel 2)
□ TDD₁: Preflights (preflightHeaders) → ℜ→ℜᴳ→ℜᶠ [files: index.js, test/cors.test.js]
□ TDD₂: Names taken out (removeVary) → ℜ→ℜᴳ→ℜᶠ [files: vary.js, test/vary.test.js]
`,
    held: heldOfFeature,
    turns: {
      Phase0: {
        'index.js': [
          [
            'module.exports = corsHeaders\n',
            `function preflightHeaders (request, options) {\n  throw new Error('not implemented')\n}\n\nmodule.exports = corsHeaders\n`,
          ],
          ['', 'module.exports.preflightHeaders = preflightHeaders\n'],
        ],
        'vary.js': [
          [
            'function parseMethods',
            `function removeVary (headers, field) {\n  throw new Error('not implemented')\n}\n\nfunction parseMethods`,
          ],
          ['', 'module.exports.removeVary = removeVary\n'],
        ],
      },
      'RED 1': {
        'test/cors.test.js': [
          [
            '',
            `
test('Should say for how long a preflight holds', async t => {
  t.plan(2)
  const headers = cors.preflightHeaders({ method: 'GET', headers: {} }, { maxAge: 60 })
  t.assert.strictEqual(headers['Access-Control-Max-Age'], '60')
  t.assert.strictEqual(headers['Access-Control-Allow-Methods'], 'GET,HEAD,POST')
})

test('Should say nothing where no age is set', async t => {
  t.plan(1)
  const headers = cors.preflightHeaders({ method: 'OPTIONS', headers: {} })
  t.assert.strictEqual('Access-Control-Max-Age' in headers, false)
})
`,
          ],
        ],
      },
      'GREEN 1': {
        'index.js': [
          [
            `  throw new Error('not implemented')`,
            `  const headers = corsHeaders({ ...request, method: 'OPTIONS' }, options)
  const { maxAge } = { ...defaults, ...options }
  return maxAge === null ? headers : { ...headers, 'Access-Control-Max-Age': String(maxAge) }`,
          ],
        ],
      },
      'RED 2': {
        'test/vary.test.js': [
          ['const { appendVary, parseMethods }', 'const { appendVary, parseMethods, removeVary }'],
          [
            '',
            `
test('Should take a name out', async t => {
  t.plan(2)
  const headers = { Vary: 'Accept, Origin' }
  removeVary(headers, 'Origin')
  t.assert.strictEqual(headers.Vary, 'Accept')
  removeVary(headers, 'Accept')
  t.assert.deepStrictEqual(headers, {})
})
`,
          ],
        ],
      },
      'GREEN 2': {
        'vary.js': [
          [
            `  throw new Error('not implemented')`,
            `  const names = headers.Vary.split(', ').filter((each) => each !== field)
  if (names.length === 0) delete headers.Vary
  else headers.Vary = names.join(', ')`,
          ],
        ],
      },
    },
  },
  fix: {
    module: 'vary',
    design: `# vary

## Interface

\`\`\`js
export function appendVary(headers, field)
\`\`\`

## Behaviour

- Where there is no header Vary so far, it is made. Today that throws a TypeError.
`,
    plan: `Batch₁: (parallel 1)
□ TDD₁: The first name (appendVary) → ℜ→ℜᴳ→ℜᶠ [files: vary.js, test/cors.test.js, test/vary.test.js]
`,
    held: heldOfFix,
    turns: {
      'RED 1': {
        'test/vary.test.js': [
          [
            '',
            `
test('Should make the header where there is none', async t => {
  t.plan(1)
  const headers = {}
  appendVary(headers, 'Origin')
  t.assert.deepStrictEqual(headers, { Vary: 'Origin' })
})
`,
          ],
        ],
        'test/cors.test.js': [
          [
            '',
            `
test('Should vary by origin', async t => {
  t.plan(1)
  const headers = cors({ method: 'GET', headers: { origin: 'https://a.example' } }, { origin: /a\\.example/ })
  t.assert.deepStrictEqual(headers, { 'Access-Control-Allow-Origin': 'https://a.example', Vary: 'Origin' })
})
`,
          ],
        ],
      },
      'GREEN 1': {
        'vary.js': [
          [
            `  const names = headers.Vary.split(', ')\n  if (names.includes('*')`,
            `  const names = headers.Vary ? headers.Vary.split(', ') : []\n  if (names.includes('*')`,
          ],
        ],
      },
    },
  },
}
