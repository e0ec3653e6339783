/** What is told of a failure: in which order, and how often, whenever hosts die (DPTR-109). */

import type { Registered } from '@sigma/engine'
import { projected } from '@sigma/engine/projecting'
import { readerOfRuns } from '@sigma/engine/testing'
import { proves } from '@sigma/protocol/testing'
import { expect, test } from 'vitest'
import { kits } from '../../kits.ts'
import { archiveOf } from '../files/archive.ts'
import { type Played, playOut, readerOf, type Scene } from '../testing/playout.ts'
import { sampleRun } from '../testing/sample-run.ts'
import { honest } from '../testing/scripts.ts'

function protocol(): Registered {
  const [known] = kits
  if (known === undefined) throw new Error('No protocol is known.')
  return known
}

/** The developer's tools break in GREEN; a person resumes once, and then gives up. */
function scene(seen: (string | undefined)[] = []): Scene {
  return {
    protocol: protocol(),
    input: sampleRun({ batches: [1] }),
    script: async (told) => (told.phase === 'GREEN' ? { code: 'EX', message: 'my tools broke' } : honest(told)),
    judge: () => 'pass',
    choose: (decision, count) => {
      seen.push(decision.consult.status)
      return { option: count === 0 ? 'resume' : 'abort', input: null }
    },
  }
}

/**
 * Sigma's files of the memory bank while the run is halted for the second time, in the order in which they are written,
 * with how often a failure stands in each.
 */
function bankOf(played: Played): readonly (readonly [string, number])[] {
  const events = readerOf(played).events(played.run)
  const halted = events.slice(
    0,
    events.findLastIndex(({ event }) => event.kind === 'decided'),
  )
  const archive = archiveOf(readerOfRuns(protocol(), [{ events: halted }]), kits)
  const { files } = projected(archive, { tracked: false }, archive.subjects(), archive.subjects())
  const marks: Readonly<Record<string, RegExp>> = { 'progress.md': /my tools broke/g, 'activeContext.md': /; trunk `/g }
  return files.flatMap(({ path, form }) => {
    const name = path.split('/').at(-1) ?? ''
    const mark = marks[name]
    return mark === undefined || form.kind === 'gone' ? [] : [[name, form.content.match(mark)?.length ?? 0] as const]
  })
}

const notesOf = (played: Played): readonly string[] =>
  readerOf(played)
    .notes(played.run)
    .map(({ type }) => type)

test('a failure is logged, then a snapshot is taken, then it halts: each once, whenever hosts die', async () => {
  proves('DPTR-109', 'DPTR-108')
  const seen: (string | undefined)[] = []
  const whole = await playOut(scene(seen))
  expect(seen).toEqual(['halted', 'halted'])
  expect(whole.result.outcome).toBe('aborted')
  const told = ['log', 'snapshot', 'log', 'snapshot']
  expect(notesOf(whole)).toEqual(told)
  const bank = bankOf(whole)
  expect(bank).toEqual([
    ['progress.md', 2],
    ['activeContext.md', 2],
  ])
  for (let point = 1; point <= whole.reached; point += 1) {
    const killed = await playOut(scene(), [point])
    expect([notesOf(killed), bankOf(killed)], killed.deaths[0]).toEqual([told, bank])
  }
})
