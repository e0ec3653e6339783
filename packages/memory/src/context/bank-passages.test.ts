import { expect, test } from 'vitest'
import { passagesAbout } from './bank-passages.ts'

const file = (text: string, isOwn = false) => ({ path: 'memory-bank/techContext.md', text, isOwn })

test('gives the sections that name the module, each with its line', () => {
  const text =
    '# Tech\n\nNode 24.\n\n## Prices\n\nPrices are `integers`.\n\n```md\n# not a heading of prices\n```\n\n## Other\n\nNothing.\n'
  expect(passagesAbout('prices', [file(text)])).toEqual([
    {
      text: '## Prices\n\nPrices are `integers`.\n\n```md\n# not a heading of prices\n```',
      source: 'memory-bank/techContext.md:5',
    },
  ])
})

test('a longer name is another module, and signs in a name are themselves', () => {
  const text = 'src/auth is here.\n\n# B\n\nsrc/authors and my-src/auth and src/auth-2 are others.\n\n# C\n\nsrcxauth\n'
  expect(passagesAbout('src/auth', [file(text)]).map(({ source }) => source)).toEqual(['memory-bank/techContext.md:1'])
})

test('of the module’s own files all is given, but for headings alone', () => {
  expect(passagesAbout('prices', [file('# A\n\n# B\n\nsaid\n', true)]).map(({ text }) => text)).toEqual(['# B\n\nsaid'])
})

test('what Sigma keeps between its marks is no passage, and lines keep their numbers', () => {
  const text = [
    '# Progress',
    '',
    '<!-- sigma:begin progress 0123 (kept by Sigma: write above or below) -->',
    '### prices: cycle 2',
    'session TDD_1_C2_x of prices',
    '<!-- sigma:end progress -->',
    '',
    '## Mine',
    'prices are mine',
  ].join('\n')
  expect(passagesAbout('prices', [file(text)])).toEqual([
    { text: '## Mine\nprices are mine', source: 'memory-bank/techContext.md:8' },
  ])
})
