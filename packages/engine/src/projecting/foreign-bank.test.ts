import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import type { RegionPart } from './projected-file.ts'
import { rebuild } from './rebuild.ts'
import { filing, living, one, project, reader } from './testing/mechanism.ts'

const part = (path: string, name: 'progress' | 'context'): RegionPart => ({ path, name, sections: () => ['### said'] })
const regions = (): readonly RegionPart[] => [
  part('bank/progress.md', 'progress'),
  part('bank/activeContext.md', 'context'),
]

function bank(files: Readonly<Record<string, string>>) {
  const place = project()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place.root, path)), { recursive: true })
    place.put(path, text)
  }
  return place
}

const end = '<!-- sigma:end context -->\n'
const begin = '<!-- sigma:begin context 0123456789abcdef -->\n'

test.each<[string, Readonly<Record<string, string>>]>([
  ['σ₅ alone', { 'bank/progress.md': '# Progress\n' }],
  ['all slots of another tool', { 'bank/projectbrief.md': '# Brief\n', 'bank/techContext.md': '# Tech\n' }],
  ['a legend', { 'bank/symbols.md': '# Symbols\n' }],
])('a bank with %s that nobody marked is left as it is', async (_, files) => {
  proves('SIG-103')
  using place = bank(files)
  const spec = { ...place, reader, protocols: [filing({ regions }, one)], tracked: true }
  const { files: written, foreign } = await rebuild(spec, 'write')
  expect([written, foreign]).toEqual([[], ['bank']])
  for (const [path, text] of Object.entries(files)) expect(place.text(path)).toBe(text)
  expect(place.text('bank/activeContext.md')).toBeNull()
})

test('a host leaves it as well, and says nothing of it at each run', async () => {
  proves('SIG-103')
  using place = bank({ 'bank/progress.md': '# Progress\n' })
  const { commit, warnings } = await living(place, { isQuiet: () => true, regions })
  commit()
  expect([warnings, place.text('bank/progress.md'), place.text('bank/activeContext.md')]).toEqual([
    [],
    '# Progress\n',
    null,
  ])
})

test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
  ['nothing', {}, ['made', 'made']],
  ['modules alone', { 'bank/modules/shop/design.md': '# shop\n' }, ['made', 'made']],
  ['the list of modules', { 'bank/systemPatterns.md': '## Modules\n\n- `shop`\n' }, ['made', 'made']],
  ['a mark in another file', { 'bank/projectbrief.md': '<!-- sigma:drafted -->\n' }, ['made', 'made']],
  [
    'σ₄ marked, and σ₅ a person’s',
    { 'bank/activeContext.md': begin + end, 'bank/progress.md': 'mine\n' },
    ['failed', 'replaced'],
  ],
])('of a bank with %s Sigma keeps its part', async (_, files, changes) => {
  proves('SIG-103')
  using place = bank(files)
  const spec = { ...place, reader, protocols: [filing({ regions }, one)], tracked: true }
  const { files: written, foreign } = await rebuild(spec, 'write')
  expect([written.map(({ change }) => change), foreign]).toEqual([changes, []])
})
