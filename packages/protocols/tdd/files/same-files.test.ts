/** The files of recorded runs stay, byte for byte, what they were: people and programs read them. */
import { aboutNothing, type Registered, registered } from '@sigma/engine'
import { projected } from '@sigma/engine/projecting'
import { readerOfRuns } from '@sigma/engine/testing'
import type { Recorded } from '@sigma/protocol'
import { expect, test } from 'vitest'
import { sha256 } from '../../../engine/src/identity/canonical.ts'
import { kits } from '../../kits.ts'
import { budgetsOf } from '../machine/input.ts'
import { tdd } from '../machine/tdd.ts'
import { withOpaqueIds, withPlainIds } from '../testing/opaque-ids.ts'
import { sameRuns } from '../testing/same-runs.ts'
import { archiveOf } from './archive.ts'

/** At three moments of each run. */
function filesOf(runs: readonly (readonly Recorded[])[], [protocol]: readonly Registered[]): readonly string[] {
  if (protocol === undefined) throw new Error('No protocol is known.')
  return runs.flatMap((events) =>
    [0.4, 0.8, 1].map((part) => {
      const run = events.slice(0, Math.ceil(events.length * part))
      const archive = archiveOf(readerOfRuns(protocol, [{ events: run }]), [protocol])
      return JSON.stringify(projected(archive, { tracked: true }, archive.subjects(), archive.subjects()), null, 1)
    }),
  )
}

test('all files of recorded runs are what they were', async () => {
  const texts = filesOf(sameRuns(80), kits)
  expect(texts.join('\n')).toMatch(/put back.*a person decides.*waits for the others/s)
  const [first = ''] = texts.slice(11)
  await expect(`${first}\n`).toMatchFileSnapshot('golden/files-of-a-run.txt')
  expect(sha256(texts.join('\n'))).toMatchInlineSnapshot(
    `"c0ebc5476d9325557d12bc94dcba71bea6cb5337194b15ddd2e82c4e66f80192"`,
  )
})

test('they are the same where ids say nothing, but for the ids that they show', () => {
  const opaque = withOpaqueIds(tdd)
  const protocols = [
    registered(opaque, (input) => ({ ...aboutNothing, subject: input.module, budgets: budgetsOf(input) })),
  ]
  const texts = filesOf(sameRuns(30, opaque), protocols)
  expect(texts.join('\n')).toMatch(/`x[0-9a-f]{8,}`/)
  expect(texts.map(withPlainIds)).toEqual(filesOf(sameRuns(30), kits))
})
