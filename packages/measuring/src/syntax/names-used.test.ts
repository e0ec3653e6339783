import { expect, test } from 'vitest'
import { namesUsed } from './names-used.ts'

test.each([
  ['a call', "import { slugify } from '../src/slugify.js'\nslugify('a')", true],
  ['a call under another name', "import { slugify as s } from '../src/slugify.js'\ns('a')", true],
  ['a default import of the file of that name', "import make from '../src/slugify.js'\nmake('a')", true],
  ['a member', "import * as text from '../src/text.js'\ntext.slugify('a')", true],
  ['a member in brackets', "const text = require('../src/text.js')\ntext['slugify']('a')", true],
  ['an import alone', "import { slugify } from '../src/slugify.js'\n1 + 1", false],
  ['a text', "test('slugify', () => {})", false],
  ['a comment', '// slugify\n/* slugify() */', false],
])('%s', (_, text, isUsed) => {
  expect(namesUsed('test/a.test.js', text)?.has('slugify')).toBe(isUsed)
})

test('of code that cannot be read nothing is known', () => {
  expect(namesUsed('a.js', 'const {')).toBe(null)
})
