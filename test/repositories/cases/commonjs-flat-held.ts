/** What is held back from the developer in this repository's work. */
import type { Work } from '../published.ts'

export const heldOfFeature: NonNullable<Work['held']> = {
  'RED 1': {
    'test/cors.test.js': {
      head: [`'use strict'`, `const { test } = require('node:test')`, `const cors = require('../')`],
      instead: [
        ['maxAge: 60', 'maxAge: 600'],
        ["'60'", "'600'"],
        [
          `headers: {} })
  t.assert.strictEqual('Access`,
          `headers: {} }, { credentials: true })
  t.assert.strictEqual('Access`,
        ],
      ],
    },
  },
  'RED 2': {
    'test/vary.test.js': {
      head: [`'use strict'`, `const { test } = require('node:test')`, `const { removeVary } = require('../vary')`],
      instead: [
        ['Accept', 'Accept-Language'],
        ['Origin', 'Cookie'],
      ],
    },
  },
}

export const heldOfFix: NonNullable<Work['held']> = {
  'RED 1': {
    'test/vary.test.js': {
      head: [`'use strict'`, `const { test } = require('node:test')`, `const { appendVary } = require('../vary')`],
      instead: [['Origin', 'Cookie']],
    },
    'test/cors.test.js': {
      head: [`'use strict'`, `const { test } = require('node:test')`, `const cors = require('../')`],
      instead: [
        ['https://a.example', 'https://shop.example'],
        ['a\\.example', '\\.example$'],
      ],
    },
  },
}
