import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitCommand } from './setup.ts'

test('a command is split at blanks, and quotes keep them', () => {
  expect(splitCommand(`npm ci  --ignore-scripts`)).toEqual(['npm', 'ci', '--ignore-scripts'])
  expect(splitCommand(`node "my set up.js" 'a|b' --x="1 2"`)).toEqual(['node', 'my set up.js', 'a|b', '--x=1 2'])
})

test('what only a shell understands is refused', () => {
  const refused = [
    'npm ci && npm run build',
    'a | b',
    'a; b',
    'a > b',
    'echo $HOME',
    'echo "$HOME"',
    'a `b`',
    'CI=1 npm ci',
    'rm *',
    'a "b',
    '',
    '  ',
    'a\nb',
    '~/x',
    'a # b',
  ]
  for (const text of refused) expect(() => splitCommand(text), text).toThrow('needs a shell')
})

test('what stands in single quotes is no shell’s, whatever quotes are in it', () => {
  expect(splitCommand(`a '"$"' ' '`)).toEqual(['a', '"$"', ' '])
  for (const text of [`a "'$x'"`, `a 'b' "$x"`]) expect(() => splitCommand(text), text).toThrow('needs a shell')
})

test('words that were quoted come back as they were', () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => !/['\0]/.test(text))
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      expect(splitCommand(words.map((text) => `'${text}'`).join(' '))).toEqual(words)
    }),
  )
})
