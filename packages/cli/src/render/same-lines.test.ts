/** The story of recorded runs stays, line for line, what it was. */
import { createHash } from 'node:crypto'
import { type Kit, placing, registered, wordsOf } from '@sigma/engine'
import type { Recorded } from '@sigma/protocol'
import { kits } from '@sigma/protocols'
import { tdd } from '@sigma/protocols/tdd'
import { sameRuns, withOpaqueIds, withPlainIds } from '@sigma/protocols/tdd/testing'
import { expect, test } from 'vitest'
import { lineOf, lineText } from './story.ts'

function storyOf(events: readonly Recorded[], protocols: readonly Kit[]): string {
  const run = { protocol: 'tdd', version: 1 }
  const [place, words] = [placing(protocols, run), wordsOf(protocols, run)]
  return events
    .flatMap((recorded) => lineOf(place(recorded), Date.parse('2026-01-01T00:00:00.000Z'), words) ?? [])
    .map(lineText)
    .join('\n')
}

test('the log of recorded runs is what it was', async () => {
  const stories = sameRuns(200).map((events) => storyOf(events, kits))
  const all = stories.join('\n\n')
  for (const step of ['slice1 demands check', 'base look', 'base integrate', 'C1 green qa', 'C1 refactor-impl restore'])
    expect(all).toContain(step)
  await expect(`${stories.slice(0, 8).join('\n\n')}\n`).toMatchFileSnapshot('golden/stories.txt')
  expect(createHash('sha256').update(all).digest('hex')).toMatchInlineSnapshot(
    `"0c2fe32b6130752c7f3692b888a7fbeb5de823fbb3a6e38f4f7cd54878254581"`,
  )
})

test('it is the same where ids say nothing', () => {
  const opaque = withOpaqueIds(tdd)
  const protocols = kits.map((kit) => ({ ...kit, ...registered(opaque) }))
  const stories = sameRuns(60, opaque).map((events) => storyOf(events, protocols))
  expect(stories.map(withPlainIds)).toEqual(sameRuns(60).map((events) => storyOf(events, kits)))
})
