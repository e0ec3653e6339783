import type { Strength } from '@sigma/measuring'
import { expect, test } from 'vitest'
import { isStrong } from './enough.ts'
import { strengthText } from './text.ts'

const nothing: Strength = {
  ...{ files: ['src/a.js'], share: null, noticed: 0, unnoticed: 0, untried: 0, unsure: 0 },
  ...{ functions: [], silent: [], durationMs: 0 },
}
const unread = { silent: [{ file: 'src/a.js', why: 'it cannot be read' }] }

test.each<[string, Partial<Strength>, number, boolean]>([
  ['all is noticed', { share: 100, noticed: 4 }, 90, true],
  ['half of it is not known, and a floor is wanted', { share: 100, noticed: 4, unsure: 4 }, 90, false],
  ['half of it is not known, and no floor is wanted', { share: 100, noticed: 4, untried: 4 }, 0, true],
  ['what is not known could not make it too little', { share: 100, noticed: 9, unsure: 1 }, 90, true],
  ['nothing is known', { unsure: 2 }, 0, false],
  ['no test runs it', { share: 0, unnoticed: 2 }, 0, true],
  ['there is nothing to change', {}, 90, true],
  ['a file cannot be read', unread, 50, false],
])('%s: %o of at least %i %% is enough: %s', (_, found, least, enough) => {
  expect(isStrong({ ...nothing, ...found }, least)).toBe(enough)
})

test('where nothing can be changed, that is said', () => {
  expect(strengthText({ strength: nothing, least: 0 })).toBe('There is nothing to change in 1 file.')
  expect(strengthText({ strength: { ...nothing, ...unread }, least: 0 })).toContain('src/a.js: it cannot be read')
})
