/** The files of recorded runs stay, byte for byte, what they were: people and programs read them. */
import { readerOfRuns } from '@sigma/engine/testing'
import { expect, test } from 'vitest'
import { sha256 } from '../../../engine/src/identity/canonical.ts'
import { knownProtocols } from '../../known-protocols.ts'
import { sameRuns } from '../testing/same-runs.ts'
import { archiveOf } from './archive.ts'
import { projected } from './rebuild.ts'

const [protocol] = knownProtocols

test('all files of recorded runs, at three moments of each, are what they were', async () => {
  if (protocol === undefined) throw new Error('No protocol is known.')
  const runs = sameRuns(80)
  const texts = runs.flatMap((events) =>
    [0.4, 0.8, 1].map((part) => {
      const run = events.slice(0, Math.ceil(events.length * part))
      const archive = archiveOf(readerOfRuns(protocol, [{ events: run }]), knownProtocols)
      return JSON.stringify(projected(archive, { tracked: true }, archive.modules(), archive.modules()), null, 1)
    }),
  )
  expect(texts.join('\n')).toMatch(/put back.*a person decides.*waits for the others/s)
  const [first = ''] = texts.slice(11)
  await expect(`${first}\n`).toMatchFileSnapshot('golden/files-of-a-run.txt')
  expect(sha256(texts.join('\n'))).toMatchInlineSnapshot(
    `"b4c0350216a8c0dc5b4f4593c25e4d35bd88b9656ceb75415abed3dc41e3212d"`,
  )
})
