import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { markBank } from './marking.ts'
import { project } from './testing/mechanism.ts'

test('marks are added below a person’s text, once, and made where nothing is', () => {
  proves('DPTR-123')
  using place = project()
  mkdirSync(join(place.root, 'bank'))
  place.put('bank/progress.md', '# Mine\r\n')
  expect(markBank(place, 'bank')).toEqual([
    { path: 'bank/activeContext.md', change: 'made', note: null },
    { path: 'bank/progress.md', change: 'added', note: null },
  ])
  expect(place.text('bank/progress.md')).toMatch(
    /^# Mine\r\n<!-- sigma:begin progress .*-->\r\nNo run yet\.\r\n<!-- sigma:end progress -->\r\n$/,
  )
  expect(place.text('bank/activeContext.md')).toContain('No run is active.')
  expect(markBank(place, 'bank').map(({ change }) => change)).toEqual(['none', 'none'])
})

test('what is in the way is said in a sentence, and nothing is touched', () => {
  using place = project()
  mkdirSync(join(place.root, 'bank'))
  place.put('mine', 'mine\n')
  symlinkSync('../mine', join(place.root, 'bank/activeContext.md'))
  place.put('bank/progress.md', '<!-- sigma:end progress -->\n')
  expect(markBank(place, 'bank').map(({ change, note }) => `${change}: ${note}`)).toEqual([
    'failed: bank/activeContext.md is a symbolic link, so no marks are added to it.',
    "failed: bank/progress.md holds marks of Sigma's that do not belong together (sigma memory check names them), so no marks are added to it.",
  ])
  expect([place.text('mine'), place.text('bank/progress.md')]).toEqual(['mine\n', '<!-- sigma:end progress -->\n'])
})
