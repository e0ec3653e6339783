import { mkdirSync, mkdtempSync, realpathSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { plainPlace } from './plain-place.ts'

const own = realpathSync(mkdtempSync(join(tmpdir(), 'sigma-own-')))
const [judged, plain] = [join(own, 'judged-4f'), join(own, 'plain')]
for (const each of [judged, plain]) mkdirSync(each)

test.each([
  ['the first, where all have the same in common', '/elsewhere/tree', [judged, plain], judged],
  ['another, where the first is of the judged path', join(judged, 'tree'), [judged, plain], plain],
  ['one that is there', join(judged, 'tree'), [join(own, 'none'), judged], judged],
])('%s', async (_what, unlike, among, wanted) => {
  const place = await plainPlace(unlike, among)
  onTestFinished(() => rmdirSync(place))
  expect(dirname(place)).toBe(wanted)
})
